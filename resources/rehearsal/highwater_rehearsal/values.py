# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the script's small tensors hold although no kernel of the device computes anything.

A tensor of the device whose content is known has a twin: its bytes on the host, kept by its storage,
so that all views of one storage see one content. Copies from the host and factories make twins.
Operators whose inputs all have twins run on them too, operators that write drop what they make
unknown. What asks for values (item(), nonzero(), a copy to the host) is answered from the twins, or by
a rule, and then listed.

The functions here stand in for kernels at PyTorch's key BackendSelect, the last one before a
device's own kernels. A TorchDispatchMode would see the same calls, but PyTorch asks whether a mode
is active, and then accumulates gradients into new tensors instead of in place: other peaks. Here
autograd, torch.compile, subclasses of tensors and the threads of the backward pass see nothing.
Nothing is allocated on the device but the results whose size depends on values.
"""

import contextlib
import functools

from .owners import Owners

KNOWN_BYTES = 1 << 20  # of a tensor of integers or booleans
KNOWN_FLOAT_BYTES = 1 << 16
ROUTED_BYTES = 1 << 28  # of what derives from the routing: one-hot masks of all experts
INITIALIZERS = """
    constant_ kaiming_normal_ kaiming_uniform_ normal_ ones_ orthogonal_ trunc_normal_ uniform_
    xavier_normal_ xavier_uniform_ zeros_
""".split()
WEIGHT_ELEMENTS = 1 << 20
ASKED_ELEMENTS = 1024  # a larger copy to the host moves tensors, it does not ask for a value

FINITE = "values are finite"
CHOSEN = "an index that no value decided"
UNWRITTEN = "numbers beside those that are known: 0"
ROUTED = "topk chooses each in turn"
ROUTED_TO_FIRST = "topk chooses the first ones"

NUMBERS = (bool, int, float, complex)

# Keys whose kernels serve the devices that have none of their own, after the device's.
COMPOSITE = (
    "of the device",
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
    "CompositeImplicitAutograd",
)

# PyTorch gives it the number of "2.0 ** tensor" as a tensor of the device, and then cannot show
# that to Python: what pow.Scalar knows has to do.
NOT_FOR_PYTHON = ("pow.Tensor_Tensor_out", "isin.Tensor_Tensor_out")

# Their results follow element by element from their inputs, so one element says all of a constant.
ELEMENTWISE = """
    abs add bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor
    ceil clamp clamp_max clamp_min div eq exp exp2 floor floor_divide fmod ge gt le log log2
    logical_and logical_not logical_or logical_xor lt maximum minimum mul ne neg pow reciprocal
    relu remainder round rsqrt rsub sign sqrt sub trunc where xlogy
    __ilshift__ __irshift__ __lshift__ __rshift__
""".split()
# Of equal elements they give that element.
IDEMPOTENT = "all any amax amin mean max min".split()
COUNTING = "sum count_nonzero".split()
OTHERS = """
    argsort bincount bucketize cat cummax cummin cumprod cumsum eye flip gather histc index
    index_add index_copy index_fill index_put index_select isin linspace masked_fill
    masked_scatter masked_select prod put range repeat_interleave roll scatter scatter_add
    scatter_reduce searchsorted sort stack take tril triu _index_put_impl_
""".split()
# They replace all that was in what they write.
OVERWRITING = ("copy_", "fill_", "zero_", "random_")


class Twin:
    """The bytes of a storage, or the one element that all of it repeats."""

    def __init__(self, weak, size, content, constant, assumed):
        self.weak = weak
        self.size = size
        self.content = content
        self.constant = constant
        self.assumed = assumed  # the rule that the content rests on
        self.filled = False  # with one value, by the last who wrote all of it


class Call:
    """An operator that was called, with its tensors."""

    def __init__(self, operator, args, kwargs):
        self.operator = operator
        self.args = args
        self.kwargs = kwargs


class Values:
    def __init__(self, unanswered, routing="balanced", card="cuda"):
        self.unanswered = unanswered
        self.routing = routing
        self.card = card
        self.twins = {}
        self.owners = Owners()
        self.busy = False
        self.ready = False  # for operators to be followed
        self.sweep_at = 1024

    # Twins of storages.

    def is_known_place(self, tensor):
        return tensor.device.type == self.card and tensor.layout == self.torch.strided

    def twin(self, tensor):
        storage = tensor.untyped_storage()
        twin = self.twins.get(storage._cdata)
        if twin is not None and twin.size != storage.nbytes():
            self.drop(tensor)
            return None
        return twin

    def drop(self, tensor):
        if self.twins and self.is_known_place(tensor):
            self.twins.pop(tensor.untyped_storage()._cdata, None)

    def covers(self, tensor):
        """Whether the tensor is all of its storage."""
        storage = tensor.untyped_storage()
        return (
            tensor.storage_offset() == 0
            and tensor.numel() * tensor.element_size() == storage.nbytes()
            and tensor.numel() > 0
        )

    def view(self, tensor):
        """The tensor's content on the host; None where it is not known."""
        twin = self.twin(tensor)
        if twin is None:
            return None
        width = tensor.element_size()
        if twin.constant:
            if len(twin.content) != width:
                return None
            element = self.torch.frombuffer(twin.content, dtype=tensor.dtype)
            return element.reshape([1] * tensor.dim()).expand(tensor.size())
        if tensor.numel() == 0:
            return self.torch.empty(tensor.size(), dtype=tensor.dtype, device="cpu")
        content = self.torch.frombuffer(
            twin.content, dtype=tensor.dtype, count=twin.size // width
        )
        return content.as_strided(tensor.size(), tensor.stride(), tensor.storage_offset())

    def most_bytes(self, tensor, assumed):
        if assumed in (ROUTED, ROUTED_TO_FIRST):
            return ROUTED_BYTES
        return KNOWN_FLOAT_BYTES if tensor.dtype.is_floating_point else KNOWN_BYTES

    def is_small(self, tensor, assumed=None):
        return tensor.numel() * tensor.element_size() <= self.most_bytes(tensor, assumed)

    def blank(self, tensor, assumed):
        """A new twin for a tensor that is about to be written as a whole."""
        return self.keep(tensor, bytearray(tensor.untyped_storage().nbytes()), False, assumed)

    def keep(self, tensor, content, constant, assumed):
        storage = tensor.untyped_storage()
        if len(self.twins) >= self.sweep_at:
            self.sweep()
        twin = Twin(self.weak(storage), storage.nbytes(), content, constant, assumed)
        self.twins[storage._cdata] = twin
        return twin

    def sweep(self):
        dead = [key for key, twin in self.twins.items() if twin.weak.expired()]
        for key in dead:
            del self.twins[key]
        self.sweep_at = max(1024, 2 * len(self.twins))

    def set(self, tensor, value, assumed=None):
        """Makes the value on the host what a tensor that is all of its storage holds."""
        self.drop(tensor)
        if not self.covers(tensor) or not self.is_small(tensor, assumed):
            return
        self.blank(tensor, assumed)
        self.view(tensor).copy_(value)

    def set_constant(self, tensor, element, assumed=None):
        """The same for a value of one element that all of the tensor repeats."""
        self.drop(tensor)
        if not self.covers(tensor):
            return
        if self.is_small(tensor, assumed):
            self.set(tensor, element.reshape([1] * tensor.dim()), assumed)
            self.twin(tensor).filled = True
            return
        element = element.reshape(1).to(tensor.dtype)
        content = bytearray(element.view(self.torch.uint8).tolist())
        self.keep(tensor, content, True, assumed).filled = True

    def make_whole(self, tensor):
        """Gives a constant all its bytes before a part of it is written; false where too large."""
        twin = self.twin(tensor)
        if not twin.constant:
            return True
        most = self.most_bytes(tensor, twin.assumed)
        if twin.size > most:
            return False
        twin.content = twin.content * (twin.size // len(twin.content))
        twin.constant = False
        return True

    # Operators.

    def tensors(self, args, kwargs):
        found = []
        for value in list(args) + list(kwargs.values()):
            if isinstance(value, self.torch.Tensor):
                found.append(value)
            elif isinstance(value, (list, tuple)):
                found += [item for item in value if isinstance(item, self.torch.Tensor)]
        return found

    def keys(self, tensors):
        # What the thread includes is how tensors of torch.compile's tracing reach no device.
        keys = self.included()
        for tensor in tensors:
            keys = keys | self.keys_of(tensor)
        return (keys - self.excluded()) & self.below

    @contextlib.contextmanager
    def on_the_host(self):
        """Operators on twins are none of the script's."""
        self.busy = True
        try:
            yield
        finally:
            self.busy = False

    def stand_in(self, operator, rule):
        """A kernel that runs the device's own and then lets the rule say what is known."""
        redispatch = self.below_of(operator)
        places = [
            place
            for place, argument in enumerate(operator._schema.arguments)
            if str(argument.type) == "Tensor" and not argument.kwarg_only
        ]

        def kernel(*args, **kwargs):
            if any(type(args[place]) in NUMBERS for place in places if place < len(args)):
                args = self.with_tensors(args, places)
            tensors = self.tensors(args, kwargs)
            keys = self.keys(tensors)
            ours = not self.busy and any(self.is_known_place(tensor) for tensor in tensors)
            if not ours:
                return redispatch(keys, *args, **kwargs)
            del tensors
            try:
                result = rule(Call(operator, args, kwargs), lambda: redispatch(keys, *args, **kwargs))
                if self.owners.needed:
                    self.owners.take_back(self.tensors([*args, result], kwargs))
                return result
            except BaseException as error:
                # Whoever handles it holds its frames, and what they hold would not be freed.
                args = kwargs = None
                raise error.with_traceback(None)

        return kernel

    def below_of(self, operator):
        """Calls the kernel of the device. PyTorch 2.1 to 2.3 call a kernel by the key that it has been
        registered for, and no other key."""
        redispatch = getattr(operator, "redispatch", None)
        if redispatch is not None:
            return redispatch
        registered = {}

        def call_below(keys, *args, **kwargs):
            device = keys.highestPriorityTypeId()
            if device not in registered:
                registered[device] = self.registered_key(operator, device)
            return operator._op_dk(registered[device], *args, **kwargs)

        return call_below

    def registered_key(self, operator, device):
        has = self.torch._C._dispatch_has_kernel_for_dispatch_key
        for name in COMPOSITE:
            key = getattr(self.torch._C.DispatchKey, name, device)
            if has(operator.name(), key):
                return key
        return device

    def with_tensors(self, args, places):
        """The same with tensors for numbers: PyTorch shows a number that it made a tensor of as such."""
        torch = self.torch
        beside = [args[place] for place in places if place < len(args)]
        beside = [value for value in beside if isinstance(value, torch.Tensor)]
        args = list(args)
        for place in places:
            if place < len(args) and type(args[place]) in NUMBERS:
                kind = torch.result_type(beside[0], args[place]) if beside else None
                args[place] = torch.tensor(args[place], dtype=kind, device="cpu")
        return args

    def name(self, call):
        """Without its overload: "add" of "aten::add.Tensor"."""
        return call.operator.name().rpartition("::")[2].partition(".")[0]

    def written(self, call):
        """The tensors that the call writes."""
        arguments = call.operator._schema.arguments
        found = []
        for place, argument in enumerate(arguments):
            if argument.alias_info is None or not argument.alias_info.is_write:
                continue
            if place < len(call.args):
                value = call.args[place]
            else:
                value = call.kwargs.get(argument.name)
            found += self.tensors([value], {})
        return found

    def dropping(self, call, run):
        result = run()
        for tensor in self.written(call):
            self.drop(tensor)
        return result

    def following(self, call, run):
        result = run()
        written = self.written(call)
        if not self.twins and not self.begins(call):
            return result
        try:
            with self.on_the_host():
                known = self.follow(call, result, written)
        except Exception:  # the host has no such operator: the person's script goes on
            known = False
        if not known:
            for tensor in written or self.tensors([result], {}):
                self.drop(tensor)
        return result

    def begins(self, call):
        """Whether the call can be the first to know something."""
        return not any(self.is_known_place(tensor) for tensor in self.inputs(call))

    def inputs(self, call):
        written = self.written(call)
        overwrites = self.overwrites(call)
        return [
            tensor
            for tensor in self.tensors(call.args, call.kwargs)
            if not (overwrites and any(tensor is other for other in written))
        ]

    def overwrites(self, call):
        overload = call.operator.name().partition(".")[2]
        return self.name(call) in OVERWRITING or "out" in overload.split("_")

    def assumption(self, call):
        for tensor in self.inputs(call):
            if self.is_known_place(tensor):
                twin = self.twin(tensor)
                if twin is not None and twin.assumed is not None:
                    return twin.assumed
        return None

    def follow(self, call, result, written):
        """Computes on the host what the call leaves in its results; false where that is unknown."""
        inputs = [tensor for tensor in self.inputs(call) if self.is_known_place(tensor)]
        if any(self.twin(tensor) is None for tensor in inputs):
            return False
        assumed = self.assumption(call)
        outputs = written or self.tensors([result], {})
        outputs = [tensor for tensor in outputs if self.is_known_place(tensor)]
        if not all(self.is_small(tensor, assumed) for tensor in outputs + inputs):
            return self.follow_constants(call, inputs, outputs, assumed)
        if not written:
            values = self.on_twins(call)
            values = values if isinstance(values, (list, tuple)) else [values]
            for tensor, value in zip(outputs, values):
                self.set(tensor, value, assumed)
            return True
        overwrites = self.overwrites(call)
        for tensor in written:
            if not self.is_known_place(tensor):
                continue
            if overwrites and self.covers(tensor):
                self.drop(tensor)
                self.blank(tensor, assumed)
            elif self.twin(tensor) is None or not self.make_whole(tensor):
                return False
            self.twin(tensor).filled = False
            self.twin(tensor).assumed = assumed or self.twin(tensor).assumed
        self.on_twins(call)
        return True

    def on_twins(self, call, view=None):
        view = view or self.view
        args = [self.on_host(argument, view) for argument in call.args]
        kwargs = {name: self.on_host(item, view) for name, item in call.kwargs.items()}
        if self.name(call) == "histc" and not args[0].dtype.is_floating_point:
            # The host's kernel takes no integers.
            return call.operator(args[0].double(), *args[1:], **kwargs).to(args[0].dtype)
        return call.operator(*args, **kwargs)

    def on_host(self, argument, view):
        # No function within on_twins(): one that calls itself is freed, with all it holds, only by
        # the collector of cycles.
        if isinstance(argument, self.torch.Tensor) and self.is_known_place(argument):
            return view(argument)
        if isinstance(argument, (list, tuple)):
            return type(argument)(self.on_host(item, view) for item in argument)
        if isinstance(argument, self.torch.Generator):
            return self.generator
        if isinstance(argument, self.torch.device):
            return self.torch.device("cpu")
        return argument

    def follow_constants(self, call, inputs, outputs, assumed):
        name = self.name(call).rstrip("_")
        if name == "copy":
            return self.copy_constant(inputs, outputs, assumed)
        counting = name in COUNTING
        if len(outputs) != 1 or not (counting or name in ELEMENTWISE or name in IDEMPOTENT):
            return False
        if not all(self.is_one_value(tensor) for tensor in inputs):
            return False
        if not self.covers(outputs[0]):
            return False

        def element(tensor):
            if any(tensor is output for output in self.written(call)):
                return self.torch.empty([1] * tensor.dim(), dtype=tensor.dtype, device="cpu")
            return self.view(tensor)[(slice(0, 1),) * tensor.dim()]

        in_place = name != self.name(call)
        if in_place:
            return False
        value = self.on_twins(call, element)
        if isinstance(value, (list, tuple)) or value.numel() != 1:
            return False
        if counting:
            value = value * (inputs[0].numel() // max(1, outputs[0].numel()))
        self.set_constant(outputs[0], value, assumed)
        return True

    def is_one_value(self, tensor):
        twin = self.twin(tensor)
        return tensor.numel() > 0 and (twin.constant or twin.filled or tensor.numel() == 1)

    def copy_constant(self, inputs, outputs, assumed):
        if len(inputs) != 1 or len(outputs) != 1 or not self.is_one_value(inputs[0]):
            return False
        value = self.view(inputs[0])[(slice(0, 1),) * inputs[0].dim()]
        self.set_constant(outputs[0], value, assumed)
        return True

    # Operators that make what others derive from.

    def copying(self, call, run):
        target, source = call.args[0], call.args[1]
        if not self.is_known_place(source):
            return self.copying_to_device(call, run, target, source)
        if self.is_known_place(target):
            return self.following(call, run)
        result = run() if source.device.type != "meta" else target
        with self.on_the_host():
            twin = self.twin(source)
            value = self.view(source) if twin is not None else None
            if value is not None:
                target.copy_(value)
        if value is None:
            self.copied_unknown(target)
        elif twin.assumed is not None:
            self.unanswered(twin.assumed)
        return result

    def copied_unknown(self, target):
        if target.numel() > ASKED_ELEMENTS or target.device.type != "cpu":
            return
        if target.dtype.is_floating_point:
            with self.on_the_host():
                target.fill_(1.0)
            self.unanswered("numbers: 1.0")
        else:
            with self.on_the_host():
                target.fill_(0)
            self.unanswered("numbers: 0")

    def copying_to_device(self, call, run, target, source):
        result = run()
        if source.device.type != "cpu" or not self.is_small(target):
            self.drop(target)
            return result
        try:
            with self.on_the_host():
                if self.covers(target):
                    self.set(target, source.detach())
                elif self.twin(target) is not None:
                    if self.make_whole(target):
                        self.view(target).copy_(source.detach())
                else:
                    self.begin_with_a_part(target, source)
        except Exception:
            self.drop(target)
        return result

    def begin_with_a_part(self, target, source):
        """Of a buffer of numbers of which the first are filled in, such as a stage's message."""
        storage = target.untyped_storage()
        if target.dtype.is_floating_point or target.dtype.is_complex or storage.nbytes() > KNOWN_BYTES:
            return
        self.keep(target, bytearray(storage.nbytes()), False, UNWRITTEN)
        self.view(target).copy_(source.detach())

    def filling(self, call, run):
        result = run()
        target = call.args[0]
        value = call.args[1] if len(call.args) > 1 else call.kwargs.get("value", 0)
        try:
            with self.on_the_host():
                self.fill(target, value)
        except Exception:
            self.drop(target)
        return result

    def fill(self, target, value):
        assumed = None
        if isinstance(value, self.torch.Tensor) and self.is_known_place(value):
            twin = self.twin(value)
            if twin is None:
                self.drop(target)
                return
            assumed = twin.assumed
            value = self.view(value)
        if self.covers(target):
            value = self.torch.as_tensor(value, dtype=target.dtype, device="cpu")
            self.set_constant(target, value, assumed)
        elif self.twin(target) is not None:
            if self.make_whole(target):
                self.view(target).fill_(value)
                self.twin(target).filled = False
            else:
                self.drop(target)

    def random(self, call, run):
        """Integers of the range, as good as those of the device; the script's numbers stay its own."""
        result = run()
        out = self.tensors([result], {})[0]
        try:
            with self.on_the_host():
                self.drop(out)
                if self.covers(out) and self.is_small(out) and not out.dtype.is_floating_point:
                    self.blank(out, None)
                    kwargs = dict(call.kwargs, generator=self.generator)
                    self.on_twins(Call(call.operator, call.args, kwargs))
        except Exception:
            self.drop(out)
        return result

    # Operators that ask.

    def known(self, tensor):
        """What the tensor holds and the rule that this rests on."""
        with self.on_the_host():
            twin = self.twin(tensor)
            value = self.view(tensor) if twin is not None else None
        return value, twin.assumed if value is not None else None

    def scalar(self, call, run):
        tensor = call.args[0]
        value, assumed = self.known(tensor)
        if value is not None:
            with self.on_the_host():
                value = value.item()
            if assumed is not None:
                self.unanswered(assumed)
            return value
        if tensor.dtype.is_complex:
            value = 1 + 0j
        elif tensor.dtype.is_floating_point:
            value = 1.0
        elif tensor.dtype == self.torch.bool:
            value = False
        else:
            value = 1
        kind = "a comparison" if value is False else "a number"
        self.unanswered("%s: %s" % (kind, value))
        return value

    def equal(self, call, run):
        with self.on_the_host():
            sides = [
                self.view(side) if self.is_known_place(side) else side for side in call.args[:2]
            ]
            if call.args[0].size() != call.args[1].size():
                return False
            if all(side is not None for side in sides):
                return call.operator(*sides, *call.args[2:], **call.kwargs)
        self.unanswered("whether tensors are equal: True")
        return True

    def sized(self, when_unknown, rule):
        """An operator whose result is as large as its values say."""

        def kernel(call, run):
            with self.on_the_host():
                known = [
                    self.view(tensor)
                    for tensor in self.tensors(call.args, call.kwargs)
                    if self.is_known_place(tensor)
                ]
            device = call.args[0].device
            if all(value is not None for value in known):
                assumed = self.assumption(call)
                with self.on_the_host():
                    values = self.on_twins(call)
                if assumed is not None:
                    self.unanswered(assumed)
            else:
                assumed = rule
                with self.on_the_host():
                    values = self.on_twins(call, when_unknown)
                self.unanswered(rule)
            if isinstance(values, (list, tuple)):
                return tuple(self.on_card(value, device, assumed) for value in values)
            return self.on_card(values, device, assumed)

        return kernel

    def on_card(self, value, device, assumed):
        out = self.torch.empty_strided(
            value.size(), value.stride(), dtype=value.dtype, device=device
        )
        with self.on_the_host():
            self.set(out, value, assumed)
        return out

    def all_true(self, tensor):
        known = self.view(tensor)
        if known is not None:
            return known
        return self.torch.ones(tensor.size(), dtype=tensor.dtype, device="cpu")

    def all_distinct(self, tensor):
        known = self.view(tensor)
        if known is not None:
            return known
        return self.torch.arange(tensor.numel(), device="cpu").reshape(tensor.size()).to(tensor.dtype)

    # Operators that have a rule of their own where nothing is known.

    def comparing(self, call, run):
        """A number equals itself and no infinity: so isnan(), isinf() and isfinite() come out."""
        result = self.following(call, run)
        if result is None or self.twin_of(result) is not None:
            return result
        answer = self.answer_for_finite(call)
        if answer is not None:
            self.assume(result, answer, FINITE)
        return result

    def joining(self, call, run):
        """Whatever the other side is: true or it, false and it."""
        result = self.following(call, run)
        tensors = self.tensors([result], {})
        if self.twin_of(tensors[0]) is not None or tensors[0].dtype != self.torch.bool:
            return result
        decides = "or" in call.operator.name()
        for side in self.tensors(call.args[:2], {}):
            twin = self.twin_of(side)
            # What was joined in place has lost its twin: only the other side can decide.
            if twin is not None and self.is_one_value(side):
                with self.on_the_host():
                    value = bool(self.view(side).reshape(-1)[0])
                if value == decides:
                    self.assume(tensors[0], value, twin.assumed)
        return result

    def twin_of(self, result):
        return self.twin(result) if self.is_known_place(result) else None

    def assume(self, tensor, value, assumed):
        try:
            with self.on_the_host():
                self.set_constant(
                    tensor, self.torch.as_tensor(value, dtype=tensor.dtype, device="cpu"), assumed
                )
        except Exception:
            self.drop(tensor)

    def answer_for_finite(self, call):
        name = self.name(call)
        if name in ("isnan", "isinf", "isposinf", "isneginf"):
            return False
        left, right = call.args[0], call.args[1]
        if isinstance(right, self.torch.Tensor):
            if not self.are_same(left, right):
                return None
            return {"eq": True, "ne": False}.get(name)
        if right == float("inf"):
            return {"eq": False, "ne": True, "lt": True, "gt": False}.get(name)
        if right == float("-inf"):
            return {"eq": False, "ne": True, "lt": False, "gt": True}.get(name)
        return None

    def are_same(self, left, right):
        return (
            isinstance(left, self.torch.Tensor)
            and left.device == right.device
            and left.untyped_storage()._cdata == right.untyped_storage()._cdata
            and left.storage_offset() == right.storage_offset()
            and left.size() == right.size()
            and left.stride() == right.stride()
        )

    def unscaling(self, call, run):
        """Gradients are finite, so that a scaler of 16-bit gradients lets its optimizer step."""
        result = run()
        for tensor in call.args[0]:
            self.drop(tensor)
        found = call.args[1]
        with self.on_the_host():
            if self.twin(found) is not None:
                self.twin(found).assumed = FINITE
                return result
        self.assume(found, 0, FINITE)
        return result

    def in_turn(self, tensor, rows_of, dim, wanted, first=0):
        """Row t takes the indices first + t * wanted and so on, of as many as there are."""
        torch = self.torch
        dim = dim % max(1, rows_of.dim())
        choices = rows_of.size(dim) if rows_of.dim() else 1
        rows = rows_of.numel() // max(1, choices)
        start = first + torch.arange(rows, device="cpu").reshape(-1, 1) * wanted
        if self.routing == "first" and wanted > 1:
            start = torch.zeros_like(start)
        index = (start + torch.arange(wanted, device="cpu")) % max(1, choices)
        shape = [size for place, size in enumerate(rows_of.size()) if place != dim]
        index = index.reshape(shape + [wanted])
        if rows_of.dim():
            index = index.movedim(-1, dim)
        return index.reshape(tensor.size())

    def choosing(self, call, run):
        """topk of unknown numbers: the routing of tokens to experts."""
        result = self.following(call, run)
        indices = self.tensors([result], {})[-1]
        if self.twin_of(indices) is None:
            dim = call.args[2] if len(call.args) > 2 else -1
            rule = ROUTED if self.routing == "balanced" else ROUTED_TO_FIRST
            self.choose(indices, call.args[0], dim, call.args[1], 0, rule)
        return result

    def choose(self, indices, rows_of, dim, wanted, first, rule):
        try:
            with self.on_the_host():
                self.set(indices, self.in_turn(indices, rows_of, dim, wanted, first), rule)
        except Exception:
            self.drop(indices)

    def choosing_one(self, call, run):
        """argmax, multinomial: indices from the middle on, where no special token has its number."""
        result = self.following(call, run)
        indices = self.tensors([result], {})[-1]
        source = call.args[0]
        if self.twin_of(indices) is not None or indices.dtype != self.torch.int64:
            return result
        name = self.name(call)
        if name == "multinomial":
            dim, wanted = -1, call.args[1]
        else:
            dim = call.args[1] if len(call.args) > 1 else None
            wanted = 1
        if dim is None:
            self.assume(indices, source.numel() // 2, CHOSEN)
        else:
            middle = source.size(dim) // 2 if source.dim() else 0
            self.choose(indices, source, dim, wanted, middle, CHOSEN)
        return result

    def leaving_weights(self, kernel):
        """Random weights on the host would take minutes to draw, and memory that nothing reads."""

        @functools.wraps(kernel)
        def leave(tensor, *args, **kwargs):
            if tensor.device.type == "cpu" and tensor.numel() >= WEIGHT_ELEMENTS:
                return tensor
            return kernel(tensor, *args, **kwargs)

        return leave

    # Kernels that PyTorch does not dispatch.

    def launched(self, arguments):
        """A kernel of Triton's got these: numbers and what was only filled are taken for its results."""
        for tensor in arguments:
            if not isinstance(tensor, self.torch.Tensor) or not self.is_known_place(tensor):
                continue
            twin = self.twin(tensor)
            if twin is not None and (twin.filled or tensor.dtype.is_floating_point):
                self.drop(tensor)

    def watching_launches(self, owner):
        def replace(module):
            kind = getattr(module, owner, None)
            run = getattr(kind, "run", None)
            if run is None:
                return

            @functools.wraps(run)
            def run_and_note(kernel, *args, **kwargs):
                result = run(kernel, *args, **kwargs)
                self.launched(list(args) + list(kwargs.values()))
                return result

            kind.run = run_and_note

        return replace

    def actions(self):
        return {
            "triton.runtime.jit": self.watching_launches("JITFunction"),
            "torch._inductor.runtime.triton_heuristics": self.watching_launches("CachingAutotuner"),
        }

    # The beginning.

    def rules(self):
        """The rule of each operator, by name; "name.overload" where it is of one overload alone."""
        rules = dict.fromkeys(ELEMENTWISE + IDEMPOTENT + COUNTING + OTHERS, self.following)
        for name in list(rules):
            rules[name + "_"] = self.following
        rules.update(
            {
                "arange": self.following,
                "copy_": self.copying,
                "fill_": self.filling,
                "zero_": self.filling,
                "random_": self.random,
                "randperm": self.random,
                "_local_scalar_dense": self.scalar,
                "equal": self.equal,
                "allclose": self.equal,
                "nonzero": self.sized(self.all_true, "every element is true"),
                "repeat_interleave.Tensor": self.sized(self.all_true, "each is repeated once"),
                "bincount": self.sized(self.all_distinct, "all elements are distinct"),
                "_amp_update_scale_": self.following,
                "_amp_foreach_non_finite_check_and_unscale_": self.unscaling,
                "topk": self.choosing,
                "argmax": self.choosing_one,
                "max.dim": self.choosing_one,
                "multinomial": self.choosing_one,
            }
        )
        for name in ("_unique", "_unique2", "unique_dim", "unique_consecutive"):
            rules[name] = self.sized(self.all_distinct, "all elements are distinct")
        for name in ("bitwise_and", "bitwise_or", "logical_and", "logical_or"):
            rules[name] = self.joining
        for name in ("eq", "ne", "lt", "gt", "isnan", "isinf", "isposinf", "isneginf"):
            rules[name] = self.comparing
        return rules

    def begin(self, torch):
        self.torch = torch
        if not hasattr(getattr(torch, "_C", None), "_dispatch_keyset_full_after"):
            self.unanswered("no values are known: this PyTorch is too old for it")
            return
        self.register()
        if not self.owners.known:
            self.unanswered("peaks may be too high: this PyTorch adds watched gradients out of place")
        for name in INITIALIZERS:
            if hasattr(torch.nn.init, name):
                kept = self.leaving_weights(getattr(torch.nn.init, name))
                setattr(torch.nn.init, name, kept)

    def register(self):
        torch = self.torch
        from torch.multiprocessing.reductions import StorageWeakRef

        self.weak = StorageWeakRef
        self.owners.begin(torch)
        self.generator = torch.Generator()
        self.below = torch._C._dispatch_keyset_full_after(torch._C.DispatchKey.BackendSelect)
        self.keys_of = torch._C._dispatch_keys
        self.included = torch._C._dispatch_tls_local_include_set
        self.excluded = torch._C._dispatch_tls_local_exclude_set
        self.library = torch.library.Library("aten", "IMPL")
        self.ready = True
        rules = self.rules()
        for name in torch._C._dispatch_get_all_op_names():
            if not name.startswith("aten::"):
                continue
            base, _, overload = name[len("aten::") :].partition(".")
            rule = rules.get("%s.%s" % (base, overload)) or rules.get(base)
            writes = base.endswith("_") and not base.endswith("__")
            if rule is None and writes:
                rule = self.dropping
            shown = name[len("aten::") :] not in NOT_FOR_PYTHON
            if rule is not None and shown and self.can_stand_in(name):
                self.register_one(name, base, overload, rule)

    def can_stand_in(self, name):
        """Whether the operator has kernels of devices, and is no factory."""
        has = self.torch._C._dispatch_has_kernel_for_dispatch_key
        return not has(name, "CompositeImplicitAutograd") and not has(name, "BackendSelect")

    def register_one(self, name, base, overload, rule):
        try:
            operator = getattr(getattr(self.torch.ops.aten, base), overload or "default")
            tensors = [str(argument.type) for argument in operator._schema.arguments]
        except (AttributeError, RuntimeError):  # an operator of another build
            return
        if any("Tensor" in kind for kind in tensors):
            kernel = self.stand_in(operator, rule)
            if base in ("normal_", "uniform_"):
                kernel = self.leaving_weights(kernel)
            self.library.impl(name[len("aten::") :], kernel, "BackendSelect")


def routing_of(environment):
    return environment.get("HIGHWATER_REHEARSAL_ROUTING", "balanced")
