# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What small tensors of the device hold after a collective: what this rank sent, as all others did.

PyTorch's collectives are operators too, and write to tensors that operators of aten do not see.
"""


class Collectives:
    def __init__(self, values):
        self.values = values
        self.factor = None  # by which a reduction that is under way multiplies; none: not known

    def begin(self, torch):
        torch.cuda._lazy_call(lambda: self.register(torch))

    def register(self, torch):
        if not self.values.ready or not torch.distributed.is_available():
            return
        self.library = torch.library.Library("c10d", "IMPL")
        for name, rule in self.rules().items():
            operator = getattr(torch.ops.c10d, name, None)
            if operator is not None:
                kernel = self.values.stand_in(operator.default, self.after(rule))
                self.library.impl(name, kernel, "BackendSelect")

    def rules(self):
        """By operator, what its arguments hold after it: pairs of a tensor and what it gets."""
        return {
            "allgather_": lambda outputs, inputs: [
                (one, sent) for of, sent in zip(outputs, inputs) for one in of
            ],
            "allgather_coalesced_": lambda outputs, inputs: [
                pair for of_a_rank in outputs for pair in zip(of_a_rank, inputs)
            ],
            "_allgather_base_": lambda output, sent: [(output, sent)],
            "allgather_into_tensor_coalesced_": zip,
            "gather_into_tensor_": lambda output, sent: [(output, sent)],
            "gather_": lambda outputs, inputs: [
                (one, sent) for of, sent in zip(outputs, inputs) for one in of
            ],
            "alltoall_": zip,
            "alltoall_base_": lambda output, sent: [(output, sent)],
            "allreduce_": self.reduced,
            "allreduce_coalesced_": self.reduced,
            "reduce_": self.reduced,
            "reduce_scatter_": lambda outputs, inputs: [(one, None) for one in outputs],
            "_reduce_scatter_base_": lambda output, sent: [(output, None)],
            "reduce_scatter_tensor_coalesced_": lambda outputs, inputs: [
                (one, None) for one in outputs
            ],
            "scatter_": lambda outputs, inputs: [(one, None) for one in outputs],
            "recv_": lambda tensors, group: [(one, None) for one in tensors],
            "recv_any_source_": lambda tensors, group: [(one, None) for one in tensors],
        }

    def reduced(self, tensors, group):
        return [(one, one if self.factor is not None else None) for one in tensors]

    def after(self, rule):
        def run_and_know(call, run):
            if len(call.args) < 2:  # by name, as nobody but a test calls them
                return run()
            known = [
                (tensor, self.content(tensor, sent)) for tensor, sent in rule(*call.args[:2])
            ]
            result = run()
            with self.values.on_the_host():
                for tensor, content in known:
                    self.put(tensor, content)
            return result

        return run_and_know

    def content(self, tensor, sent):
        """On the host, in the tensor's form; none where it is not known."""
        if sent is None or not self.values.is_known_place(sent) or not self.values.is_small(tensor):
            return None
        with self.values.on_the_host():
            known = self.values.view(sent)
            if known is None or sent.numel() == 0 or tensor.numel() % sent.numel():
                return None
            if tensor is sent:
                return known * self.factor if self.factor != 1 else known.clone()
            times = tensor.numel() // sent.numel()
            return known.reshape(-1).repeat(times).view(tensor.shape)

    def put(self, tensor, content):
        values = self.values
        if content is None:
            values.drop(tensor)
        elif values.covers(tensor):
            values.set(tensor, content)
        elif values.twin(tensor) is not None and values.make_whole(tensor):
            values.view(tensor).copy_(content)
        else:
            values.drop(tensor)
