# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests which ranks of a rehearsal run, with what environment, and what a store answers to them.

HIGHWATER_TORCH_PYTHON names an interpreter that has a PyTorch of any build, for the tests of its own
process groups; without it they are skipped.
"""

import json
import os
import subprocess
import sys
import textwrap
import unittest

import test_rehearsal_hook

sys.path.insert(0, str(test_rehearsal_hook.HOOK))

from highwater_rehearsal.launchers import compiles_for_pytorch, exit_code, place, what_runs  # noqa: E402
from highwater_rehearsal.ranks import Answers, Letters, ranks_asked_for  # noqa: E402

TELL = """
    import os
    print(*[os.environ.get(name, "-") for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE", "GROUP_RANK")])
    """


class Store(unittest.TestCase):
    def setUp(self):
        self.store = Answers(64)

    def test_everybody_has_come_to_a_barrier(self):
        self.assertEqual(self.store.add("barrier", 1), 64)
        self.assertIsNone(self.store.wait(["barrier:last_worker"]))

    def test_counts_beyond_the_ranks(self):
        self.assertEqual(self.store.add("count", 100), 100)

    def test_gives_back_what_was_set(self):
        self.store.set("key", "value")
        self.assertEqual(self.store.get("key"), b"value")

    def test_another_rank_has_set_what_this_one_did(self):
        self.store.set("address/7", "here")
        self.assertEqual(self.store.get("address/63"), b"here")

    def test_gives_an_id_of_nccl(self):
        for key in ("default_pg/0//cuda//0", "default_pg/0//cuda//0:1"):
            self.assertEqual(len(self.store.get(key)), 128)

    def test_gives_a_number_for_any_other_key(self):
        self.assertEqual(int(self.store.get("how many")), 1)

    def test_has_every_key_but_those_of_failures(self):
        self.assertTrue(self.store.check(["ready"]))
        self.assertFalse(self.store.check(["ready", "exception_dump"]))

    def test_sets_only_what_was_expected(self):
        self.assertEqual(self.store.compare_set("key", "", "first"), b"first")
        self.assertEqual(self.store.compare_set("key", "other", "second"), b"first")


class LettersOfRanks(unittest.TestCase):
    def setUp(self):
        folder = test_rehearsal_hook.tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_are_taken_in_their_order(self):
        first = Letters(self.folder)
        first.send(0, "broadcast", ["a"])
        first.send(0, "broadcast", ["b"])
        second = Letters(self.folder)
        taken = [second.take(0, "broadcast") for _ in range(3)]
        self.assertEqual(taken, [["a"], ["b"], ["b"]])

    def test_are_none_of_a_rank_that_did_not_run(self):
        self.assertIsNone(Letters(self.folder).take(0, "broadcast"))

    def test_come_from_the_nearest_stage_before(self):
        Letters(self.folder).send(0, "send", "of the first")
        Letters(self.folder).send(2, "send", "of the third")
        self.assertEqual(Letters(self.folder).take_of_one_before(7, "send"), "of the third")

    def test_leave_out_what_cannot_be_sent(self):
        letters = Letters(self.folder)
        letters.send(0, "broadcast", lambda: None)
        self.assertIsNone(letters.take(0, "broadcast"))


class CommandLines(unittest.TestCase):
    def test_say_what_runs(self):
        for command, runs in (
            ("python train.py --epochs 3", "train.py"),
            ("python -u -X dev /opt/bin/torchrun train.py", "torchrun"),
            ("python -m torch.distributed.run train.py", "torch.distributed.run"),
            ("python -um accelerate.commands.launch train.py", "accelerate.commands.launch"),
            ("python -mdeepspeed.launcher.launch train.py", "deepspeed.launcher.launch"),
            ("python -Wignore -c print(1) -m torchrun", "-c"),
            ("python -Wm train.py", "train.py"),
            ("python", ""),
        ):
            with self.subTest(command):
                self.assertEqual(what_runs(command.split()), runs)

    def test_tell_a_process_of_pytorchs_compiler(self):
        worker = "python /lib/torch/_inductor/compile_worker/__main__.py --workers=2"
        self.assertTrue(compiles_for_pytorch(worker.split()))
        self.assertFalse(compiles_for_pytorch("python train.py".split()))

    def test_name_the_ranks(self):
        for text, ranks in (("0,63", [0, 63]), ("63, 0,63", [0, 63]), ("5", [5]), ("", [0])):
            with self.subTest(text):
                self.assertEqual(ranks_asked_for({"HIGHWATER_REHEARSAL_RANK": text}), ranks)

    def test_a_signal_is_said_as_a_shell_does(self):
        self.assertEqual((exit_code(-9), exit_code(3)), (137, 3))

    def test_the_last_node_may_be_smaller(self):
        placed = place(13, 14, 8, {"MASTER_ADDR": "node0"})
        said = [placed[name] for name in ("GROUP_RANK", "LOCAL_RANK", "LOCAL_WORLD_SIZE")]
        self.assertEqual(said + [placed["MASTER_ADDR"]], ["1", "5", "6", "node0"])


class Launched(test_rehearsal_hook.Scripts):
    def setUp(self):
        super().setUp()
        self.worker = self.folder / "worker.py"
        self.tells(TELL)

    def tells(self, text):
        self.worker.write_text(textwrap.dedent(text), encoding="utf-8")

    def torchrun(self, nodes=1, per_node=8, **settings):
        return self.run_script(
            """
            import sys
            import torch
            from torch.distributed.launcher.api import launch_agent
            class config:
                max_nodes, nproc_per_node, run_id, max_restarts = %d, %d, "run", 0
            launch_agent(config, sys.executable, ["%s", "${local_rank}"])
            """
            % (nodes, per_node, self.worker),
            name="torchrun",
            **settings
        )

    def test_torchrun_starts_the_first_rank_alone(self):
        done, reports = self.torchrun()
        self.assertEqual((done.returncode, done.stdout), (0, "0 0 8 0\n"), done.stderr)
        self.assertEqual([report.get("launched") for report in reports], [True])

    def test_torchrun_starts_the_ranks_asked_for(self):
        done, _ = self.torchrun(nodes=2, HIGHWATER_REHEARSAL_RANK="0,13")
        self.assertEqual(done.stdout, "0 0 16 0\n13 5 16 1\n", done.stderr)

    def test_more_ranks_can_be_asked_for_than_the_launcher_says(self):
        settings = {"HIGHWATER_REHEARSAL_RANKS": "64", "HIGHWATER_REHEARSAL_RANK": "63"}
        for per_node in (1, 8):
            with self.subTest(per_node):
                done, _ = self.torchrun(per_node=per_node, **settings)
                self.assertEqual(done.stdout, "63 7 64 7\n", done.stderr)

    def test_a_rank_that_is_not_there_is_said(self):
        done, _ = self.torchrun(HIGHWATER_REHEARSAL_RANK="8")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, "highwater: there is no rank 8 among 8 ranks\n")

    def test_the_local_rank_is_put_into_the_arguments(self):
        self.tells("import sys\nprint(sys.argv[1])\n")
        done, _ = self.torchrun(HIGHWATER_REHEARSAL_RANK="5")
        self.assertEqual(done.stdout, "5\n", done.stderr)

    def test_the_exit_code_of_a_rank_is_the_launchers(self):
        self.tells("import os, sys\nsys.exit(7 if os.environ['RANK'] == '3' else 0)\n")
        for ranks, code in (("0", 0), ("3", 7), ("0,3,5", 7)):
            with self.subTest(ranks):
                done, _ = self.torchrun(HIGHWATER_REHEARSAL_RANK=ranks)
                self.assertEqual(done.returncode, code)

    def a_process_each(self, **settings):
        return self.run_script(
            """
            import os, subprocess, sys
            started = []
            for rank in range(4):
                environment = dict(os.environ, RANK=str(rank), LOCAL_RANK=str(rank),
                                   WORLD_SIZE="4", LOCAL_SIZE="4")
                started.append(subprocess.Popen([sys.executable, "%s"], env=environment))
            sys.exit(max(process.wait() for process in started))
            """
            % self.worker,
            name="deepspeed",
            **settings
        )

    def test_deepspeed_starts_the_ranks_asked_for(self):
        for ranks, told in (("0", "0 0 4 -\n"), ("1,3", "1 1 4 -\n3 3 4 -\n")):
            with self.subTest(ranks):
                done, _ = self.a_process_each(HIGHWATER_REHEARSAL_RANK=ranks)
                self.assertEqual(done.stdout, told, done.stderr)

    def test_deepspeed_starts_a_rank_of_more_nodes(self):
        done, _ = self.a_process_each(HIGHWATER_REHEARSAL_RANKS="16", HIGHWATER_REHEARSAL_RANK="2,6,15")
        self.assertEqual(done.stdout, "2 2 16 -\n6 2 16 -\n15 3 16 -\n", done.stderr)

    def test_deepspeed_passes_the_exit_code_on(self):
        self.tells("raise SystemExit(5)\n")
        done, _ = self.a_process_each(HIGHWATER_REHEARSAL_RANK="2")
        self.assertEqual(done.returncode, 5)

    def test_another_process_is_no_rank(self):
        done, _ = self.run_script(
            "import os, subprocess\nsubprocess.run(['echo', 'it ran'], env=dict(os.environ))\n"
        )
        self.assertEqual(done.stdout, "it ran\n", done.stderr)

    def test_spawn_calls_the_function_of_a_rank(self):
        text = """
            import torch, torch.multiprocessing
            def run(rank, text):
                print(rank, text)
            if __name__ == "__main__":
                torch.multiprocessing.spawn(run, args=("text",), nprocs=8)
            """
        for ranks, told in (("0", "0 text\n"), ("0,7", "0 text\n7 text\n")):
            with self.subTest(ranks):
                done, _ = self.run_script(text, HIGHWATER_REHEARSAL_RANK=ranks)
                self.assertEqual(done.stdout, told, done.stderr)

    def test_a_script_is_a_rank_itself(self):
        done, [report] = self.run_script(TELL + "import torch\n", HIGHWATER_REHEARSAL_RANKS="16")
        self.assertEqual(done.stdout, "0 0 16 0\n", done.stderr)
        self.assertEqual((report["rank"], report["world"]), (0, 16))

    def test_a_script_runs_once_for_each_rank(self):
        done, reports = self.run_script(
            "    import torch" + TELL,
            HIGHWATER_REHEARSAL_RANKS="16",
            HIGHWATER_REHEARSAL_RANK="0,15",
        )
        self.assertEqual(done.stdout, "0 0 16 0\n15 7 16 1\n", done.stderr)
        self.assertEqual(sorted(report["rank"] for report in reports), [0, 15])

    def test_a_rank_of_a_script_that_fails_is_its_exit_code(self):
        done, _ = self.run_script(
            "import os, torch\nraise SystemExit(3 if os.environ['RANK'] == '0' else 0)\n",
            HIGHWATER_REHEARSAL_RANKS="16",
            HIGHWATER_REHEARSAL_RANK="0,15",
        )
        self.assertEqual(done.returncode, 3)

    def test_a_script_that_was_told_its_rank_keeps_it(self):
        done, _ = self.run_script(TELL, HIGHWATER_REHEARSAL_RANKS="16", RANK="4")
        self.assertEqual(done.stdout, "4 - - -\n", done.stderr)

    def test_recorded_streams_are_said(self):
        _, [report] = self.run_script("import torch\ntorch.Tensor().record_stream(0)\n")
        self.assertTrue(report["records_streams"])


class DeepSpeed(test_rehearsal_hook.Scripts):
    def has_module(self, name, text):
        path = self.folder / "modules" / (name.replace(".", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")

    def test_its_steps_are_counted_and_not_its_optimizers(self):
        self.has_module(
            "deepspeed.runtime.engine",
            """
            class DeepSpeedEngine:
                def __init__(self, optimizers):
                    self.optimizers = optimizers
                def _take_model_step(self):
                    for optimizer in self.optimizers:
                        optimizer.step()
            """,
        )
        _, [report] = self.run_script(
            """
            import torch
            from deepspeed.runtime.engine import DeepSpeedEngine
            engine = DeepSpeedEngine([torch.optim.Optimizer(), torch.optim.Optimizer()])
            for step in range(2):
                engine._take_model_step()
            """
        )
        self.assertEqual((report["ended"], len(report["steps"])), ("script", 2))

    def test_an_optimizer_that_cannot_be_built_is_left_out_and_listed(self):
        self.has_module(
            "deepspeed.ops.op_builder.builder",
            """
            class OpBuilder:
                name = "fused_adam"
                def load(self, verbose=True):
                    raise RuntimeError("no nvcc")
            """,
        )
        done, [report] = self.run_script(
            """
            import torch
            from deepspeed.ops.op_builder.builder import OpBuilder
            print(OpBuilder().load().multi_tensor_adam(1, 2))
            OpBuilder.name = "transformer"
            OpBuilder().load()
            """
        )
        self.assertEqual((done.returncode, done.stdout), (1, "None\n"))
        self.assertEqual(
            [asked["answer"] for asked in report["unanswered"]],
            ["no values are known: this PyTorch is too old for it", "the work of fused_adam, not built: no nvcc"],
        )


TORCH = os.environ.get("HIGHWATER_TORCH_PYTHON")


@unittest.skipUnless(TORCH, "HIGHWATER_TORCH_PYTHON names no interpreter that has PyTorch")
class RealGroups(unittest.TestCase):
    def run_rank(self, text, rank, world=64, folder=None):
        with test_rehearsal_hook.tempfile.TemporaryDirectory() as another:
            done = subprocess.run(
                [TORCH, "-c", "import torch, torch.distributed as dist\n" + textwrap.dedent(text)],
                env=dict(
                    os.environ,
                    PYTHONPATH=str(test_rehearsal_hook.HOOK),
                    HIGHWATER_REHEARSAL=folder or another,
                    HIGHWATER_REHEARSAL_RANKS=str(world),
                    HIGHWATER_REHEARSAL_RANK=str(rank),
                ),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                universal_newlines=True,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_a_rank_meets_all_others(self):
        for way in ("", ", init_method='tcp://10.0.0.1:29500', rank=63, world_size=64"):
            with self.subTest(way):
                said = self.run_rank(
                    """
                    import json
                    dist.init_process_group("gloo"%s)
                    print(json.dumps([dist.get_rank(), dist.get_world_size()]))
                    dist.barrier()
                    dist.monitored_barrier()
                    side = dist.new_group([0, 63], backend="gloo")
                    told = [None, None]
                    dist.all_gather_object(told, {"of": dist.get_rank()}, group=side)
                    print(json.dumps(told))
                    number = torch.tensor([2.0])
                    dist.all_reduce(number)
                    print(json.dumps(number.tolist()))
                    dist.all_reduce(number, op=dist.ReduceOp.MAX, group=side)
                    print(json.dumps(number.tolist()))
                    pieces = [torch.zeros(1) for _ in range(2)]
                    dist.all_gather(pieces, number, group=side)
                    print(json.dumps([piece.item() for piece in pieces]))
                    """
                    % way,
                    63,
                )
                self.assertEqual(
                    said, [[63, 64], [{"of": 63}, {"of": 63}], [128.0], [128.0], [128.0, 128.0]]
                )

    def test_what_is_known_after_a_collective(self):
        said = self.run_rank(
            """
            import json
            from highwater_rehearsal.collectives import Collectives
            from highwater_rehearsal.values import Values
            class OnTheProcessor(Values):
                def is_known_place(self, tensor):
                    return tensor is not source
            source = torch.tensor([5, 63])
            values = OnTheProcessor(lambda answer: None, card="cpu")
            values.torch = torch
            values.register()
            collectives = Collectives(values)
            collectives.register(torch)
            def known(tensor):
                twin = values.twin(tensor)
                return None if twin is None else values.view(tensor).tolist()
            dist.init_process_group("gloo")
            sent = source.clone()
            gathered = [torch.empty_like(sent) for _ in range(64)]
            dist.all_gather(gathered, sent)
            joined = torch.empty(128, dtype=torch.int64)
            dist.all_gather_into_tensor(joined, sent)
            print(json.dumps([known(gathered[7]), known(joined[-4:])]))
            received = torch.zeros(128, dtype=torch.int64)
            dist.all_to_all_single(received, joined)
            collectives.factor = 64
            dist.group.WORLD.allreduce([sent])
            print(json.dumps([known(received[:2]), known(sent)]))
            collectives.factor = None
            dist.group.WORLD.allreduce([sent])
            print(json.dumps(known(sent)))
            """,
            63,
        )
        self.assertEqual(said, [[[5, 63], [5, 63, 5, 63]], [[5, 63], [320, 4032]], None])

    def test_a_stage_hears_the_numbers_of_one_before(self):
        with test_rehearsal_hook.tempfile.TemporaryDirectory() as folder:
            self.run_rank(
                """
                dist.init_process_group("gloo")
                dist.send(torch.tensor([7, 9]), dst=1)
                dist.send_object_list([{"shape": (4, 8)}], dst=1)
                """,
                0,
                folder=folder,
            )
            said = self.run_rank(
                """
                import json
                dist.init_process_group("gloo")
                numbers = torch.zeros(2, dtype=torch.int64)
                dist.recv(numbers, src=62)
                told = [None]
                dist.recv_object_list(told, src=62)
                print(json.dumps([numbers.tolist(), told]))
                """,
                63,
                folder=folder,
            )
        self.assertEqual(said, [[[7, 9], [{"shape": [4, 8]}]]])

    def test_a_mesh_of_devices_has_its_groups(self):
        said = self.run_rank(
            """
            import json
            from torch.distributed.device_mesh import init_device_mesh
            dist.init_process_group("gloo")
            mesh = init_device_mesh("cpu", (2, 4, 8), mesh_dim_names=("pp", "dp", "tp"))
            print(json.dumps([mesh.get_local_rank(name) for name in ("pp", "dp", "tp")]))
            """,
            63,
        )
        self.assertEqual(said, [[1, 3, 7]])

    def test_a_rank_that_was_not_asked_for_ends(self):
        said = self.run_rank(
            "dist.init_process_group('gloo', rank=3, world_size=64, init_method='tcp://10.0.0.1:1')\n"
            "print('it went on')\n",
            63,
        )
        self.assertEqual(said, [])


if __name__ == "__main__":
    unittest.main()
