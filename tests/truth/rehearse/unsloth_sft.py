# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Unsloth's FastLanguageModel with TRL's SFTTrainer, as Unsloth's notebooks use them."""

import os

from unsloth import FastLanguageModel  # before transformers, which it changes

import cases
from datasets import Dataset
from trl import SFTConfig, SFTTrainer

PROJECTIONS = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]


def main():
    parser = cases.arguments(("none", "ddp"), ("full", "lora", "qlora"), ("none", "plain", "unsloth"))
    parser.add_argument("--model", required=True, help="the folder that made_model.py wrote")
    parser.add_argument("--optimizer", default="adamw_8bit")
    case = parser.parse_args()
    recompute = {"none": False, "plain": True, "unsloth": "unsloth"}[case.recompute]
    model, tokenizer = FastLanguageModel.from_pretrained(
        case.model,
        max_seq_length=case.length,
        load_in_4bit=case.method == "qlora",
        full_finetuning=case.method == "full",
        use_gradient_checkpointing=recompute,
    )
    if case.method != "full":
        model = FastLanguageModel.get_peft_model(
            model,
            r=16,
            lora_alpha=16,
            target_modules=PROJECTIONS,
            use_gradient_checkpointing=recompute,
        )
    rows = Dataset.from_json(os.path.join(case.model, "rows", "rows.jsonl"))
    SFTTrainer(
        model=model,
        processing_class=tokenizer,
        train_dataset=rows,
        args=SFTConfig(
            output_dir="output",
            dataset_text_field="text",
            max_length=case.length,
            max_steps=case.steps,
            per_device_train_batch_size=case.batch,
            gradient_accumulation_steps=case.accumulate,
            optim=case.optimizer,
            save_strategy="no",
            report_to=[],
        ),
    ).train()


if __name__ == "__main__":
    main()
