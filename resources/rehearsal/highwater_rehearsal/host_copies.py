# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies of a model's weights on the host, in another type, that a framework makes for its ranks.

No kernel of the device reads what they hold, so they are made without content: the host gives
memory to what is written alone, and a copy of 32 bits of a large model would not find room.
"""

import functools

LEAST_BYTES = 1 << 20


def wanted_type(torch, args, kwargs):
    """The type that Tensor.to is asked for; None where it moves the tensor."""
    places = [value for value in args if isinstance(value, (str, torch.device))]
    if places or kwargs.get("device") is not None:
        return None
    types = [value for value in args if isinstance(value, torch.dtype)]
    return types[0] if types else kwargs.get("dtype")


def without_content(torch):
    from torch.overrides import TorchFunctionMode

    class WithoutContent(TorchFunctionMode):
        def __torch_function__(self, function, types, args=(), kwargs=None):
            kwargs = kwargs or {}
            if function is torch.Tensor.to and type(args[0]) is torch.Tensor:
                tensor, kind = args[0], wanted_type(torch, args[1:], kwargs)
                large = tensor.numel() * tensor.element_size() >= LEAST_BYTES
                if large and tensor.device.type == "cpu" and kind not in (None, tensor.dtype):
                    return torch.empty_like(tensor, dtype=kind)
            return function(*args, **kwargs)

    return WithoutContent()


def accelerate_imported(module):
    """FSDP2's first rank has the whole model in 32 bits before it hands the parts out."""
    prepare = getattr(module, "fsdp2_prepare_model", None)
    if prepare is None:  # before accelerate 1.6
        return

    @functools.wraps(prepare)
    def fsdp2_prepare_model(*args, **kwargs):
        import torch

        with without_content(torch):
            return prepare(*args, **kwargs)

    module.fsdp2_prepare_model = fsdp2_prepare_model


def actions():
    return {"accelerate.utils.fsdp_utils": accelerate_imported}
