# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains a decoder of the shape of Llama 3.1 8B in plain PyTorch without end: packaging/bench times steps of its rehearsal."""

import torch
from torch import nn
from torch.nn import functional

LAYERS, WIDTH, HEADS, KEY_HEADS, MLP, WORDS, CONTEXT = 32, 4096, 32, 8, 14336, 128256, 4096


def linear(inner, outer):
    return nn.Linear(inner, outer, bias=False)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        head = WIDTH // HEADS
        self.before_attention, self.before_mlp = nn.RMSNorm(WIDTH), nn.RMSNorm(WIDTH)
        self.query, self.key, self.value = linear(WIDTH, WIDTH), linear(WIDTH, KEY_HEADS * head), linear(WIDTH, KEY_HEADS * head)
        self.output = linear(WIDTH, WIDTH)
        self.gate, self.up, self.down = linear(WIDTH, MLP), linear(WIDTH, MLP), linear(MLP, WIDTH)

    def forward(self, stream):
        seen = self.before_attention(stream)
        query, key, value = (project(seen).unflatten(-1, (-1, WIDTH // HEADS)).transpose(1, 2)
                             for project in (self.query, self.key, self.value))
        key, value = (each.repeat_interleave(HEADS // KEY_HEADS, dim=1) for each in (key, value))
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        stream = stream + self.output(mixed.transpose(1, 2).flatten(2))
        seen = self.before_mlp(stream)
        return stream + self.down(functional.silu(self.gate(seen)) * self.up(seen))


torch.set_default_device("cuda")
torch.set_default_dtype(torch.bfloat16)
model = nn.Sequential(nn.Embedding(WORDS, WIDTH), *(Layer() for _ in range(LAYERS)), nn.RMSNorm(WIDTH), linear(WIDTH, WORDS))
optimizer = torch.optim.AdamW(model.parameters())
words = torch.zeros(1, CONTEXT, dtype=torch.long)
while True:
    functional.cross_entropy(model(words).flatten(0, 1), words.flatten()).backward()
    optimizer.step()
    optimizer.zero_grad()
