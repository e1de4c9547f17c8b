# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What keeps a rehearsal from writing checkpoints: its weights have no values."""

# Their clients would report losses that a rehearsal does not have.
WITHOUT_TRACKERS = {
    "WANDB_MODE": "disabled",
    "COMET_MODE": "disabled",
    "NEPTUNE_MODE": "debug",
    "SWANLAB_MODE": "disabled",
    "CLEARML_OFFLINE_MODE": "1",
    "HF_MLFLOW_LOG_ARTIFACTS": "0",
}


def without(watch, *names):
    """Puts a function that only counts its calls in the place of these."""

    def replace(module):
        for name in names:
            owner, _, function = name.rpartition(".")
            place = getattr(module, owner, None) if owner else module
            if place is not None and hasattr(place, function):
                setattr(place, function, watch.not_saved)

    return replace


def actions(watch):
    """What is replaced in which module once the script has imported it."""
    return {
        "torch.distributed.checkpoint": without(watch, "save", "async_save"),
        "safetensors.torch": without(watch, "save_file", "save_model"),
        # With its checkpoints goes the removal of older ones, which are a person's real ones.
        "transformers.trainer": without(
            watch, "Trainer._save_checkpoint", "Trainer.save_model", "Trainer._rotate_checkpoints"
        ),
    }
