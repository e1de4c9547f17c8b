# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TRL's DPOTrainer on made pairs: half of the length is the prompt, half an answer."""

import torch
from datasets import Dataset
from trl import DPOConfig, DPOTrainer

import cases
from hf_trainer import trainer_settings
from made_tokenizer import made_tokenizer


def main():
    engines = ("none", "ddp", "fsdp1", "fsdp2", "zero1", "zero2", "zero3", "launcher")
    case = cases.arguments(engines, ("full", "lora")).parse_args()

    def model():
        return cases.model_of(case, torch.bfloat16)

    words = [str(place % 1000) for place in range(case.length)]
    half = case.length // 2
    pair = {
        "prompt": " ".join(words[:half]),
        "chosen": " " + " ".join(words[half : case.length - 1]),
        "rejected": " " + " ".join(words[half + 1 :]),
    }
    arguments = DPOConfig(max_length=case.length, **trainer_settings(case))
    trained = cases.with_adapters(model()) if case.method == "lora" else model()
    DPOTrainer(
        model=trained,
        ref_model=None if case.method == "lora" else model(),
        args=arguments,
        train_dataset=Dataset.from_list([pair] * 256),
        processing_class=made_tokenizer(case),
    ).train()


if __name__ == "__main__":
    main()
