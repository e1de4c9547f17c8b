# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts, of the ranks that a launcher would start, the ones that were asked for.

torchrun and accelerate launch come to launch_agent; deepspeed and lightning start each rank as a
process whose environment names it; scripts call torch.multiprocessing.spawn. A script without any of
them is a rank itself: for several ranks it is forked as soon as it has imported PyTorch. Ranks run one
after another, so that a later one finds what an earlier one sent.
"""

import functools
import os
import shutil
import signal
import subprocess
import sys

from . import ranks as ranks_module

# Cards of a node where neither a launcher nor the device says it: those of a DGX or HGX board.
CARDS_OF_A_NODE = 8

LAUNCHERS = {
    "accelerate",
    "accelerate-launch",
    "accelerate.commands.accelerate_cli",
    "accelerate.commands.launch",
    "axolotl",
    "deepspeed",
    "deepspeed.launcher.launch",
    "deepspeed.launcher.runner",
    "deepspeed.pt",
    "ds",
    "fabric",
    "lightning",
    "lightning.fabric.cli",
    "lightning_fabric.cli",
    "llamafactory-cli",
    "lmf",
    "swift",
    "torch.distributed.launch",
    "torch.distributed.run",
    "torchrun",
    "torchrun-script",
    "tune",
}

# Python's own options whose value may be the next argument.
OPTIONS_WITH_A_VALUE = ("-W", "-X", "--check-hash-based-pycs")


def what_runs(command):
    """The module, or the script's name, that a command line of Python runs; "-c" for its text."""
    words = iter(command[1:])
    for word in words:
        if word in OPTIONS_WITH_A_VALUE:
            next(words, None)
        elif word.startswith("--"):
            continue
        elif word.startswith("-") and len(word) > 1:
            letters = word[1:]
            for place, letter in enumerate(letters):
                if letter in "cm":
                    if letter == "c":
                        return "-c"
                    return letters[place + 1 :] or next(words, "")
                if letter in "WX":
                    break
        else:
            return os.path.basename(word)
    return ""


def this_command():
    try:
        with open("/proc/self/cmdline", "rb") as file:
            return [os.fsdecode(word) for word in file.read().split(b"\0")[:-1]]
    except OSError:
        return list(getattr(sys, "orig_argv", [sys.executable]))


def compiles_for_pytorch(command):
    """Of a process that PyTorch's compiler starts to work for it: it trains nothing."""
    return any(os.path.join("torch", "_inductor", "compile_worker") in word for word in command)


def ranks_of_a_node(environment, world):
    cards = int(environment.get("HIGHWATER_DEVICE_COUNT", "0") or 0)
    return min(cards if cards > 1 else CARDS_OF_A_NODE, world)


def place(rank, world, per_node, environment):
    """The variables by which a process knows which rank it is."""
    node = rank // per_node
    first = node * per_node
    return {
        "RANK": str(rank),
        "WORLD_SIZE": str(world),
        "LOCAL_RANK": str(rank - first),
        "LOCAL_WORLD_SIZE": str(min(per_node, world - first)),
        "GROUP_RANK": str(node),
        "NODE_RANK": str(node),
        "MASTER_ADDR": environment.get("MASTER_ADDR", "127.0.0.1"),
        "MASTER_PORT": environment.get("MASTER_PORT", "29500"),
        "HIGHWATER_DEVICE_COUNT": str(
            max(per_node, int(environment.get("HIGHWATER_DEVICE_COUNT", "0") or 0))
        ),
    }


def of_torchelastic(variables, rank, world, per_node, run, restarts):
    return dict(
        variables,
        ROLE_RANK=str(rank),
        ROLE_WORLD_SIZE=str(world),
        ROLE_NAME="default",
        GROUP_WORLD_SIZE=str(-(-world // per_node)),
        TORCHELASTIC_RUN_ID=str(run),
        TORCHELASTIC_RESTART_COUNT="0",
        TORCHELASTIC_MAX_RESTARTS=str(restarts),
        TORCHELASTIC_USE_AGENT_STORE="False",
        TORCH_NCCL_ASYNC_ERROR_HANDLING="1",
    )


def exit_code(status):
    """Of a process that a signal ended, as a shell says it."""
    return 128 - status if status < 0 else status


class OneOf:
    """A function of torch.multiprocessing.spawn that gets the index of the rank asked for."""

    def __init__(self, function, indexes):
        self.function = function
        self.indexes = indexes

    def __call__(self, place_among_these, *arguments):
        return self.function(self.indexes[place_among_these], *arguments)


class Launchers:
    def __init__(self, ranks, environment, command):
        self.ranks = ranks
        self.environment = environment
        self.what = what_runs(command)
        self.world = ranks_module.world_asked_for(environment)
        self.asked = ranks_module.ranks_asked_for(environment)
        self.launched = False  # this process started ranks and is none itself
        self.worker = "HIGHWATER_REHEARSAL_LAUNCHED" in environment
        self.direct = False

    def report(self):
        return {"launched": True} if self.launched else {}

    def prepare(self):
        """Before the script's first line."""
        self.watch_processes()
        if self.world is None or self.worker:
            return
        per_node = ranks_of_a_node(self.environment, self.world)
        self.environment["HIGHWATER_DEVICE_COUNT"] = str(
            max(per_node, int(self.environment.get("HIGHWATER_DEVICE_COUNT", "0") or 0))
        )
        if "RANK" in self.environment or self.what in LAUNCHERS:
            return
        self.check(self.world)
        self.direct = True
        self.take_place(self.asked[0], per_node)

    def take_place(self, rank, per_node):
        self.environment.update(place(rank, self.world, per_node, self.environment))
        self.ranks.rank, self.ranks.world = rank, self.world

    def check(self, world):
        missing = [rank for rank in self.asked if rank >= world]
        if missing:
            sys.exit("highwater: there is no rank %d among %d ranks" % (missing[0], world))

    def actions(self):
        """By the module after whose import each is called."""
        return {
            "torch.distributed.launcher.api": self.replace_launch_agent,
            "deepspeed.launcher.runner": self.replace_deepspeed_runner,
        }

    def torch_imported(self, torch):
        """Before anything else is done with PyTorch: here a script for several ranks is forked."""
        if self.direct and len(self.asked) > 1 and self.what != "-c":
            self.fork()
        spawn = sys.modules.get("torch.multiprocessing.spawn")
        if spawn is not None and not self.worker:
            start = self.start_processes(spawn.start_processes)
            spawn.start_processes = start
            torch.multiprocessing.start_processes = start

    def fork(self):
        per_node = int(self.environment["LOCAL_WORLD_SIZE"])
        asked = self.asked
        for rank in asked:
            sys.stdout.flush()
            sys.stderr.flush()
            child = os.fork()
            if child == 0:
                self.asked = self.ranks.asked = [rank]
                self.environment["HIGHWATER_REHEARSAL_RANK"] = str(rank)
                self.take_place(rank, per_node)
                return
            self.wait_for(child)
        os._exit(self.code)

    code = 0  # the first of a rank that failed

    def wait_for(self, child):
        try:
            _, status = os.waitpid(child, 0)
        except KeyboardInterrupt:
            os.kill(child, signal.SIGINT)
            os.waitpid(child, 0)
            os._exit(130)
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
        self.code = self.code or code

    # torchrun, torch.distributed.launch, accelerate launch, and whatever starts these in its process

    def replace_launch_agent(self, api):
        def launch_agent(config, entrypoint, args, *others, **of_newer_versions):
            self.launched = True
            nodes, per_node = config.max_nodes, config.nproc_per_node
            world = self.world or nodes * per_node
            if self.world and per_node == 1:
                per_node = ranks_of_a_node(self.environment, world)
            self.check(world)
            results = {}
            for rank in self.asked:
                variables = of_torchelastic(
                    place(rank, world, per_node, self.environment),
                    rank,
                    world,
                    per_node,
                    config.run_id,
                    config.max_restarts,
                )
                variables.update(self.marks(rank))
                if callable(entrypoint):
                    self.call_in_child(entrypoint, args, variables)
                    results[rank] = None
                else:
                    local = variables["LOCAL_RANK"]
                    command = [entrypoint] + [
                        str(word).replace("${local_rank}", local) for word in args
                    ]
                    status = subprocess.call(command, env=dict(self.environment, **variables))
                    self.code = self.code or exit_code(status)
            if self.code:
                sys.exit(self.code)
            return results

        api.launch_agent = launch_agent

    def marks(self, rank):
        return {"HIGHWATER_REHEARSAL_LAUNCHED": "1", "HIGHWATER_REHEARSAL_RANK": str(rank)}

    def call_in_child(self, function, arguments, variables):
        """A function of this process as a rank; its memory is a copy of this process's."""
        import multiprocessing

        self.environment.update(variables)
        context = multiprocessing.get_context("spawn")
        child = context.Process(target=function, args=tuple(arguments))
        child.start()
        child.join()
        self.code = self.code or exit_code(child.exitcode)

    # deepspeed on several nodes: it starts its launcher on each by ssh

    def replace_deepspeed_runner(self, runner):
        main = runner.main

        @functools.wraps(main)
        def main_of_nodes(args=None):
            given = list(sys.argv[1:] if args is None else args)
            parsed = runner.parse_args(given)
            pool = runner.fetch_hostfile(parsed.hostfile) or {}
            self.launched = True
            hosts = runner.parse_inclusion_exclusion(pool, parsed.include, parsed.exclude) if pool else {}
            hosts = runner.apply_num_nodes_and_gpus(hosts, parsed.num_nodes, parsed.num_gpus)
            if len(hosts) < 2 or getattr(parsed, "no_ssh", False):
                return main(args)
            self.check(sum(len(cards) for cards in hosts.values()))
            first = 0
            for node, cards in enumerate(hosts.values()):
                if any(first <= rank < first + len(cards) for rank in self.asked):
                    main(["--no_ssh", "--node_rank=%d" % node, "--master_addr=127.0.0.1"] + given)
                first += len(cards)
            return None

        runner.main = main_of_nodes

    # deepspeed.launcher.launch, lightning: a process for each rank, named by its environment

    def watch_processes(self):
        begin = subprocess.Popen.__init__

        @functools.wraps(begin)
        def begin_if_asked_for(process, args, *rest, **kwargs):
            environments = self.workers(kwargs.get("env"))
            if environments is None:
                return begin(process, args, *rest, **kwargs)
            self.launched = self.launched or self.what in LAUNCHERS
            if not environments:
                nothing = shutil.which("true")
                return begin(process, [nothing] if nothing else [sys.executable, "-c", ""])
            for child in self.ranks.children:
                child.wait()  # one after another
            for environment in environments[:-1]:
                before = subprocess.Popen.__new__(subprocess.Popen)
                begin(before, args, *rest, **dict(kwargs, env=environment))
                self.code = self.code or exit_code(before.wait())
            begin(process, args, *rest, **dict(kwargs, env=environments[-1]))
            self.ranks.children.append(process)

        subprocess.Popen.__init__ = begin_if_asked_for

    def workers(self, variables):
        """The environments of the ranks asked for in whose place this process would be started; none
        where the process is no rank."""
        if not variables or "LOCAL_RANK" not in variables:
            return None
        if all(variables.get(name) == self.environment.get(name) for name in ("RANK", "LOCAL_RANK")):
            return None
        local = int(variables["LOCAL_RANK"])
        rank = int(variables.get("RANK", local))
        world = int(variables.get("WORLD_SIZE", rank + 1))
        per_node = int(variables.get("LOCAL_SIZE", variables.get("LOCAL_WORLD_SIZE", world)))
        if self.world and self.world != world:
            per_node = min(per_node, self.world)
            chosen = [other for other in self.asked if other % per_node == local]
            world = self.world
        else:
            chosen = [rank] if rank in self.asked else []
        self.check(world)
        known = place(rank, world, per_node, variables)
        return [
            dict(
                variables,
                HIGHWATER_DEVICE_COUNT=known["HIGHWATER_DEVICE_COUNT"],
                **dict(
                    {"RANK": str(other), "WORLD_SIZE": str(world)} if self.world else {},
                    **self.marks(other)
                )
            )
            for other in chosen
        ]

    # scripts that start their ranks themselves

    def start_processes(self, original):
        @functools.wraps(original)
        def start_processes(fn, args=(), nprocs=1, join=True, *rest, **kwargs):
            if nprocs < 2:
                return original(fn, args, nprocs, join, *rest, **kwargs)
            self.launched = True
            self.check(self.world or nprocs)
            cards = int(self.environment.get("HIGHWATER_DEVICE_COUNT", "0") or 0)
            self.environment["HIGHWATER_DEVICE_COUNT"] = str(max(nprocs, cards))
            indexes = [rank % nprocs for rank in self.asked]
            if not join:
                return original(OneOf(fn, indexes), args, len(indexes), join, *rest, **kwargs)
            for index in indexes:
                original(OneOf(fn, [index]), args, 1, join, *rest, **kwargs)
            return None

        return start_processes
