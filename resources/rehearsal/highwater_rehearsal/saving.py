# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What keeps a rehearsal from writing checkpoints and from touching a person's own: its weights have
no values. Nothing is uploaded and nothing is reported to a tracker of runs. Small files that a script
reads again are the matter of written.py."""

import builtins
import functools
import io
import os
import shutil
import time

# Linux's CLOCK_REALTIME_COARSE, from which files get their times: it is some milliseconds late.
CLOCK_OF_FILES = 5

# Their clients would report losses that a rehearsal does not have.
WITHOUT_TRACKERS = {
    "WANDB_MODE": "disabled",
    "COMET_MODE": "disabled",
    "NEPTUNE_MODE": "debug",
    "SWANLAB_MODE": "disabled",
    "CLEARML_OFFLINE_MODE": "1",
    "DISABLE_MLFLOW_INTEGRATION": "TRUE",
    "HF_MLFLOW_LOG_ARTIFACTS": "0",
    "DO_NOT_TRACK": "1",
    "AXOLOTL_DO_NOT_TRACK": "1",  # without it Axolotl does not ask for the other
}

# What is not called, by the module that defines it. Checkpoints of before go with newer ones that
# replace them, so the functions that remove are among these.
SAVING = {
    "torch.distributed.checkpoint.state_dict_saver": "save async_save save_state_dict",
    "safetensors.torch": "save_file save_model",
    "safetensors.numpy": "save_file",
    "transformers.trainer": """
        Trainer._save_checkpoint Trainer.save_model Trainer._save Trainer._rotate_checkpoints
        Trainer._save_optimizer_and_scheduler Trainer._save_rng_state Trainer._load_best_model
        Trainer.save_state Trainer.save_metrics Trainer.create_model_card Trainer.init_hf_repo
        Trainer.push_to_hub Trainer._push_from_checkpoint""",
    "transformers.modeling_utils": "PreTrainedModel.push_to_hub",
    "transformers.configuration_utils": "PretrainedConfig.push_to_hub PreTrainedConfig.push_to_hub",
    "transformers.tokenization_utils_base": "PreTrainedTokenizerBase.push_to_hub",
    "transformers.processing_utils": "ProcessorMixin.push_to_hub",
    "peft.peft_model": "PeftModel.save_pretrained PeftModel.push_to_hub",
    "accelerate.accelerator": """
        Accelerator.save Accelerator.save_state Accelerator.save_model Accelerator.init_trackers
        Accelerator.log""",
    "deepspeed.runtime.engine": """
        DeepSpeedEngine.save_checkpoint DeepSpeedEngine.save_16bit_model
        DeepSpeedEngine.save_fp16_model""",
    "torchtune.training.checkpointing._checkpointer": """
        FullModelHFCheckpointer.save_checkpoint FullModelMetaCheckpointer.save_checkpoint
        FullModelTorchTuneCheckpointer.save_checkpoint DistributedCheckpointer.save_checkpoint""",
    "huggingface_hub.hf_api": """
        HfApi.upload_file HfApi.upload_folder HfApi.upload_large_folder HfApi.create_commit
        HfApi.create_repo HfApi.delete_repo HfApi.delete_file HfApi.delete_folder
        HfApi.create_branch HfApi.create_tag""",
    "trackio": "init log finish",
    "megatron.training.checkpointing": "save_checkpoint",
    "torchtitan.components.checkpoint": "CheckpointManager.save",
}
for library in ("lightning.pytorch", "pytorch_lightning"):
    SAVING[library + ".trainer.trainer"] = "Trainer.save_checkpoint"
    SAVING[library + ".callbacks.model_checkpoint"] = """
        ModelCheckpoint._save_checkpoint ModelCheckpoint._remove_checkpoint"""
for library in ("lightning.fabric.fabric", "lightning_fabric.fabric"):
    SAVING[library] = "Fabric.save"

WRITERS = {
    "torch.utils.tensorboard.writer": "SummaryWriter",
    "tensorboardX.writer": "SummaryWriter",
}
ENDINGS = tuple(".safetensors .bin .pt .pth .ckpt .distcp .gguf .nemo".split())
MOST_LOOKED_AT = 100_000  # of the files under a folder that the script removes


def counting(watch, function, module, name):
    """Only counts its calls. Libraries read what a function that they change says of itself, and
    pickle it by the name under which it is found: an inherited one says that of its first class."""

    @functools.wraps(function)
    def not_saved(*args, **kwargs):
        return watch.not_saved()

    not_saved.__module__, not_saved.__qualname__ = module.__name__, name
    return not_saved


def without(watch, *names):
    """Puts a function that only counts its calls in the place of these."""

    def replace(module):
        for name in names:
            owner, _, function = name.rpartition(".")
            place = getattr(module, owner, None) if owner else module
            if place is not None and hasattr(place, function):
                stand_in = counting(watch, getattr(place, function), module, name)
                setattr(place, function, stand_in)

    return replace


class Silent:
    """Takes every call and says nothing."""

    def __init__(self, *args, **kwargs):
        pass

    def __getattr__(self, name):
        return lambda *args, **kwargs: None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


def silent(name):
    return lambda module: setattr(module, name, Silent)


def in_memory_only(watch, save):
    """torch.save for a copy through the memory, which some libraries make of small objects."""

    @functools.wraps(save)
    def to_memory(obj, f, *args, **kwargs):
        if isinstance(f, io.BytesIO):
            return save(obj, f, *args, **kwargs)
        return watch.not_saved()

    return to_memory


def without_wandb(module):
    """A script's own mode="online" is stronger than the environment's."""
    begin = module.init

    @functools.wraps(begin)
    def init(*args, **kwargs):
        kwargs["mode"] = "disabled"
        return begin(*args, **kwargs)

    module.init = init


def without_servers_of_mlflow(module):
    """What MLFLOW_TRACKING_URI names goes before what the script says."""
    if hasattr(module, "set_tracking_uri"):
        module.set_tracking_uri = lambda uri: None


class Guard:
    """Keeps the files that look like checkpoints and were there before the rehearsal."""

    def __init__(self, watch):
        self.watch = watch
        self.begun = time.clock_gettime_ns(CLOCK_OF_FILES)

    def is_kept(self, path):
        try:
            path = os.fspath(path)
            path = os.fsdecode(path)
            return path.endswith(ENDINGS) and os.stat(path).st_mtime_ns < self.begun
        except (OSError, TypeError, ValueError):
            return False

    def has_kept(self, folder):
        looked_at = 0
        for place, _, names in os.walk(folder):
            for name in names:
                looked_at += 1
                if looked_at > MOST_LOOKED_AT or self.is_kept(os.path.join(place, name)):
                    return True
        return False

    def install(self):
        remove_tree, remove, replace, rename = shutil.rmtree, os.remove, os.replace, os.rename
        opened = builtins.open

        @functools.wraps(remove_tree)
        def rmtree(path, *args, **kwargs):
            if self.has_kept(path):
                return self.watch.not_saved()
            return remove_tree(path, *args, **kwargs)

        rmtree.avoids_symlink_attacks = getattr(remove_tree, "avoids_symlink_attacks", False)

        def keeping(function):
            @functools.wraps(function)
            def call(path, *args, **kwargs):
                if kwargs.get("dir_fd") is None and self.is_kept(path):
                    return self.watch.not_saved()
                return function(path, *args, **kwargs)

            return call

        def moving(function):
            @functools.wraps(function)
            def call(source, target, *args, **kwargs):
                touches = self.is_kept(source) or self.is_kept(target)
                if touches or (os.path.isdir(source) and self.has_kept(source)):
                    return self.watch.not_saved()
                return function(source, target, *args, **kwargs)

            return call

        @functools.wraps(opened)
        def open_file(file, mode="r", *args, **kwargs):
            if isinstance(mode, str) and set(mode) & set("wax+") and self.is_kept(file):
                self.watch.not_saved()
                file = os.devnull
            return opened(file, mode, *args, **kwargs)

        shutil.rmtree = rmtree
        os.remove, os.unlink = keeping(remove), keeping(os.unlink)
        os.replace, os.rename = moving(replace), moving(rename)
        builtins.open = open_file


def without_trackers(folder):
    """The variables of the environment; mlflow keeps its files where the reports are, which go."""
    return dict(WITHOUT_TRACKERS, MLFLOW_TRACKING_URI="file://" + os.path.join(folder, "mlflow"))


def actions(watch):
    """What is replaced in which module once the script has imported it."""
    actions = {module: without(watch, *names.split()) for module, names in SAVING.items()}
    actions.update({module: silent(name) for module, name in WRITERS.items()})
    actions["wandb"] = without_wandb
    actions["mlflow.tracking._tracking_service.utils"] = without_servers_of_mlflow
    actions["transformers.integrations.integration_utils"] = lambda module: setattr(
        module, "get_reporting_integration_callbacks", lambda report_to: []
    )
    return actions
