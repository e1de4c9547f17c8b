# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A loop over deepspeed.initialize, as its tutorials write it; --engine pp is its PipelineModule."""

import deepspeed
import torch
from transformers import LlamaForCausalLM

import cases


def configuration(case):
    stage = int(case.engine[4]) if case.engine.startswith("zero") else 0
    return {
        "train_micro_batch_size_per_gpu": case.batch,
        "gradient_accumulation_steps": case.accumulate,
        "gradient_clipping": 1.0,
        "bf16": {"enabled": True},
        "zero_optimization": {
            "stage": stage,
            **({"offload_optimizer": {"device": "cpu"}} if case.engine.endswith("offload") else {}),
        },
        "optimizer": {
            "type": "AdamW",
            "params": {"lr": 1e-5, **({"torch_adam": True} if case.torch_adam else {})},
        },
    }


class Layer(torch.nn.Module):
    """One layer of a pipeline: hidden states alone go from stage to stage."""

    def __init__(self, config, place):
        super().__init__()
        from transformers.models.llama.modeling_llama import LlamaDecoderLayer, LlamaRotaryEmbedding

        self.layer = LlamaDecoderLayer(config, place)
        self.positions = LlamaRotaryEmbedding(config)

    def forward(self, hidden):
        places = torch.arange(hidden.shape[1], device=hidden.device)[None]
        hidden = self.layer(
            hidden, position_embeddings=self.positions(hidden, places), position_ids=places
        )
        return hidden[0] if isinstance(hidden, tuple) else hidden


def pipeline(config, case):
    from deepspeed.pipe import LayerSpec, PipelineModule

    config._attn_implementation = "sdpa"
    linear = (torch.nn.Linear, config.hidden_size, config.vocab_size, False)
    embedding = (torch.nn.Embedding, config.vocab_size, config.hidden_size)
    layers = [LayerSpec(Layer, config, place) for place in range(config.num_hidden_layers)]
    layers = [LayerSpec(*embedding), *layers, torch.nn.RMSNorm(config.hidden_size), LayerSpec(*linear)]

    def loss(logits, labels):
        return torch.nn.functional.cross_entropy(logits.flatten(0, 1).float(), labels.flatten())

    return PipelineModule(layers, num_stages=case.stages, loss_fn=loss)


def main():
    parser = cases.arguments(("zero1", "zero2", "zero3", "zero2-offload", "zero3-offload", "pp"))
    parser.add_argument("--torch-adam", action="store_true", help="instead of DeepSpeed's own")
    parser.add_argument("--stages", type=int, default=2)
    case = parser.parse_args()
    deepspeed.init_distributed()
    config = cases.llama_config(case)
    settings = configuration(case)
    row = cases.Rows(case)[0]["input_ids"]
    if case.engine == "pp":
        model = pipeline(config, case)
        rows = [(row, row)] * 4096
        engine, _, _, _ = deepspeed.initialize(
            model=model, config=settings, training_data=rows, model_parameters=model.parameters()
        )
        for _ in range(case.steps):
            engine.train_batch()
        return
    if case.engine.startswith("zero3"):
        with deepspeed.zero.Init(config_dict_or_path=settings):
            model = LlamaForCausalLM._from_config(config, dtype=torch.bfloat16)
    else:
        model = cases.model_of(case, torch.bfloat16)
    if case.recompute != "none":
        model.gradient_checkpointing_enable({"use_reentrant": case.recompute == "reentrant"})
    engine, _, _, _ = deepspeed.initialize(
        model=model, config=settings, model_parameters=model.parameters()
    )
    tokens = row.expand(case.batch, -1).to(engine.device)
    for _ in range(case.steps * case.accumulate):
        loss = engine(input_ids=tokens, labels=tokens).loss
        engine.backward(loss)
        engine.step()


if __name__ == "__main__":
    main()
