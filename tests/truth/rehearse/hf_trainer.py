# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""transformers' Trainer on a made data set; --engine launcher takes what accelerate launch set."""

import os

import torch
from transformers import Trainer, TrainingArguments

import cases

LAYER = "LlamaDecoderLayer"


def engine_of(name):
    if name.startswith("fsdp"):
        config = {"version": int(name[4]), "transformer_layer_cls_to_wrap": [LAYER]}
        if name.startswith("fsdp1"):
            config["use_orig_params"] = True
        where = " offload" if name.endswith("offload") else ""
        if where:  # as accelerate's launcher says it, for a group of the host's too (accelerate, state.py)
            os.environ.update(ACCELERATE_USE_FSDP="true", FSDP_OFFLOAD_PARAMS="true", FSDP_VERSION=name[4])
        return {"fsdp": "full_shard auto_wrap" + where, "fsdp_config": config}
    if name.startswith("zero"):
        return {
            "deepspeed": {
                "bf16": {"enabled": True},
                "zero_optimization": {
                    "stage": int(name[4]),
                    **(
                        {"offload_optimizer": {"device": "cpu"}, "offload_param": {"device": "cpu"}}
                        if name.endswith("offload")
                        else {}
                    ),
                },
                "train_micro_batch_size_per_gpu": "auto",
                "gradient_accumulation_steps": "auto",
                "gradient_clipping": "auto",
            }
        }
    return {}


def trainer_settings(case):
    """Arguments of the Trainer, and of TRL's trainers, which are made from it."""
    return dict(
        output_dir="output",
        max_steps=case.steps,
        per_device_train_batch_size=case.batch,
        gradient_accumulation_steps=case.accumulate,
        bf16=True,
        gradient_checkpointing=case.recompute != "none",
        gradient_checkpointing_kwargs={"use_reentrant": case.recompute == "reentrant"},
        save_strategy="no",
        report_to=[],
        **engine_of(case.engine),
    )


def main():
    engines = (
        "none", "ddp", "fsdp1", "fsdp1-offload", "fsdp2", "fsdp2-offload", "zero1", "zero2", "zero3",
        "zero3-offload", "launcher",
    )
    parser = cases.arguments(engines, ("full", "lora", "qlora"))
    parser.add_argument("--weights", choices=("bf16", "fp32"), default="bf16")
    parser.add_argument("--optimizer", default="adamw_torch_fused")
    case = parser.parse_args()
    arguments = TrainingArguments(
        optim=case.optimizer, logging_steps=1, **trainer_settings(case)
    )
    dtype = torch.bfloat16 if case.weights == "bf16" else torch.float32
    model = cases.quantized_model(case) if case.method == "qlora" else cases.model_of(case, dtype)
    if case.method != "full":
        model = cases.with_adapters(model)
        if case.recompute != "none":
            model.enable_input_require_grads()
    Trainer(model=model, args=arguments, train_dataset=cases.Rows(case)).train()


if __name__ == "__main__":
    main()
