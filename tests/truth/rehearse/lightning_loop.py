# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lightning's Trainer, which starts its ranks itself: python lightning_loop.py --devices 8."""

import lightning
import torch
from lightning.pytorch.strategies import DeepSpeedStrategy, FSDPStrategy

import cases


class Module(lightning.LightningModule):
    def __init__(self, case):
        super().__init__()
        self.case = case
        self.model = None

    def configure_model(self):
        if self.model is None:
            self.model = cases.model_of(self.case, torch.float32)
            if self.case.recompute != "none":
                kind = {"use_reentrant": self.case.recompute == "reentrant"}
                self.model.gradient_checkpointing_enable(kind)

    def training_step(self, batch, place):
        return self.model(input_ids=batch["input_ids"], labels=batch["labels"]).loss

    def configure_optimizers(self):
        return torch.optim.AdamW(self.parameters(), lr=1e-5)


def strategy_of(engine):
    if engine == "fsdp1":
        from transformers.models.llama.modeling_llama import LlamaDecoderLayer

        return FSDPStrategy(auto_wrap_policy={LlamaDecoderLayer})
    if engine.startswith("zero"):
        return DeepSpeedStrategy(stage=int(engine[4]))
    return engine


def main():
    parser = cases.arguments(("ddp", "fsdp1", "zero2", "zero3"))
    parser.add_argument("--devices", type=int, default=8)
    parser.add_argument("--nodes", type=int, default=1)
    case = parser.parse_args()
    rows = torch.utils.data.DataLoader(cases.Rows(case), batch_size=case.batch)
    lightning.Trainer(
        strategy=strategy_of(case.engine),
        devices=case.devices,
        num_nodes=case.nodes,
        accelerator="gpu",
        precision="bf16-true" if case.engine.startswith("zero") else "bf16-mixed",
        max_steps=case.steps,
        accumulate_grad_batches=case.accumulate,
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
    ).fit(Module(case), rows)


if __name__ == "__main__":
    main()
