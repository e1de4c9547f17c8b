# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module against the built program, whose path is in HIGHWATER."""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "resources/python"))

import highwater  # noqa: E402

PLAN = {"model": {"id": "llama-3.1-8b"}, "layout": {"zero": 3}}


class Estimates(unittest.TestCase):
    def test_default_plan(self):
        found = highwater.estimate()
        self.assertEqual(found["format"], "highwater-estimate")
        self.assertEqual(found["model"]["parameters"], 8_030_261_248)

    def test_settings_with_dots_and_underscores(self):
        dots = highwater.estimate(**{"layout.zero": 3, "workload.context": 4096})
        self.assertEqual(dots, highwater.estimate(layout__zero=3, workload__context=4096))
        self.assertNotEqual(dots["per_gpu"], highwater.estimate()["per_gpu"])

    def test_values_of_every_kind(self):
        found = highwater.estimate(
            recipe__keep_gradients=False,
            cluster__capacity=None,
            layout__imbalance=1.5,
            model__custom={
                "hidden_size": 64,
                "num_layers": 2,
                "num_heads": 4,
                "intermediate_size": 256,
                "vocab_size": 1000,
            },
        )
        # 2 tables of 1000 x 64; layers of 4 * 64^2, 3 * 64 * 256 and 2 norms; the last norm
        self.assertEqual(
            found["model"]["parameters"], 128_000 + 2 * (16_384 + 49_152 + 128) + 64
        )

    def test_dict_path_and_whole_file_are_the_same_plan(self):
        from_dict = highwater.estimate(PLAN)
        whole = {"format": "highwater-plan", "version": 1, **PLAN}
        self.assertEqual(highwater.estimate(whole), from_dict)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "with ü.hwplan"
            path.write_text(json.dumps(whole), encoding="utf-8")
            self.assertEqual(highwater.estimate(path), from_dict)
            self.assertEqual(highwater.estimate(str(path)), from_dict)

    def test_dict_with_any_part_of_a_plan(self):
        words = [highwater.program(), "catalog", "schema"]
        schema = subprocess.run(words, capture_output=True, encoding="utf-8", check=True)
        self.assertEqual(highwater._PLAN_KEYS, set(json.loads(schema.stdout)["properties"]))
        found = highwater.estimate({**PLAN, "job": {"kind": "dpo"}})
        self.assertNotEqual(found.per_gpu.total, highwater.estimate(PLAN).per_gpu.total)

    def test_settings_change_a_dict(self):
        self.assertEqual(
            highwater.estimate(PLAN, layout__zero=0), highwater.estimate(layout__zero=0)
        )


class Answers(unittest.TestCase):
    def test_fits(self):
        self.assertTrue(highwater.fits(PLAN))
        self.assertFalse(highwater.fits(PLAN, workload__context=1 << 20))

    def test_solve(self):
        found = highwater.solve(PLAN, for_="workload.context")
        edge = highwater.solve(PLAN, for_="workload.context", edge=True)["answer"]
        self.assertTrue(highwater.fits(PLAN, workload__context=edge))
        self.assertFalse(highwater.fits(PLAN, workload__context=edge + 1))
        self.assertEqual(found["edge"], edge)
        self.assertLessEqual(found["answer"], edge)

    def test_sweep(self):
        found = highwater.sweep(
            PLAN, axis="workload.context", start=1024, stop=4096, points=3
        )
        self.assertEqual([point["value"] for point in found["points"]], [1024, 2048, 4096])

    def test_compare(self):
        found = highwater.compare(PLAN)
        self.assertEqual(found["format"], "highwater-compare")
        self.assertEqual(found["methods"][0]["method"], "exact")
        self.assertEqual(
            found["methods"][0]["total"], highwater.estimate(PLAN)["per_gpu"]["total"]
        )

    def test_advise(self):
        self.assertTrue(highwater.advise(workload__context=1 << 17))


class Shapes(unittest.TestCase):
    """An answer as attributes, and as a notebook shows it."""

    def test_attributes(self):
        found = highwater.estimate(PLAN)
        self.assertEqual(found.per_gpu.total, found["per_gpu"]["total"])
        self.assertEqual(found.ledger[0].bytes, found["ledger"][0]["bytes"])
        self.assertIn("per_gpu", dir(found))
        with self.assertRaisesRegex(AttributeError, "the answer has no total: it has format"):
            found.total

    def test_notebook(self):
        found = highwater.estimate(PLAN, workload__context=4096)
        page = found._repr_html_()
        self.assertIn(f"{found.per_gpu.total / 2**30:.2f} GiB", page)
        self.assertIn(">Activations</td>", page)
        self.assertEqual(page.count("<svg"), 1)
        self.assertTrue(page.endswith("</svg>\n</div>"))
        self.assertIn('width="760"', page)
        over = highwater.estimate(PLAN, workload__context=131072)._repr_html_()
        self.assertTrue(over.startswith("<p><b>Does not fit: "))
        # The names are those of the program's own page; what is nothing has no row.
        own = found.markdown()
        for name in highwater._GROUPS.values():
            self.assertIn(f"| {name} |", own)
        served = highwater.estimate(workload__task="inference")._repr_html_()
        self.assertNotIn(">Gradients</td>", served)
        self.assertTrue(found._repr_markdown_().startswith("# "))
        self.assertIn("4,096 tokens", found.markdown())


class Trainer:
    """What the objects of a training library have in common."""

    def __init__(self, **said):
        self._said = said

    def to_dict(self):
        return self._said


SHAPE = {
    "model_type": "llama",
    "hidden_size": 2048,
    "intermediate_size": 5632,
    "num_hidden_layers": 16,
    "num_attention_heads": 16,
    "vocab_size": 32000,
}
TINY = {
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 256,
}


class Runs(unittest.TestCase):
    """Plans of what a script has at hand."""

    def test_model_arguments_and_adapter(self):
        arguments = Trainer(
            output_dir="out",
            per_device_train_batch_size=2,
            gradient_checkpointing=True,
            bf16=True,
        )
        adapter = Trainer(peft_type="LORA", r=8, lora_alpha=16, target_modules={"v_proj", "q_proj"})
        plan = highwater.plan_from(SHAPE, arguments, adapter, cluster__gpus=1)
        self.assertEqual(plan["model"]["custom"]["num_layers"], 16)
        self.assertEqual(plan["workload"]["micro_batch"], 2)
        self.assertEqual(plan["recipe"]["recompute"], "full")
        self.assertEqual(plan["adapter"]["rank"], 8)
        self.assertEqual(plan["adapter"]["targets"], ["q", "v"])
        self.assertEqual(plan["cluster"]["gpus"], 1)
        self.assertTrue(highwater.fits(plan))

    def test_newer_name_of_recompute(self):
        plan = highwater.plan_from(Trainer(output_dir="out", activation_checkpointing=True))
        self.assertEqual(plan["recipe"]["recompute"], "full")

    def test_model_object_and_file(self):
        class Model:
            config = Trainer(**SHAPE)

            def parameters(self):
                return iter(())

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "deepspeed.json"
            path.write_text('{"zero_optimization": {"stage": 3}}', encoding="utf-8")
            plan = highwater.plan_from(Model(), path)
        self.assertEqual(plan["model"]["custom"]["hidden_size"], 2048)
        self.assertEqual(plan["layout"]["zero"], 3)

    def test_no_source_of_a_plan(self):
        with self.assertRaisesRegex(highwater.HighwaterError, "kind that can be imported"):
            highwater.plan_from({"colour": "red"})


@unittest.skipUnless(importlib.util.find_spec("pytest"), "needs pytest")
class Pytest(unittest.TestCase):
    def run_pytest(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run(
                [sys.executable, "-m", "pytest", "-q", "-p", "highwater.pytest_plugin", *words],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(ROOT / "resources/python")},
                capture_output=True,
                encoding="utf-8",
                check=False,
            )

    def test_plans_are_tests(self):
        plan = str(ROOT / "presets/8b-on-8-h100.hwplan")
        ran = self.run_pytest("--highwater", plan)
        self.assertEqual((ran.returncode, "1 passed" in ran.stdout), (0, True), ran.stdout)
        ran = self.run_pytest("--highwater", plan, "--highwater-free", "79")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("less than 79.00 GiB are free", ran.stdout)
        self.assertNotIn("Traceback", ran.stdout)


@unittest.skipUnless(
    importlib.util.find_spec("transformers") and importlib.util.find_spec("accelerate"),
    "needs transformers and accelerate",
)
class MemoryCheck(unittest.TestCase):
    """The callback in transformers' own Trainer, on a tiny model; a made-up card stands in."""

    def trained(self, check, steps=4):
        import torch
        import transformers

        shape = transformers.LlamaConfig(**{**SHAPE, **TINY})
        model = transformers.LlamaForCausalLM(shape)
        tokens = torch.arange(32) % 256
        rows = [{"input_ids": tokens, "labels": tokens}] * 8
        kept = []

        class Logs(transformers.TrainerCallback):
            def on_log(self, args, state, control, logs=None, **_):
                kept.append(dict(logs))

        card = mock.Mock(**{"cuda.max_memory_allocated.return_value": 3 * 2**30})
        card.cuda.max_memory_reserved.return_value = 4 * 2**30
        with tempfile.TemporaryDirectory() as folder, mock.patch("highwater.trainer.torch", card):
            arguments = transformers.TrainingArguments(
                output_dir=folder,
                per_device_train_batch_size=2,
                max_steps=steps,
                logging_steps=1,
                use_cpu=True,
                report_to=[],
                disable_tqdm=True,
            )
            transformers.Trainer(
                model, arguments, train_dataset=rows, callbacks=[check, Logs()]
            ).train()
        return kept

    def test_plan_of_a_file(self):
        from highwater.trainer import MemoryCheck as Check

        check = Check(ROOT / "presets/8b-on-8-h100.hwplan")
        with self.assertLogs("highwater", "WARNING") as said:
            logs = self.trained(check)
        expected = highwater.estimate(ROOT / "presets/8b-on-8-h100.hwplan").per_gpu
        self.assertEqual(check.found["allocated"], 3 * 2**30)
        self.assertEqual(check.found["planned_allocated"], expected.allocated)
        self.assertEqual(check.found["planned_reserved"], expected.reserved)
        self.assertRegex(said.output[0], r"allocated memory after 3 steps: 3\.00 GiB, planned")
        self.assertEqual(len(said.output), 2)
        # The third step's own log is the first to have it.
        said = ["highwater/reserved_gib" in each for each in logs[:4]]
        self.assertEqual(said, [False, False, True, True])
        self.assertEqual(logs[2]["highwater/reserved_gib"], 4)

    def test_plan_of_the_run(self):
        from highwater.trainer import MemoryCheck as Check

        check = Check(steps=1)
        with self.assertLogs("highwater", "WARNING"):
            self.trained(check, steps=1)
        # 2 sequences of 32 tokens, 0.1 million parameters: buffers of libraries are all.
        shape = {**SHAPE, **TINY}
        arguments = Trainer(output_dir="out", per_device_train_batch_size=2)
        plan = highwater.plan_from(shape, arguments, cluster__gpus=1, workload__context=32)
        expected = highwater.estimate(plan).per_gpu
        self.assertLess(expected.allocated, 2**28)
        self.assertEqual(check.found["planned_allocated"], expected.allocated)


class Helpers(unittest.TestCase):
    def test_passes(self):
        highwater.assert_fits(PLAN)
        highwater.assert_fits(PLAN, free=1 << 30)

    def test_does_not_fit(self):
        with self.assertRaisesRegex(AssertionError, r"does not fit: it needs \d+\.\d\d GiB of 79"):
            highwater.assert_fits(PLAN, workload__context=1 << 20)

    def test_too_little_free(self):
        with self.assertRaisesRegex(AssertionError, "less than 79.00 GiB are free"):
            highwater.assert_fits(PLAN, free=79 << 30)


class Problems(unittest.TestCase):
    def test_bad_setting_has_the_programs_sentence(self):
        with self.assertRaises(highwater.HighwaterError) as caught:
            highwater.estimate(layout__zero=7)
        self.assertEqual(caught.exception.exit_code, 2)
        self.assertIn("layout.zero", str(caught.exception))
        self.assertIn("7", str(caught.exception))

    def test_unknown_key(self):
        with self.assertRaisesRegex(highwater.HighwaterError, "layout.zeroo"):
            highwater.estimate(layout__zeroo=1)

    def test_missing_file(self):
        with self.assertRaisesRegex(highwater.HighwaterError, "missing.hwplan"):
            highwater.estimate("/nowhere/missing.hwplan")

    def test_no_program(self):
        with mock.patch.dict(os.environ, {"HIGHWATER": "/nowhere/highwater"}):
            with self.assertRaisesRegex(highwater.ProgramNotFound, "/nowhere/highwater"):
                highwater.estimate()

    def test_program_on_the_path(self):
        folder = str(Path(os.environ["HIGHWATER"]).parent)
        changed = {key: value for key, value in os.environ.items() if key != "HIGHWATER"}
        changed["PATH"] = folder
        with mock.patch.dict(os.environ, changed, clear=True):
            self.assertEqual(Path(highwater.program()).parent, Path(folder))


if __name__ == "__main__":
    unittest.main()
