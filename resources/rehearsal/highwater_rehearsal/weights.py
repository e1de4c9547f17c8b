# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models without their weights: of a checkpoint only the configuration is read.

transformers' from_pretrained gets a folder with a file of weights of the right names, types and
shapes that has no content: a sparse file. So its own code makes the model, places it on devices,
converts and quantizes it, whether the real weights are on the disk or not. Models of torchvision and
timm, which are on the host then, keep the values that they were made with. PyTorch's files of weights
are mapped, not read.
"""

import contextlib
import copy
import functools
import json
import os
import shutil
import struct
import zipfile

TYPES = {
    "bfloat16": "BF16",
    "float16": "F16",
    "float32": "F32",
    "float64": "F64",
    "int64": "I64",
    "int32": "I32",
    "int16": "I16",
    "int8": "I8",
    "uint8": "U8",
    "bool": "BOOL",
    "float8_e4m3fn": "F8_E4M3",
    "float8_e5m2": "F8_E5M2",
}
SPECIAL = ("bos_token_id", "eos_token_id", "pad_token_id")
SHARD_BYTES = 1 << 31
# Which of several copies of a checkpoint is read: of the made one there is one.
OF_THE_REAL_ONE = ("variant", "use_safetensors", "subfolder", "revision", "gguf_file")


def write_sparse(path, tensors):
    """A safetensors file: the length of its header, the header, and content that no disk holds."""
    header, end = {"__metadata__": {"format": "pt"}}, 0
    for name, (kind, shape, size) in tensors.items():
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode("utf-8")
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.truncate(8 + len(text) + end)


def write_shards(folder, tensors):
    """Several files, as a system refuses to map one that is larger than its memory."""
    shards, room = [], 0
    for name, tensor in tensors.items():
        if not shards or tensor[2] > room:
            shards.append({})
            room = SHARD_BYTES
        shards[-1][name] = tensor
        room -= tensor[2]
    places = {}
    for number, shard in enumerate(shards):
        file = "model-%05d-of-%05d.safetensors" % (number + 1, len(shards))
        write_sparse(os.path.join(folder, file), shard)
        places.update(dict.fromkeys(shard, file))
    total = sum(tensor[2] for tensor in tensors.values())
    index = {"metadata": {"total_size": total}, "weight_map": places}
    with open(os.path.join(folder, "model.safetensors.index.json"), "w") as file:
        json.dump(index, file)


class NotRead(dict):
    """In the place of the values of a checkpoint."""


class Weights:
    def __init__(self, folder, unanswered):
        self.parent = folder
        self.unanswered = unanswered
        self.made = []

    @property
    def folder(self):
        """Of this process, which may be a fork of the one that began."""
        return os.path.join(self.parent, "weights-%d" % os.getpid())

    def report(self):
        """The end: the made files are of no use to anybody."""
        shutil.rmtree(self.folder, ignore_errors=True)
        return {"weights_made": self.made}

    def kind(self, torch, config, kwargs, version):
        """The type that the loaded model will have, so that nothing is converted."""
        wanted = kwargs.get("dtype", kwargs.get("torch_dtype"))
        if wanted is None and version < 5:
            return torch.float32
        if wanted is None or wanted == "auto":
            wanted = getattr(config, "dtype", None) or getattr(config, "torch_dtype", None)
        if isinstance(wanted, str):
            wanted = getattr(torch, wanted)
        return wanted if isinstance(wanted, torch.dtype) else torch.float32

    def tensors(self, model, kind):
        """What a checkpoint of the model holds; of tied weights one."""
        kept = set(model.state_dict())
        found = {}
        for name, tensor in list(model.named_parameters()) + list(model.named_buffers()):
            if name not in kept:
                continue
            own = kind if tensor.dtype.is_floating_point else tensor.dtype
            if tensor.dtype.is_floating_point and tensor.element_size() == 1:
                own = tensor.dtype
            size = tensor.numel() * own.itemsize if hasattr(own, "itemsize") else None
            if size is None:
                size = tensor.numel() * tensor.new_empty(0, dtype=own).element_size()
            found[name] = (TYPES[str(own).replace("torch.", "")], list(tensor.shape), size)
        return found

    def checkpoint(self, cls, name, config, kwargs, version):
        import torch

        with torch.device("meta"), contextlib.ExitStack() as stack:
            stack.callback(torch.set_default_dtype, torch.get_default_dtype())
            model = cls(copy.deepcopy(config))
        folder = os.path.join(self.folder, str(len(self.made)))
        os.makedirs(folder)
        write_shards(folder, self.tensors(model, self.kind(torch, config, kwargs, version)))
        own = os.path.join(str(name), "generation_config.json")
        if os.path.exists(own):
            shutil.copy(own, folder)
        else:
            special = {key: getattr(config, key, None) for key in SPECIAL}
            with open(os.path.join(folder, "generation_config.json"), "w") as file:
                json.dump(special, file)
        return folder

    def quantized_here(self, config, kwargs):
        """A checkpoint that bitsandbytes quantized before is quantized anew: the same in the end."""
        quantization = getattr(config, "quantization_config", None)
        if quantization is None:
            return True
        if not isinstance(quantization, dict):
            quantization = quantization.to_dict()
        if quantization.get("quant_method") != "bitsandbytes":
            return False
        from transformers import BitsAndBytesConfig

        kwargs.setdefault("quantization_config", BitsAndBytesConfig.from_dict(quantization))
        del config.quantization_config
        return True

    def transformers_imported(self, module):
        model = module.PreTrainedModel
        original = model.__dict__["from_pretrained"].__func__
        version = int(module.__version__.split(".")[0]) if hasattr(module, "__version__") else None

        @functools.wraps(original)
        def from_pretrained(cls, name, *args, **kwargs):
            import transformers

            major = version or int(transformers.__version__.split(".")[0])
            is_adapter = os.path.exists(os.path.join(str(name), "adapter_config.json"))
            if name is None or is_adapter or kwargs.get("state_dict") is not None:
                return original(cls, name, *args, **kwargs)
            config = kwargs.pop("config", None)
            if not hasattr(config, "to_dict"):
                config = cls.config_class.from_pretrained(config or name)
            config = copy.deepcopy(config)
            real = dict(kwargs, config=config)
            if not self.quantized_here(config, kwargs):
                self.unanswered("weights that were quantized before are read")
                return original(cls, name, *args, **real)
            folder = self.checkpoint(cls, name, config, kwargs, major)
            self.made.append(str(name))
            for key in OF_THE_REAL_ONE:
                kwargs.pop(key, None)
            loaded = original(cls, folder, *args, config=config, **kwargs)
            # Some scripts load the tokenizer by it.
            made = loaded[0] if isinstance(loaded, tuple) else loaded
            made.name_or_path = made.config._name_or_path = str(name)
            return loaded

        model.from_pretrained = classmethod(from_pretrained)

    def torchvision_imported(self, module):
        from torch.nn import Module

        load = Module.load_state_dict

        def get_state_dict(weights, *args, **kwargs):
            self.made.append(str(weights))
            return NotRead()

        @functools.wraps(load)
        def load_state_dict(model, state_dict, *args, **kwargs):
            if not isinstance(state_dict, NotRead):
                return load(model, state_dict, *args, **kwargs)

        module.WeightsEnum.get_state_dict = get_state_dict
        Module.load_state_dict = load_state_dict

    def timm_imported(self, module):
        def load_pretrained(model, *args, **kwargs):
            self.made.append(type(model).__name__)

        module.load_pretrained = load_pretrained

    def torch_imported(self, torch):
        load = torch.load

        @functools.wraps(load)
        def mapped(f, *args, **kwargs):
            is_file = isinstance(f, (str, os.PathLike)) and zipfile.is_zipfile(f)
            if is_file and kwargs.get("mmap") is None:
                try:
                    return load(f, *args, **dict(kwargs, mmap=True))
                except (RuntimeError, ValueError):  # of a kind that cannot be mapped
                    pass
            return load(f, *args, **kwargs)

        torch.load = mapped

    def actions(self):
        return {
            "torch": self.torch_imported,
            "transformers.modeling_utils": self.transformers_imported,
            "torchvision.models._api": self.torchvision_imported,
            "timm.models._builder": self.timm_imported,
        }
