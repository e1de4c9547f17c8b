# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One rank of a job of many, alone.

PyTorch asks the other ranks for two things. Through its store it asks who is there and for NCCL's
ids: here every other rank has answered already. Through collectives it asks for what the others
hold: NCCL's, of the device, are those of the stand-in for NCCL; Gloo's, of the host, and those of
Python's objects are answered in place. The answer is what this rank sent, as if all ranks held the
same. Only what the source of a broadcast or another stage of a pipeline sends is not known to this
rank: it is what a rank that ran before sent, and is listed where none did.

    HIGHWATER_REHEARSAL_RANKS  how many ranks the job has; without it what its launcher says
    HIGHWATER_REHEARSAL_RANK   the ranks that run, "0,63"; 0 without it
"""

import contextlib
import copy
import functools
import os
import pickle
import re
import subprocess
import sys
import types

# What the store of NCCL's watchdog holds only after a failure.
SIGNS_OF_FAILURE = ("dump", "error", "abort", "failed")
LENGTH_OF_NCCL_ID = 128
MOST_NUMBERS = 65536  # of a message that is read; longer ones are data
KEY_OF_NCCL_ID = re.compile(r"/(nccl_storekey_)?\d+(:\d+)?$")
NUMBERS = re.compile(r"\d+")


def ranks_asked_for(environment):
    """The ranks that run, in their order."""
    text = environment.get("HIGHWATER_REHEARSAL_RANK", "0")
    return sorted({int(rank) for rank in text.split(",") if rank.strip()}) or [0]


def world_asked_for(environment):
    """How many ranks the job has, or none where that is the launcher's to say."""
    text = environment.get("HIGHWATER_REHEARSAL_RANKS", "")
    return int(text) if text.strip() else None


class Answers:
    """A store in which every other rank has set each key and come to each barrier."""

    def __init__(self, world):
        self.world = world
        self.values = {}
        self.of_a_rank = {}  # the last value of the keys that differ in a number alone
        self.queues = {}

    @staticmethod
    def as_bytes(value):
        return value.encode() if isinstance(value, str) else bytes(value)

    def set(self, key, value):
        value = self.as_bytes(value)
        self.values[key] = value
        self.of_a_rank[NUMBERS.sub("#", key)] = value

    def get(self, key):
        if key not in self.values:
            self.values[key] = self.answer(key)
        return self.values[key]

    def answer(self, key):
        like = self.of_a_rank.get(NUMBERS.sub("#", key))
        if like is not None:
            return like
        return b"\0" * LENGTH_OF_NCCL_ID if KEY_OF_NCCL_ID.search(key) else b"1"

    def add(self, key, number):
        count = int(self.values.get(key, b"0")) + number
        self.values[key] = b"%d" % count
        return max(count, self.world)

    def check(self, keys):
        return all(
            key in self.values or not any(sign in key.lower() for sign in SIGNS_OF_FAILURE)
            for key in keys
        )

    def wait(self, keys, timeout=None):
        return None

    def compare_set(self, key, expected, desired):
        if self.values.get(key, b"") == self.as_bytes(expected):
            self.set(key, desired)
        return self.get(key)

    def delete_key(self, key):
        return self.values.pop(key, None) is not None

    def num_keys(self):
        return len(self.values)

    def list_keys(self):
        return list(self.values)

    def set_timeout(self, timeout):
        pass

    def append(self, key, value):
        self.set(key, self.values.get(key, b"") + self.as_bytes(value))

    def multi_get(self, keys):
        return [self.get(key) for key in keys]

    def multi_set(self, keys, values):
        for key, value in zip(keys, values):
            self.set(key, value)

    def has_extended_api(self):
        return True

    def queue_push(self, key, value):
        self.queues.setdefault(key, []).append(self.as_bytes(value))

    def queue_pop(self, key, block=True):
        waiting = self.queues.get(key)
        return waiting.pop(0) if waiting else self.answer(key)

    def queue_len(self, key):
        return len(self.queues.get(key, ()))

    def clone(self):
        return self


class Letters:
    """What ranks that ran before sent and this one asks for: one file for each rank."""

    def __init__(self, folder):
        self.folder = folder
        self.sent = {}  # by who sent it how, in order
        self.taken = {}

    def path(self, rank):
        return os.path.join(self.folder, "sent-%d.pickle" % rank)

    def send(self, rank, way, what):
        try:
            self.sent.setdefault(way, []).append(pickle.dumps(what))
        except Exception:  # whatever an object of a person's raises: it is not sent
            return
        with open(self.path(rank) + ".part", "wb") as file:
            pickle.dump(self.sent, file)
        os.replace(self.path(rank) + ".part", self.path(rank))

    def take(self, rank, way):
        """What this rank sent in its turn; where it sent less, the last. None if it did not run."""
        try:
            with open(self.path(rank), "rb") as file:
                sent = pickle.load(file).get(way, [])
            number = self.taken.get((rank, way), 0)
            self.taken[(rank, way)] = number + 1
            return pickle.loads(sent[min(number, len(sent) - 1)]) if sent else None
        except Exception:
            return None

    def take_of_one_before(self, rank, way):
        """Stages of a pipeline send what is alike: the nearest one that ran stands for all."""
        for other in range(rank - 1, -1, -1):
            if os.path.exists(self.path(other)):
                what = self.take(other, way)
                if what is not None:
                    return what
        return None


class Ranks:
    """Puts this process in its place among the ranks that are not there."""

    def __init__(self, folder, environment, unanswered=lambda answer: None, collectives=None):
        self.environment = environment
        self.asked = ranks_asked_for(environment)
        self.letters = Letters(folder)
        self.unanswered = unanswered
        self.collectives = collectives  # of tensors of the device
        self.children = []  # processes to be waited for before this one ends
        self.records_streams = False
        self.rank = int(environment.get("RANK", "0") or 0)
        self.world = int(environment.get("WORLD_SIZE", "1") or 1)
        self.stores = []  # C++ holds only its own half of each
        # Nobody waits for the others here, so nobody needs to be watched.
        environment["TORCH_NCCL_ENABLE_MONITORING"] = "0"
        environment["TORCH_NCCL_HEARTBEAT_TIMEOUT_SEC"] = "100000"
        environment["TORCH_NCCL_DUMP_ON_TIMEOUT"] = "0"
        if environment.get("TORCH_DISTRIBUTED_DEBUG", "").upper() == "DETAIL":
            environment["TORCH_DISTRIBUTED_DEBUG"] = "INFO"  # it would ask each rank through Gloo

    def report(self):
        said = {"rank": self.rank, "world": self.world}
        if self.records_streams:
            said["records_streams"] = True
        return said

    def torch_imported(self, torch):
        self.watch_streams(torch)
        distributed = sys.modules.get("torch.distributed.distributed_c10d")
        if distributed is not None:
            self.torch = torch
            self.c10d = distributed
            self.replace_stores()
            self.replace_gloo()
            self.replace_functions()

    def watch_streams(self, torch):
        record = torch.Tensor.record_stream

        @functools.wraps(record)
        def record_stream(tensor, stream):
            self.records_streams = True
            return record(tensor, stream)

        torch.Tensor.record_stream = record_stream

    def replace(self, name, new):
        """Wherever PyTorch has imported it from its place."""
        old = getattr(self.c10d, name, None) or getattr(sys.modules["torch.distributed"], name, None)
        if old is None:
            return
        for module_name, module in list(sys.modules.items()):
            if module_name.startswith("torch.") and getattr(module, name, None) is old:
                setattr(module, name, new)

    def replace_stores(self):
        ranks = self
        base = self.c10d.Store

        class AnsweringStore(Answers, base):
            """Stands for every store of PyTorch that reaches other processes."""

            def __init__(self, *args, **kwargs):
                base.__init__(self)
                Answers.__init__(self, ranks.world)
                self.host = kwargs.get("host_name", args[0] if args else "localhost")
                self.port = kwargs.get("port", args[1] if len(args) > 1 else 0)
                ranks.stores.append(self)

        for name in ("TCPStore", "FileStore"):
            self.replace(name, AnsweringStore)

    def replace_gloo(self):
        native = sys.modules["torch._C._distributed_c10d"]
        fake = getattr(native, "FakeProcessGroup", None)
        self.one_backend_alone = fake is None
        gloo = getattr(self.c10d, "ProcessGroupGloo", None)
        if gloo is None:
            return

        def of_python():
            """PyTorch 2.1 has no such group in C++."""
            from torch.testing._internal.distributed.fake_pg import FakeProcessGroup

            return FakeProcessGroup

        class Answering(type):
            """Where PyTorch asks whether a group is one of Gloo's."""

            def __instancecheck__(cls, thing):
                return isinstance(thing, fake or of_python())

            def __call__(cls, store, rank, size, *args, **kwargs):
                if fake is None:
                    return of_python()(rank, size)
                if hasattr(fake, "_create_internal"):
                    options = (fake.Options(),) if hasattr(fake, "Options") else ()
                    return fake._create_internal(rank, size, *options)
                return Group(rank, size)

        if fake is not None:

            class Group(fake):
                """With what PyTorch asks of Gloo's groups and some versions' base does not know."""

                def __init__(self, rank, size):
                    super().__init__(rank, size)
                    if not hasattr(fake, "options"):
                        self.options = types.SimpleNamespace()

                def _set_sequence_number_for_group(self):
                    pass

        of_class = ("_Options", "Options", "Device", "create_device", "create_default_device")
        attributes = {name: getattr(gloo, name) for name in of_class if hasattr(gloo, name)}
        self.replace("ProcessGroupGloo", Answering("ProcessGroupGloo", (), attributes))

    # What PyTorch asks of the other ranks by a call of Python.

    def replace_functions(self):
        for name in dir(self):
            if name.startswith("call_"):
                function = name[len("call_") :]
                original = getattr(self.c10d, function, None)
                if original is not None:
                    answer = functools.partial(getattr(self, name), original)
                    self.replace(function, functools.wraps(original)(answer))

    def size_of(self, group):
        return self.c10d.get_world_size(group)

    def place_in(self, group):
        return self.c10d.get_rank(group)

    def call_init_process_group(self, original, *args, **kwargs):
        def given(name, place, otherwise):
            value = kwargs.get(name, args[place] if len(args) > place else -1)
            return value if value is not None and value >= 0 else int(otherwise or -1)

        rank = given("rank", 4, self.environment.get("RANK"))
        world = given("world_size", 3, self.environment.get("WORLD_SIZE"))
        address = kwargs.get("init_method", args[1] if len(args) > 1 else None) or ""
        for name, value in re.findall(r"[?&](rank|world_size)=(\d+)", str(address)):
            rank, world = (int(value), world) if name == "rank" else (rank, int(value))
        if rank >= 0:
            if rank not in self.asked and world > 1:
                self.end()
            self.rank = rank
        if world > 0:
            self.world = world
        for store in self.stores:
            store.world = self.world
        return original(*self.with_one_backend(args, kwargs), **kwargs)

    def with_one_backend(self, args, kwargs):
        """A group of Python takes the place of all backends of its group, NCCL's too."""
        backend = args[0] if args else kwargs.get("backend")
        if self.one_backend_alone and (backend is None or "nccl" in str(backend).lower()):
            kwargs.pop("backend", None)
            return ("nccl",) + tuple(args[1:])
        return args

    def end(self):
        """Of a rank that was not asked for, started by a way that this module does not know."""
        for child in self.children:
            child.wait()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(next((child.returncode for child in self.children if child.returncode), 0))

    def call_monitored_barrier(self, original, *args, **kwargs):
        return None

    def call_all_gather_object(self, original, object_list, obj, group=None):
        if self.place_in(group) >= 0:
            object_list[:] = [copy.deepcopy(obj) for _ in range(self.size_of(group))]

    def call_gather_object(
        self, original, obj, object_gather_list=None, dst=None, group=None, group_dst=None
    ):
        if object_gather_list is not None and self.place_in(group) >= 0:
            object_gather_list[:] = [copy.deepcopy(obj) for _ in range(self.size_of(group))]

    def source(self, group, src, group_src):
        """The rank in the whole job of who sends, and what tells this sending from others."""
        if group_src is not None:
            src = self.c10d.get_global_rank(group or self.c10d.group.WORLD, group_src)
        return src if src is not None else 0

    def call_broadcast_object_list(
        self, original, object_list, src=None, group=None, device=None, group_src=None
    ):
        if self.place_in(group) < 0:
            return
        src = self.source(group, src, group_src)
        if src == self.rank:
            self.letters.send(self.rank, "broadcast", object_list)
            return
        self.received(object_list, self.letters.take(src, "broadcast"), src)

    def received(self, object_list, sent, src):
        if sent is not None and len(sent) == len(object_list):
            object_list[:] = sent
        else:
            self.unanswered("what rank %d sends (run it too)" % src)

    def call_scatter_object_list(
        self,
        original,
        scatter_object_output_list,
        scatter_object_input_list=None,
        src=None,
        group=None,
        group_src=None,
    ):
        objects = scatter_object_input_list
        if self.place_in(group) < 0:
            return
        src = self.source(group, src, group_src)
        if src == self.rank:
            self.letters.send(self.rank, "scatter", objects)
        else:
            objects = self.letters.take(src, "scatter")
        if objects is None:
            self.unanswered("what rank %d sends (run it too)" % src)
        else:
            scatter_object_output_list[0] = objects[self.place_in(group)]

    def call_send_object_list(self, original, object_list, *args, **kwargs):
        self.letters.send(self.rank, "send", object_list)

    def call_recv_object_list(
        self, original, object_list, src=None, group=None, device=None, group_src=None, **kwargs
    ):
        src = self.source(group, src, group_src) if (src, group_src) != (None, None) else self.rank - 1
        self.received(object_list, self.letters.take_of_one_before(self.rank, "send"), src)
        return src

    # Numbers that stages of a pipeline tell each other, as the shape of what comes next.

    def few_numbers(self, tensor):
        return tensor.numel() <= MOST_NUMBERS and not (
            tensor.dtype.is_floating_point or tensor.dtype.is_complex
        )

    def numbers_in(self, tensor):
        values = getattr(self.collectives, "values", None)
        if values is not None and values.ready and values.is_known_place(tensor):
            known, _ = values.known(tensor)
            if known is not None:
                return known.tolist()
        return tensor.cpu().tolist()

    def tell(self, tensor):
        if self.few_numbers(tensor):
            told = (str(tensor.dtype), self.numbers_in(tensor))
            self.letters.send(self.rank, "numbers of %d" % tensor.numel(), told)

    def hear(self, tensor):
        if not self.few_numbers(tensor):
            return
        told = self.letters.take_of_one_before(self.rank, "numbers of %d" % tensor.numel())
        if told is not None and told[0] == str(tensor.dtype):
            tensor.copy_(self.torch.tensor(told[1], dtype=tensor.dtype).view_as(tensor))
        else:
            self.unanswered("%d numbers that another rank sends" % tensor.numel())

    def call_send(self, original, tensor, *args, **kwargs):
        self.tell(tensor)
        return original(tensor, *args, **kwargs)

    def call_isend(self, original, tensor, *args, **kwargs):
        self.tell(tensor)
        return original(tensor, *args, **kwargs)

    def call_recv(self, original, tensor, *args, **kwargs):
        done = original(tensor, *args, **kwargs)
        self.hear(tensor)
        return done

    def call_irecv(self, original, tensor, *args, **kwargs):
        done = original(tensor, *args, **kwargs)
        self.hear(tensor)
        return done

    # Tensors of the host: the group that stands for Gloo's leaves most of them as they are.

    def of_host(self, *tensors):
        return all(tensor.device.type == "cpu" for tensor in tensors)

    def summed(self, tensor, op, group):
        if op is None or op == self.c10d.ReduceOp.SUM:
            tensor.mul_(self.size_of(group))

    def call_all_reduce(self, original, tensor, op=None, group=None, async_op=False):
        op = self.c10d.ReduceOp.SUM if op is None else op
        if self.place_in(group) < 0:
            return original(tensor, op, group, async_op)
        with self.reducing(op, group):
            work = original(tensor, op, group, async_op)
        if self.of_host(tensor):
            self.summed(tensor, op, group)
        return work

    @contextlib.contextmanager
    def reducing(self, op, group):
        if self.collectives is None:
            yield
            return
        self.collectives.factor = self.size_of(group) if op == self.c10d.ReduceOp.SUM else 1
        try:
            yield
        finally:
            self.collectives.factor = None

    def call_reduce_scatter_tensor(self, original, output, input, op=None, group=None, async_op=False):
        op = self.c10d.ReduceOp.SUM if op is None else op
        work = original(output, input, op, group, async_op)
        if self.of_host(output, input) and self.place_in(group) >= 0:
            output.copy_(input.reshape(self.size_of(group), -1)[self.place_in(group)].view_as(output))
            self.summed(output, op, group)
        return work

    def call_reduce_scatter(self, original, output, input_list, op=None, group=None, async_op=False):
        op = self.c10d.ReduceOp.SUM if op is None else op
        work = original(output, input_list, op, group, async_op)
        if self.of_host(output, *input_list) and self.place_in(group) >= 0:
            output.copy_(input_list[self.place_in(group)])
            self.summed(output, op, group)
        return work

    def call_scatter(self, original, tensor, scatter_list=None, *args, **kwargs):
        work = original(tensor, scatter_list, *args, **kwargs)
        if scatter_list and self.of_host(tensor):
            tensor.copy_(scatter_list[self.place_in(kwargs.get("group"))])
        return work

    def call_gather(self, original, tensor, gather_list=None, *args, **kwargs):
        work = original(tensor, gather_list, *args, **kwargs)
        if gather_list and self.of_host(tensor):
            for one in gather_list:
                one.copy_(tensor)
        return work

    def call_all_to_all_single(self, original, output, input, *args, **kwargs):
        work = original(output, input, *args, **kwargs)
        if self.of_host(output, input):
            output.copy_(input) if output.shape == input.shape else output.zero_()
        return work

    def call_all_to_all(self, original, output_tensor_list, input_tensor_list, *args, **kwargs):
        work = original(output_tensor_list, input_tensor_list, *args, **kwargs)
        if self.of_host(*output_tensor_list, *input_tensor_list):
            for output, input in zip(output_tensor_list, input_tensor_list):
                output.copy_(input) if output.shape == input.shape else output.zero_()
        return work
