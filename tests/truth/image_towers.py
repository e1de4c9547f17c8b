#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""Count the bytes that autograd keeps for the image towers of transformers, on a CPU.

A tower of a few narrow layers runs forward in training mode under torch.autograd.graph.saved_tensors_hooks. A storage
counts once and whole; weights and buffers do not count. Two numbers of layers and two images tell the bytes of a layer
and patch from those outside the layers.

  image_towers.py [KIND ...]     prints for each kind, size and type: bytes of a patch and layer, of a patch outside
"""

import sys
from typing import Any, Callable, Dict, Tuple

import torch
from torch import Tensor, nn
from torch.autograd.graph import saved_tensors_hooks

Size = Tuple[int, int, int]  # width, width of the MLP, heads
SIZES: Tuple[Size, Size] = ((64, 96, 4), (96, 160, 2))
TEXT = 48  # width of the language model


def kept(module: nn.Module, run: Callable[[], Any], detail: bool = False) -> int:
    own = {p.untyped_storage().data_ptr() for p in list(module.parameters()) + list(module.buffers())}
    storages: Dict[int, Tensor] = {}

    def pack(tensor: Tensor) -> Tensor:
        address = tensor.untyped_storage().data_ptr()
        if address not in own:
            storages.setdefault(address, tensor)
        return tensor

    with saved_tensors_hooks(pack, lambda tensor: tensor):
        output = run()
    if detail:
        for tensor in storages.values():
            print("   ", tensor.untyped_storage().nbytes(), tuple(tensor.shape), tensor.dtype)
    del output
    return sum(tensor.untyped_storage().nbytes() for tensor in storages.values())


class Both(nn.Module):
    def __init__(self, *parts: nn.Module) -> None:
        super().__init__()
        self.parts = nn.ModuleList(parts)


def qwen(name: str, size: Size, layers: int, side: int, dtype: torch.dtype) -> Tuple[nn.Module, Callable[[], Any]]:
    u, f, heads = size
    import importlib

    package = {"qwen2": "qwen2_vl", "qwen2.5": "qwen2_5_vl", "qwen3": "qwen3_vl"}[name]
    config_of = importlib.import_module(f"transformers.models.{package}.configuration_{package}")
    model_of = importlib.import_module(f"transformers.models.{package}.modeling_{package}")
    if name == "qwen2":
        config = config_of.Qwen2VLVisionConfig(
            depth=layers, embed_dim=u, hidden_size=TEXT, mlp_ratio=f // u if f % u == 0 else 2, num_heads=heads,
            patch_size=14, spatial_merge_size=2)
        model = model_of.Qwen2VisionTransformerPretrainedModel(config)
    elif name == "qwen2.5":
        config = config_of.Qwen2_5_VLVisionConfig(
            depth=layers, hidden_size=u, intermediate_size=f, num_heads=heads, out_hidden_size=TEXT, patch_size=14,
            fullatt_block_indexes=[0], window_size=112)
        model = model_of.Qwen2_5_VisionTransformerPretrainedModel(config)
    else:
        config = config_of.Qwen3VLVisionConfig(
            depth=layers, hidden_size=u, intermediate_size=f, num_heads=heads, out_hidden_size=TEXT, patch_size=16,
            deepstack_visual_indexes=[0], num_position_embeddings=64)
        model = model_of.Qwen3VLVisionModel(config)
    model = model.to(dtype)
    patch = config.patch_size
    pixels = torch.randn(side * side, 3 * 2 * patch * patch, dtype=dtype)
    grid = torch.tensor([[1, side, side]])
    return model, lambda: model(pixels, grid_thw=grid)


def siglip(size: Size, layers: int, side: int, dtype: torch.dtype) -> Tuple[nn.Module, Callable[[], Any]]:
    from transformers.models.gemma3.configuration_gemma3 import Gemma3Config, Gemma3TextConfig
    from transformers.models.gemma3.modeling_gemma3 import Gemma3MultiModalProjector
    from transformers.models.siglip.configuration_siglip import SiglipVisionConfig
    from transformers.models.siglip.modeling_siglip import SiglipVisionModel

    u, f, heads = size
    vision = SiglipVisionConfig(hidden_size=u, intermediate_size=f, num_hidden_layers=layers, num_attention_heads=heads,
                                image_size=14 * side, patch_size=14, vision_use_head=False)
    model = SiglipVisionModel(vision)
    project = Gemma3MultiModalProjector(Gemma3Config(
        vision_config=vision, text_config=Gemma3TextConfig(hidden_size=TEXT, num_attention_heads=4), mm_tokens_per_image=side * side // 16))
    both = Both(model, project).to(dtype).train()
    pixels = torch.randn(1, 3, 14 * side, 14 * side, dtype=dtype)
    return both, lambda: project(model(pixels).last_hidden_state)


def clip(size: Size, layers: int, side: int, dtype: torch.dtype) -> Tuple[nn.Module, Callable[[], Any]]:
    from transformers.models.clip.configuration_clip import CLIPVisionConfig
    from transformers.models.clip.modeling_clip import CLIPVisionModel
    from transformers.models.llava.configuration_llava import LlavaConfig
    from transformers.models.llava.modeling_llava import LlavaMultiModalProjector
    from transformers.models.llama.configuration_llama import LlamaConfig

    u, f, heads = size
    vision = CLIPVisionConfig(hidden_size=u, intermediate_size=f, num_hidden_layers=layers, num_attention_heads=heads,
                              image_size=14 * side, patch_size=14)
    model = CLIPVisionModel(vision)
    project = LlavaMultiModalProjector(LlavaConfig(vision_config=vision, text_config=LlamaConfig(hidden_size=TEXT, num_attention_heads=4)))
    both = Both(model, project).to(dtype).train()
    pixels = torch.randn(1, 3, 14 * side, 14 * side, dtype=dtype)
    return both, lambda: project(model(pixels, output_hidden_states=True).hidden_states[-2][:, 1:])


def pixtral(size: Size, layers: int, side: int, dtype: torch.dtype) -> Tuple[nn.Module, Callable[[], Any]]:
    from transformers.models.mistral.configuration_mistral import MistralConfig
    from transformers.models.mistral3.configuration_mistral3 import Mistral3Config
    from transformers.models.mistral3.modeling_mistral3 import Mistral3MultiModalProjector
    from transformers.models.pixtral.configuration_pixtral import PixtralVisionConfig
    from transformers.models.pixtral.modeling_pixtral import PixtralVisionModel

    u, f, heads = size
    vision = PixtralVisionConfig(hidden_size=u, intermediate_size=f, num_hidden_layers=layers,
                                 num_attention_heads=heads, image_size=1540, patch_size=14)
    model = PixtralVisionModel(vision)
    project = Mistral3MultiModalProjector(Mistral3Config(
        vision_config=vision, text_config=MistralConfig(hidden_size=TEXT, num_attention_heads=4), spatial_merge_size=2))
    both = Both(model, project).to(dtype).train()
    pixels = torch.randn(1, 3, 14 * side, 14 * side, dtype=dtype)
    sizes = torch.tensor([[14 * side, 14 * side]])
    return both, lambda: project(model(pixels, image_sizes=sizes).last_hidden_state.squeeze(0), sizes)


def llama4(size: Size, layers: int, side: int, dtype: torch.dtype) -> Tuple[nn.Module, Callable[[], Any]]:
    from transformers.models.llama4.configuration_llama4 import Llama4VisionConfig
    from transformers.models.llama4.modeling_llama4 import Llama4VisionModel

    u, f, heads = size
    config = Llama4VisionConfig(hidden_size=u, intermediate_size=4 * u, num_hidden_layers=layers, projector_input_dim=f,
                                projector_output_dim=f, vision_output_dim=f, num_attention_heads=heads,
                                image_size=14 * side, patch_size=14)
    model = Llama4VisionModel(config)
    project = nn.Linear(f, TEXT, bias=False)
    both = Both(model, project).to(dtype).train()
    pixels = torch.randn(1, 3, 14 * side, 14 * side, dtype=dtype)
    return both, lambda: project(model(pixels).last_hidden_state)


def kimi(size: Size, layers: int, side: int, dtype: torch.dtype) -> Tuple[nn.Module, Callable[[], Any]]:
    from transformers.models.deepseek_v3.configuration_deepseek_v3 import DeepseekV3Config
    from transformers.models.kimi_k25.configuration_kimi_k25 import Kimi_K25Config, Kimi_K25VisionConfig
    from transformers.models.kimi_k25.modeling_kimi_k25 import Kimi_K25MultimodalProjection, Kimi_K25VisionModel

    u, f, heads = size
    vision = Kimi_K25VisionConfig(hidden_size=u, intermediate_size=f, num_hidden_layers=layers,
                                  num_attention_heads=heads, pos_emb_height=8, pos_emb_width=8)
    model = Kimi_K25VisionModel(vision)
    project = Kimi_K25MultimodalProjection(Kimi_K25Config(
        vision_config=vision, text_config=DeepseekV3Config(hidden_size=TEXT, num_attention_heads=4), projection_hidden_size=u))
    both = Both(model, project).to(dtype).train()
    pixels = torch.randn(side * side, 3, 14, 14, dtype=dtype)
    grid = torch.tensor([[1, side, side]])
    return both, lambda: project(model(pixels, grid_thw=grid).pooler_output)


def gemma4(size: Size, layers: int, side: int, dtype: torch.dtype) -> Tuple[nn.Module, Callable[[], Any]]:
    from transformers.models.gemma4.configuration_gemma4 import Gemma4TextConfig, Gemma4VisionConfig
    from transformers.models.gemma4.modeling_gemma4 import Gemma4MultimodalEmbedder, Gemma4VisionModel

    u, f, heads = size
    config = Gemma4VisionConfig(hidden_size=u, intermediate_size=f, num_hidden_layers=layers,
                                num_attention_heads=heads, num_key_value_heads=heads, head_dim=u // heads,
                                position_embedding_size=64)
    model = Gemma4VisionModel(config)
    project = Gemma4MultimodalEmbedder(config, Gemma4TextConfig(hidden_size=TEXT, num_attention_heads=4))
    both = Both(model, project).to(dtype).train()
    pixels = torch.randn(1, side * side, 3 * 16 * 16, dtype=dtype)
    places = torch.stack(torch.meshgrid(torch.arange(side), torch.arange(side), indexing="xy"), -1).reshape(1, -1, 2)
    return both, lambda: project(model(pixels, places).last_hidden_state)


def mllama(size: Size, layers: int, side: int, dtype: torch.dtype) -> Tuple[nn.Module, Callable[[], Any]]:
    from transformers.models.mllama.configuration_mllama import MllamaVisionConfig
    from transformers.models.mllama.modeling_mllama import MllamaVisionModel

    u, f, heads = size
    config = MllamaVisionConfig(hidden_size=u, intermediate_size=f, num_hidden_layers=layers, num_global_layers=1,
                                attention_heads=heads, image_size=14 * side, patch_size=14, max_num_tiles=4,
                                intermediate_layers_indices=[0], vision_output_dim=2 * u)
    model = MllamaVisionModel(config)
    project = nn.Linear(2 * u, TEXT)
    both = Both(model, project).to(dtype).train()
    pixels = torch.randn(1, 1, 4, 3, 14 * side, 14 * side, dtype=dtype)
    ids, mask = torch.tensor([[1]]), torch.ones(1, 1, 4, dtype=torch.long)
    return both, lambda: project(model(pixels, ids, mask).last_hidden_state)


KINDS: Dict[str, Tuple[Callable[..., Tuple[nn.Module, Callable[[], Any]]], Tuple[int, int]]] = {
    "qwen2": (lambda *a: qwen("qwen2", *a), (8, 16)),
    "qwen2.5": (lambda *a: qwen("qwen2.5", *a), (8, 16)),
    "qwen3": (lambda *a: qwen("qwen3", *a), (8, 16)),
    "siglip": (siglip, (8, 16)),
    "clip": (clip, (8, 16)),
    "pixtral": (pixtral, (8, 16)),
    "llama4": (llama4, (8, 16)),
    "kimi": (kimi, (8, 16)),
    "gemma4": (gemma4, (6, 12)),
    "mllama": (mllama, (8, 16)),
}


def main() -> None:
    torch.manual_seed(0)
    detail = "-v" in sys.argv
    chosen = [name for name in sys.argv[1:] if name in KINDS] or list(KINDS)
    for name in chosen:
        build, sides = KINDS[name]
        for size in SIZES:
            for dtype in (torch.float32, torch.bfloat16):
                total = {}
                for layers in (2, 3):
                    for side in sides:
                        module, run = build(size, layers, side, dtype)
                        for part in module.modules():
                            if hasattr(part, "config"):
                                part.config._attn_implementation = "sdpa"
                        total[layers, side] = kept(module.train(), run, detail and layers == 3 and side == sides[0])
                n0, n1 = sides[0] ** 2, sides[1] ** 2
                layer = [(total[3, side] - total[2, side]) for side in sides]
                outside = [total[2, side] - 2 * each for side, each in zip(sides, layer)]
                print(f"{name:8} {size} {str(dtype)[6:]:9} layer {layer[0] / n0:10.2f} {layer[1] / n1:10.2f} a patch;"
                      f" outside {outside[0] / n0:10.2f} {outside[1] / n1:10.2f}")


if __name__ == "__main__":
    main()
