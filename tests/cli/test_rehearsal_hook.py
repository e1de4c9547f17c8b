# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what watches the script of a rehearsal, with a small module in the place of PyTorch."""

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

HOOK = Path(__file__).resolve().parents[2] / "resources" / "rehearsal"

# As much of PyTorch as the hook asks: an allocator whose numbers a script sets.
TORCH = {
    "__init__.py": """
        from . import cuda, distributed, multiprocessing, optim
        __version__ = "2.6.0"
        class Tensor:
            def record_stream(self, stream):
                pass
        class version:
            cuda = "12.4"
        def save(what, where):
            if isinstance(where, str):
                open(where, "w").close()
        def load(where):
            pass
        """,
    "distributed/__init__.py": "",
    "distributed/launcher/__init__.py": "",
    "distributed/launcher/api.py": """
        def launch_agent(config, entrypoint, args):
            raise SystemExit("it started every rank")
        """,
    "multiprocessing/__init__.py": "from .spawn import spawn, start_processes\n",
    "multiprocessing/spawn.py": """
        import multiprocessing
        def start_processes(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
            context = multiprocessing.get_context(start_method)
            started = [context.Process(target=fn, args=(i,) + args) for i in range(nprocs)]
            for process in started:
                process.start()
            for process in started:
                process.join()
        def spawn(fn, args=(), nprocs=1, join=True, daemon=False, start_method="spawn"):
            return start_processes(fn, args, nprocs, join, daemon, start_method)
        """,
    "optim/__init__.py": """
        from .optimizer import Optimizer
        del optimizer
        """,
    "optim/optimizer.py": """
        hooks = []
        register_optimizer_step_post_hook = hooks.append
        class Optimizer:
            def step(self):
                for hook in hooks:
                    hook(self, (), {})
        """,
    "cuda/__init__.py": """
        from . import memory
        from .memory import memory_stats, reset_peak_memory_stats
        class OutOfMemoryError(RuntimeError):
            pass
        def device_count():
            return 1
        def is_initialized():
            return True
        def _lazy_call(function):
            pass
        def get_device_name(device):
            return "a card"
        def mem_get_info(device):
            return (70, 80)
        """,
    "cuda/memory.py": """
        now = {"allocated": 0, "reserved": 0}
        peak = dict(now)
        failed = 0
        def take(size):
            now["allocated"] += size
            now["reserved"] = max(now["reserved"], now["allocated"])
            for name in now:
                peak[name] = max(peak[name], now[name])
        def memory_stats(device):
            return {"allocated_bytes.all.peak": peak["allocated"],
                    "reserved_bytes.all.peak": peak["reserved"],
                    "allocated_bytes.all.current": now["allocated"],
                    "num_alloc_retries": 0,
                    "num_ooms": failed}
        def reset_peak_memory_stats(device=None):
            peak.update(now)
        """,
}


class Scripts(unittest.TestCase):
    """Runs scripts of a person's with what watches them."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "seen").mkdir()
        self.write_modules({"torch/" + name: textwrap.dedent(text) for name, text in TORCH.items()})

    def write_modules(self, texts):
        for name, text in texts.items():
            path = self.folder / "modules" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def run_script(self, text, name="train.py", **settings):
        script = self.folder / name
        script.write_text(textwrap.dedent(text), encoding="utf-8")
        environment = dict(
            os.environ,
            PYTHONPATH=os.pathsep.join([str(HOOK), str(self.folder / "modules")]),
            PYTHONDONTWRITEBYTECODE="1",
            HIGHWATER_REHEARSAL=str(self.folder / "seen"),
            **settings,
        )
        done = subprocess.run(
            [sys.executable, str(script)],
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            universal_newlines=True,
        )
        reports = [
            json.loads(path.read_text(encoding="utf-8"))
            for path in (self.folder / "seen").glob("process-*.json")
        ]
        return done, reports


class Hook(Scripts):
    def test_ends_after_the_steps_asked_for(self):
        done, reports = self.run_script(
            """
            import torch
            optimizer = torch.optim.Optimizer()
            for step in range(10):
                torch.cuda.memory.take(30 + step)
                torch.cuda.memory.take(-30)
                optimizer.step()
                print(step)
            """,
            HIGHWATER_REHEARSAL_STEPS="2",
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout, "0\n")
        self.assertEqual(
            reports,
            [
                {
                    "torch": "2.6.0",
                    "cuda": "12.4",
                    "ended": "steps",
                    "not_saved": 0,
                    "steps": [
                        [{"allocated": 30, "reserved": 30, "held": 0}],
                        [{"allocated": 31, "reserved": 31, "held": 1}],
                    ],
                    "unfinished": [],
                    "devices": [
                        {"name": "a card", "capacity": 80, "retries": 0, "out_of_memory": 0}
                    ],
                    "unanswered": [
                        {
                            "file": str(self.folder / "train.py"),
                            "line": 2,
                            "times": 1,
                            "answer": "no values are known: this PyTorch is too old for it",
                        }
                    ],
                    "needs": [],
                    "data_made": [],
                    "rank": 0,
                    "world": 1,
                }
            ],
        )

    def test_tells_each_step_as_it_is_made(self):
        self.run_script("import torch\ntorch.cuda.memory.take(30)\ntorch.optim.Optimizer().step()\n")
        [progress] = (self.folder / "seen").glob("progress-*.jsonl")
        self.assertEqual(
            json.loads(progress.read_text(encoding="utf-8")),
            {"rank": 0, "step": 1, "steps": 3, "allocated": 30, "reserved": 30},
        )

    def test_lets_libraries_ask_the_network_only_where_allowed(self):
        text = "import os\nprint('HF_HUB_OFFLINE' in os.environ, os.environ['WANDB_MODE'])\n"
        self.assertEqual(self.run_script(text)[0].stdout, "True disabled\n")
        done, _ = self.run_script(text, HIGHWATER_REHEARSAL_NETWORK="1")
        self.assertEqual(done.stdout, "False disabled\n")

    def test_counts_one_optimizer_of_several(self):
        _, [report] = self.run_script(
            """
            import torch
            first, second = torch.optim.Optimizer(), torch.optim.Optimizer()
            for step in range(2):
                first.step()
                second.step()
            """
        )
        self.assertEqual((report["ended"], len(report["steps"])), ("script", 2))

    def test_keeps_a_peak_that_the_script_resets(self):
        _, [report] = self.run_script(
            """
            import torch
            torch.cuda.memory.take(50)
            torch.cuda.memory.take(-50)
            torch.cuda.reset_peak_memory_stats()
            torch.optim.Optimizer().step()
            """,
            HIGHWATER_REHEARSAL_STEPS="1",
        )
        self.assertEqual(report["steps"][0][0]["allocated"], 50)

    def test_saves_nothing(self):
        _, [report] = self.run_script("import torch\ntorch.save({}, 'checkpoint.pt')\n")
        self.assertEqual(report["not_saved"], 1)
        self.assertFalse((self.folder / "checkpoint.pt").exists())

    def test_keeps_a_persons_own_checkpoints(self):
        old = self.folder / "checkpoint-1" / "model.safetensors"
        old.parent.mkdir()
        old.write_text("theirs")
        os.utime(str(old), (1, 1))
        self.run_script(
            """
            import os, shutil, torch
            shutil.rmtree("checkpoint-1", ignore_errors=True)
            os.remove("checkpoint-1/model.safetensors")
            open("checkpoint-1/model.safetensors", "w").close()
            os.makedirs("made/now")
            open("made/now/model.pt", "w").close()
            os.replace("made/now/model.pt", "checkpoint-1/model.safetensors")
            os.rename("checkpoint-1", "checkpoint-2")
            shutil.rmtree("made")
            """
        )
        self.assertEqual(old.read_text(), "theirs")
        self.assertFalse((self.folder / "made").exists())

    def test_copies_through_memory(self):
        done, [report] = self.run_script(
            """
            import io, torch
            torch.save({}, io.BytesIO())
            print("copied")
            """
        )
        self.assertEqual((done.stdout, report["not_saved"]), ("copied\n", 0))

    def test_shows_the_script_the_peaks_that_it_would_see(self):
        done, [report] = self.run_script(
            """
            import torch
            torch.cuda.memory.take(50)
            torch.cuda.memory.take(-50)
            torch.optim.Optimizer().step()
            print(torch.cuda.memory_stats(0)["allocated_bytes.all.peak"])
            torch.cuda.reset_peak_memory_stats()
            print(torch.cuda.memory_stats(0)["allocated_bytes.all.peak"])
            """
        )
        self.assertEqual(done.stdout, "50\n0\n")

    def test_saves_nothing_by_the_libraries_of_others(self):
        modules = {
            "safetensors/__init__.py": "",
            "safetensors/torch.py": "def save_file(what, where):\n    open(where, 'w').close()\n",
            "wandb.py": "def init(mode=None):\n    print(mode)\n",
            "mlflow/__init__.py": "from .tracking._tracking_service.utils import set_tracking_uri\n",
            "mlflow/tracking/__init__.py": "",
            "mlflow/tracking/_tracking_service/__init__.py": "",
            "mlflow/tracking/_tracking_service/utils.py": "set_tracking_uri = print\n",
        }
        self.write_modules(modules)
        done, [report] = self.run_script(
            """
            import mlflow, os, torch, wandb
            from safetensors.torch import save_file
            save_file({}, "model.safetensors")
            wandb.init(mode="online")
            print(os.environ["DO_NOT_TRACK"], os.environ["AXOLOTL_DO_NOT_TRACK"])
            mlflow.set_tracking_uri("http://127.0.0.1:5000")
            print(os.path.basename(os.environ["MLFLOW_TRACKING_URI"]))
            """
        )
        self.assertEqual((done.stdout, report["not_saved"]), ("disabled\n1 1\nmlflow\n", 1))
        self.assertFalse((self.folder / "model.safetensors").exists())

    def test_writes_small_files_that_the_script_reads_again(self):
        package = self.folder / "modules" / "transformers"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "configuration_utils.py").write_text(
            textwrap.dedent(
                """
                import os
                class PretrainedConfig:
                    torch_dtype, text = None, ""
                    def save_pretrained(self, folder, push_to_hub=False):
                        assert not push_to_hub
                        os.makedirs(os.path.join(folder, "parts"), exist_ok=True)
                        names = "config.json", "parts/more.json"
                        for name in names:
                            with open(os.path.join(folder, name), "w") as file:
                                file.write("%s %s" % (self.text, self.torch_dtype))
                        return tuple(os.path.join(folder, name) for name in names)
                """
            )
        )
        (package / "modeling_utils.py").write_text(
            textwrap.dedent(
                """
                from .configuration_utils import PretrainedConfig
                class PreTrainedModel:
                    dtype, config = "torch.bfloat16", PretrainedConfig()
                    def save_pretrained(self, folder):
                        raise AssertionError("weights")
                """
            )
        )
        (self.folder / "theirs").mkdir()
        (self.folder / "theirs" / "config.json").write_text("theirs")
        done, [report] = self.run_script(
            """
            import torch
            from transformers.modeling_utils import PreTrainedModel
            config = PreTrainedModel.config
            config.text = "first"
            config.save_pretrained("new/one", push_to_hub=True)
            config.text = "second"
            print(config.save_pretrained("new/one")[0].endswith("/new/one/config.json"))
            print(open("new/one/config.json").read(), "|", open("new/one/parts/more.json").read())
            PreTrainedModel().save_pretrained("model")
            print(open("model/config.json").read())
            config.save_pretrained("theirs")
            """
        )
        self.assertEqual(
            done.stdout, "True\nsecond None | second None\nsecond bfloat16\n", done.stderr
        )
        self.assertEqual((self.folder / "theirs" / "config.json").read_text(), "theirs")
        self.assertEqual(report["not_saved"], 2)  # the weights, and the file that was there
        seen = self.folder / "seen"
        self.assertEqual(
            [
                os.path.relpath(name, str(self.folder))
                for name in (seen / "written.txt").read_text(encoding="utf-8").splitlines()
            ],
            """new new/one new/one/config.json new/one/parts new/one/parts/more.json model
            model/config.json model/parts model/parts/more.json theirs/parts
            theirs/parts/more.json""".split(),
        )
        self.assertEqual(list(seen.glob("written-*")), [])

    def test_reads_no_weights_of_models_of_pictures(self):
        modules = {
            "torch/nn.py": "class Module:\n    def load_state_dict(self, state): print(state)\n",
            "torchvision/__init__.py": "",
            "torchvision/models/__init__.py": "",
            "torchvision/models/_api.py": "class WeightsEnum:\n    def get_state_dict(self): 1 / 0\n",
            "timm/__init__.py": "",
            "timm/models/__init__.py": "",
            "timm/models/_builder.py": "def load_pretrained(model, strict=True): 1 / 0\n",
        }
        self.write_modules(modules)
        done, [report] = self.run_script(
            """
            import torch.nn, timm.models._builder
            from torchvision.models._api import WeightsEnum
            class DEFAULT(WeightsEnum):
                def __str__(self): return "DEFAULT"
            model = torch.nn.Module()
            model.load_state_dict(DEFAULT().get_state_dict())
            model.load_state_dict("read")
            timm.models._builder.load_pretrained(model, strict=False)
            """,
            HIGHWATER_REHEARSAL_WITHOUT_WEIGHTS="1",
        )
        self.assertEqual((done.returncode, done.stdout), (0, "read\n"), done.stderr)
        self.assertEqual(report["weights_made"], ["DEFAULT", "Module"])

    def test_lets_libraries_look_at_a_function_that_saves_nothing(self):
        path = self.folder / "modules" / "transformers" / "tokenization_utils_base.py"
        path.parent.mkdir()
        (path.parent / "__init__.py").write_text("")
        path.write_text(
            textwrap.dedent(
                """
                class Hub:
                    def push_to_hub(self, repo, private=None):
                        "Uploads to a repo."
                class PreTrainedTokenizerBase(Hub):
                    pass
                """
            )
        )
        done, [report] = self.run_script(
            """
            import inspect, pickle, torch
            from transformers.tokenization_utils_base import PreTrainedTokenizerBase
            push = PreTrainedTokenizerBase().push_to_hub
            print(push.__doc__, inspect.signature(push))
            pickle.loads(pickle.dumps(push))("a repo")
            """
        )
        self.assertEqual(done.stdout, "Uploads to a repo. (repo, private=None)\n", done.stderr)
        self.assertEqual(report["not_saved"], 1)

    def test_says_where_memory_ran_out(self):
        done, [report] = self.run_script(
            "import torch\n\nraise torch.cuda.OutOfMemoryError('90 bytes')\n"
        )
        self.assertEqual(done.returncode, 1)
        self.assertEqual(report["ended"], "out of memory")
        self.assertEqual((report["error"]["text"], report["error"]["line"]), ("90 bytes", 3))

    def test_says_which_error_ended_the_script(self):
        _, [report] = self.run_script("import torch\nopen('data that is not there')\n")
        self.assertEqual(report["ended"], "error")
        self.assertEqual((report["error"]["kind"], report["error"]["line"]), ("FileNotFoundError", 2))

    def test_says_which_line_of_a_persons_led_to_a_library_that_raised(self):
        _, [report] = self.run_script(
            "import random, torch\n\nrandom.sample(range(2), 3)\n"
        )
        error = report["error"]
        self.assertEqual((Path(error["file"]).name, error["line"]), ("train.py", 3))
        self.assertEqual(Path(error["library"]).name, "random.py")

    def test_says_how_a_script_failed_before_it_imported_pytorch(self):
        _, [report] = self.run_script("import os\nimport a_module_that_nobody_has, torch\n")
        self.assertEqual((report["ended"], report["error"]["line"]), ("error", 2))

    def test_leaves_the_failure_of_another_program_to_the_script(self):
        _, [report] = self.run_script(
            """
            import subprocess, sys, torch
            subprocess.run([sys.executable, "-c", "raise ValueError"], stderr=subprocess.DEVNULL)
            """
        )
        self.assertEqual(report["ended"], "script")

    def test_runs_nothing_that_it_cannot_watch(self):
        done, reports = self.run_script("print('ran')\n", HIGHWATER_REHEARSAL_STEPS="many")
        self.assertEqual((done.returncode, done.stdout, reports), (1, "", []))

    def test_says_which_module_a_library_lacks(self):
        _, [report] = self.run_script(
            """
            import torch
            try:
                import a_module_that_nobody_has
            except ImportError as error:
                raise RuntimeError("Failed to import a part:") from error
            """
        )
        self.assertEqual(
            (report["error"]["kind"], report["error"]["text"]),
            ("ModuleNotFoundError", "No module named 'a_module_that_nobody_has'"),
        )

    def test_reports_where_no_handler_of_the_end_runs(self):
        done, [report] = self.run_script(
            """
            import os, torch
            torch.optim.Optimizer().step()
            if os.fork() == 0:
                os._exit(4)
            os.wait()
            os._exit(5)
            """
        )
        self.assertEqual((done.returncode, report["ended"], len(report["steps"])), (5, "script", 1))

    def test_says_how_often_the_script_went_on_without_memory(self):
        _, [report] = self.run_script("import torch\ntorch.cuda.memory.failed = 2\n")
        self.assertEqual(report["devices"][0]["out_of_memory"], 2)

    def test_says_nothing_of_a_script_without_pytorch(self):
        done, reports = self.run_script("print(1)\n")
        self.assertEqual((done.stdout, reports), ("1\n", []))

    def test_runs_the_persons_module_of_the_same_name(self):
        (self.folder / "modules" / "sitecustomize.py").write_text("print('theirs')\n")
        done, _ = self.run_script("")
        self.assertEqual(done.stdout, "theirs\n")


if __name__ == "__main__":
    unittest.main()
