# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TRL's SFTTrainer on rows of tokens."""

import torch
from datasets import Dataset
from trl import SFTConfig, SFTTrainer

import cases
from hf_trainer import trainer_settings
from made_tokenizer import made_tokenizer


def main():
    engines = ("none", "ddp", "fsdp1", "fsdp2", "zero1", "zero2", "zero3", "launcher")
    parser = cases.arguments(engines, ("full", "lora"))
    parser.add_argument("--packing", action="store_true")
    case = parser.parse_args()
    model = cases.model_of(case, torch.bfloat16)
    if case.method == "lora":
        model = cases.with_adapters(model)
    rows = Dataset.from_dict({"input_ids": [[place % 1000 for place in range(case.length)]] * 256})
    arguments = SFTConfig(max_length=case.length, packing=case.packing, **trainer_settings(case))
    SFTTrainer(
        model=model, args=arguments, train_dataset=rows, processing_class=made_tokenizer(case)
    ).train()


if __name__ == "__main__":
    main()
