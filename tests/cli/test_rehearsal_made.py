# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what a rehearsal makes in the place of weights and data that are not there."""

import json
import struct
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "resources" / "rehearsal"))

from highwater_rehearsal import data, made_rows, made_tokenizer, weights  # noqa: E402


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
        ("labels that the script makes of a label", ["datasets"],
         "data.rename_column('label', 'labels')", ["label", "text"]),
        ("columns of which the script lists all", ["datasets"],
         "data.map(f, remove_columns=['idx', 'sentence1']); 'label'", ["idx", "label", "sentence1"]),
        ("labels that the script makes", ["datasets"], "row['labels'] = row['input_ids']", ["text"]),
        ("labels of pictures", ["datasets"], "row['image'], row['labels']", ["image", "labels", "text"]),
    ]  # fmt: skip

    def test_columns(self):
        for name, modules, script, expected in self.rows:
            with self.subTest(name):
                self.assertEqual(sorted(made_rows.columns(modules, script)), expected)

    def test_columns_that_options_name(self):
        words = ["run.py", "--image_column", "photo", "--caption_column=words", "--text_column_name", "-1"]
        wanted = made_rows.columns([], "", words, "a text")
        self.assertEqual(sorted(wanted), ["photo", "text", "words"])
        self.assertIsInstance(wanted["photo"], made_rows.Picture)
        self.assertEqual(wanted["words"], "a text")

    def test_a_text_in_each_language(self):
        words = ["run.py", "--source_lang", "fi_FI", "--target_lang=en_XX"]
        wanted = made_rows.columns([], "row['translation']", words, "a text")
        self.assertLessEqual({"fi", "fi_FI", "en", "en_XX"}, set(wanted["translation"]))

    lengths = [
        ("nothing says it", "", ["train.py"], 8192),
        ("an option", "", ["train.py", "--max_seq_length", "32768"], 32768),
        ("an option with its value", "", ["train.py", "--model-max-length=16384"], 16384),
        ("the script", "tokenizer(text, max_length=20000)", ["train.py"], 20000),
        ("the longest", "block_size = 9000", ["train.py", "--cutoff_len", "10000"], 10000),
        ("a shorter one", "block_size: int = 512", ["train.py"], 8192),
        ("absurd", "", ["train.py", "--max_length", "9999999"], 1 << 18),
    ]

    def test_texts_are_as_long_as_the_script_takes(self):
        for name, script, words, expected in self.lengths:
            with self.subTest(name):
                self.assertEqual(made_rows.longest_asked(script, words), expected)
        self.assertEqual(len(made_rows.words_of(20000)), 20000)

    def test_a_settings_file_says_the_length(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "run.yaml"
            path.write_text("sequence_len: 65536\n")
            self.assertEqual(made_rows.longest_asked("", ["train.py", str(path)]), 65536)

    def test_rows_become_fewer_as_they_become_longer(self):
        self.assertEqual([made_rows.rows_of(words) for words in (8192, 32768, 1 << 18)], [256, 64, 16])

    def test_a_tokenizer_without_words_is_empty(self):
        class Tokenizer:
            all_special_tokens = ["<s>", "</s>"]

            def __init__(self, words):
                self.words = words

            def get_vocab(self):
                return dict.fromkeys([*self.words, *self.all_special_tokens, "<added>"])

            def get_added_vocab(self):
                return {"<added>": 2}

        self.assertTrue(made_tokenizer.is_empty(Tokenizer([])))
        self.assertFalse(made_tokenizer.is_empty(Tokenizer("abcdefgh")))

    positions = [
        ("of GPT-2", {"n_positions": 1024}, 1024),
        ("of Llama", {"max_position_embeddings": 131072, "model_type": "llama"}, 131072),
        ("RoBERTa's begin after the padding", {"max_position_embeddings": 514, "pad_token_id": 1,
         "model_type": "roberta"}, 512),
        ("not said", {}, None),
    ]  # fmt: skip

    def test_the_longest_text_of_a_model(self):
        for name, config, expected in self.positions:
            with self.subTest(name):
                self.assertEqual(made_tokenizer.most_tokens(SimpleNamespace(**config)), expected)

    def test_what_is_missing_is_made_only_where_asked(self):
        def load(path):
            raise OSError("not here")

        needs, answers = [], []
        asked = data.Data(answers.append, needs.append, True)
        metric = asked.or_made(load, "%s lacks", asked.made_metric)("glue")
        self.assertEqual(metric.compute(predictions=[1])["matthews_correlation"], 0.0)
        self.assertEqual((asked.made, needs, len(answers)), (["glue"], [], 1))
        not_asked = data.Data(answers.append, needs.append, False)
        with self.assertRaises(OSError):
            not_asked.or_made(load, "%s lacks", not_asked.made_metric)("glue")
        self.assertEqual(needs, ["glue lacks"])

    def test_conversations_come_without_a_text(self):
        wanted = made_rows.without_text(made_rows.columns([], "row['messages']"))
        self.assertEqual(list(wanted), ["messages"])

    def test_splits_of_the_script(self):
        script = "load_dataset('x', split='train_sft'); train_test_split; args['test_size']"
        self.assertEqual(
            made_rows.splits(script), ("train", "validation", "test", "test_size", "train_sft")
        )


if __name__ == "__main__":
    unittest.main()
