# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what a rehearsal makes in the place of weights and data that are not there."""

import json
import struct
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "resources" / "rehearsal"))

from highwater_rehearsal import data, weights  # noqa: E402


class Weights(unittest.TestCase):
    def test_files_have_the_tensors_and_no_content(self):
        with tempfile.TemporaryDirectory() as folder:
            weights.write_shards(
                folder,
                {
                    "first": ("BF16", [1 << 20, 600], 2 * 600 << 20),
                    "second": ("F32", [3], 12),
                    "third": ("BF16", [1 << 20, 600], 2 * 600 << 20),
                },
            )
            places = json.loads((Path(folder) / "model.safetensors.index.json").read_text())
            self.assertEqual(places["metadata"]["total_size"], (4 * 600 << 20) + 12)
            first, third = places["weight_map"]["first"], places["weight_map"]["third"]
            self.assertEqual(places["weight_map"]["second"], first)
            self.assertNotEqual(first, third)
            path = Path(folder) / first
            with open(str(path), "rb") as file:
                [length] = struct.unpack("<Q", file.read(8))
                header = json.loads(file.read(length).decode("utf-8"))
            self.assertEqual(
                header["second"],
                {
                    "dtype": "F32",
                    "shape": [3],
                    "data_offsets": [2 * 600 << 20, (2 * 600 << 20) + 12],
                },
            )
            self.assertEqual(length % 8, 0)
            self.assertEqual(path.stat().st_size, 8 + length + (2 * 600 << 20) + 12)
            self.assertLess(path.stat().st_blocks * 512, 1 << 20)


class Data(unittest.TestCase):
    rows = [
        ("a text alone", ["torch"], "", ["text"]),
        ("columns that the script names", ["datasets"], "row['question'] + row['answer']",
         ["answer", "question", "text"]),
        ("preferences for DPO", ["trl.trainer.dpo_trainer"], "", ["chosen", "prompt", "rejected"]),
        ("pairs for a reward", ["trl.trainer.reward_trainer"], "", ["chosen", "rejected"]),
        ("prompts for GRPO", ["trl.trainer.grpo_trainer"], "", ["prompt"]),
        ("a text for SFT", ["trl.trainer.sft_trainer"], "", ["text"]),
        ("roles, not a column", ["trl.trainer.sft_trainer"],
         "[{'role': 'user', 'content': row['instruction']}]", ["instruction", "text"]),
    ]  # fmt: skip

    def test_columns(self):
        for name, modules, script, expected in self.rows:
            with self.subTest(name):
                self.assertEqual(sorted(data.columns(modules, script)), expected)

    def test_conversations_come_without_a_text(self):
        wanted = data.without_text(data.columns([], "row['messages']"))
        self.assertEqual(list(wanted), ["messages"])

    def test_splits_of_the_script(self):
        script = "load_dataset('x', split='train_sft'); train_test_split; args['test_size']"
        self.assertEqual(
            data.splits(script), ("train", "validation", "test", "test_size", "train_sft")
        )


if __name__ == "__main__":
    unittest.main()
