# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""transformers' Trainer with PEFT's LoRA on a model that GPTQ quantized before."""

import cases
from hf_trainer import trainer_settings
from made_model import GPTQ
from transformers import AutoModelForCausalLM, GPTQConfig, Trainer, TrainingArguments


# PEFT's all-linear knows no layers of GPTQModel.
LINEAR = "q_proj k_proj v_proj o_proj gate_proj up_proj down_proj".split()


def main():
    parser = cases.arguments(("none",), ("lora",))
    parser.add_argument("--model", required=True, help="the folder of made_model.py --weights gptq")
    # The default's kernels have a backward pass; they are built with nvcc when they are first wanted.
    parser.add_argument("--backend", default="auto_trainable", help='of GPTQModel; "torch" builds nothing')
    case = parser.parse_args()
    settings = {key: GPTQ[key] for key in ("bits", "group_size", "desc_act", "sym")}
    quantization = GPTQConfig(backend=case.backend, **settings)
    model = AutoModelForCausalLM.from_pretrained(
        case.model, device_map={"": 0}, quantization_config=quantization
    )
    model = cases.with_adapters(model, layers=LINEAR)
    if case.recompute != "none":
        model.enable_input_require_grads()
    arguments = TrainingArguments(optim="adamw_torch_fused", logging_steps=1, **trainer_settings(case))
    Trainer(model=model, args=arguments, train_dataset=cases.Rows(case)).train()


if __name__ == "__main__":
    main()
