# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests what a rehearsal knows of its tensors' values: the twins of tensors of the processor.

HIGHWATER_TORCH_PYTHON names an interpreter that has a PyTorch of any build; without it all are skipped.
The processor plays the device, so that what a twin holds can be held against the tensor itself.
"""

import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

HOOK = Path(__file__).resolve().parents[2] / "resources" / "rehearsal"
TORCH = os.environ.get("HIGHWATER_TORCH_PYTHON")

BEGINNING = """
    import json, sys, torch
    import torch.nn.functional as F
    from highwater_rehearsal.values import Values
    asked = []
    on_host = []

    class OnTheProcessor(Values):
        def is_known_place(self, tensor):
            places = [other.untyped_storage()._cdata for other in on_host]
            return tensor.untyped_storage()._cdata not in places

        def with_tensors(self, args, places):
            made = super().with_tensors(args, places)
            on_host.extend(new for new, old in zip(made, args) if new is not old)
            return made

        def on_card(self, value, device, assumed):
            out = super().on_card(value, device, assumed)
            with self.on_the_host():
                return out.copy_(value)

    values = OnTheProcessor(asked.append, sys.argv[1], card="cpu")
    values.torch = torch
    if sys.argv[2:] != ["without twins"]:
        values.register()

    def copied(content, dtype=None):
        on_host.append(torch.tensor(content, dtype=dtype))
        return on_host[-1].clone()

    def from_host(content):
        on_host.append(torch.tensor(content))
        return on_host[-1]

    def after(tensor, *changes):
        return tensor

    def plain(answer):
        if isinstance(answer, torch.Tensor):
            known = values.view(answer) if values.twin(answer) is not None else None
            values.busy = True
            answer = [answer.tolist(), known if known is None else known.tolist()]
            values.busy = False
        return answer
"""

# Expressions whose twin must hold what the processor computes.
EXACT = {
    "a copy from the host": "copied([3, 1, 2])",
    "a factory": "torch.arange(2, 11, 3)",
    "a filled tensor": "torch.full((3,), 7)",
    "a view of a view": "torch.arange(12).view(3, 4).t()[1:3, 2]",
    "a write through a view": "(lambda x: after(x, x.view(2, 3)[1].fill_(9)))(torch.arange(6))",
    "a write into a part": "(lambda x: after(x, x[2:].copy_(copied([8, 9]))))(torch.zeros(4))",
    "a write of what is known": "(lambda x: after(x, x[1:].copy_(torch.arange(3))))(torch.zeros(4))",
    "a masked write": "torch.arange(5).masked_fill(torch.arange(5) > 2, -100)",
    "an indexed write": "(lambda x: after(x, x.index_put_((copied([0, 2]),), copied([7, 8]))))(torch.arange(4))",
    "boundaries of packed sequences": "F.pad(copied([5, 4]).cumsum(0), (1, 0))",
    "the longest packed sequence": "copied([0, 5, 9]).diff().max()",
    "the places of zeros": "copied([0, 1, 2, 0, 1]).eq(0).nonzero()",
    "a mask without padding": "torch.ones(2, 5, dtype=torch.int64).all()",
    "a mask with padding": "copied([[1, 1, 0], [1, 1, 1]]).bool().all()",
    "the labels that count": "(copied([-100, 4, 5]) != -100).sum()",
    "a loss's denominator": "(copied([-100, 4, 5]) != -100).float().sum().clamp(min=1)",
    "a causal mask": "torch.ones(3, 3).tril().bool().logical_and(copied([True, True, False]))",
    "a mask of 4 dimensions": "torch.where(torch.ones(1, 1, 3, 3).tril().bool(), torch.zeros(1), -torch.ones(1))",
    "a selection by booleans": "torch.arange(6)[copied([1, 0, 1, 0, 0, 1]).bool()]",
    "where with one argument": "torch.where(copied([0, 1, 1]) > 0)[0]",
    "unique": "copied([3, 1, 3]).unique()",
    "unique with counts": "copied([3, 1, 3]).unique(return_counts=True)[1]",
    "counts": "torch.bincount(copied([0, 2, 2]), minlength=4)",
    "a histogram": "torch.histc(copied([0.0, 2.0, 2.0]), bins=3, min=0, max=2)",
    "repeated elements": "torch.repeat_interleave(torch.arange(3), copied([1, 2, 0]))",
    "one-hot": "F.one_hot(copied([1, 0]), 3).sum(0)",
    "joined, stacked and turned": "torch.stack([torch.cat([torch.arange(2)] * 2).flip(0)])",
    "gathered and scattered": "torch.zeros(4).scatter(0, copied([1, 3]), 5.0).gather(0, copied([3, 0]))",
    "sorted": "copied([3, 1, 2]).sort().indices",
    "the largest of known numbers": "copied([[3.0, 1.0, 2.0]]).topk(2).indices",
    "numbers beside tensors": "torch.arange(3) * 2.5",
    "a division of whole numbers": "torch.arange(4) // 2",
    "a remainder": "torch.arange(4) % 2 == 0",
    "members": "torch.isin(copied([5, 2]), copied([2]))",
    "all of a large constant": "torch.ones(3000, 3000, dtype=torch.bool).all()",
    "the sum of a large constant": "torch.full((2000, 1000), 2).sum()",
    "a comparison with a large constant": "(torch.zeros(2000, 1000) == 0).any()",
    "other data": "(lambda x: after(x, setattr(x, 'data', torch.arange(3, 6))))(torch.arange(3))",
    "detached": "torch.arange(3).detach().add_(1)",
    "a selection's rows": "torch.empty(3, 4)[copied([True, False, True])].shape[0]",
    "equal tensors": "torch.equal(torch.arange(3), torch.arange(3))",
    "unequal tensors": "torch.equal(torch.arange(3), torch.ones(3, dtype=torch.int64))",
    "a number": "torch.arange(5).sum().item()",
}

# What a twin must not claim to know: X was made unseen.
UNKNOWN = {
    "a sum with unknown numbers": "torch.zeros(4, 8) + X",
    "a write of unknown numbers": "torch.zeros(4, 8).add_(X)",
    "a part written by unknown numbers": "(lambda x: after(x, x[1:].copy_(X[0, 1:])))(torch.zeros(8))",
    "a write by an operator without a rule": "torch.zeros(4, 8).addcmul_(X, X)",
    "random numbers": "torch.zeros(4, 8).normal_()",
}

# What nothing knows: an expression, the answer, and the rule that is listed.
RULED = {
    "a loss": ("X.mean().item()", 1.0, "a number: 1.0"),
    "a comparison of numbers": ("bool(X.mean() > 3)", False, "a comparison: False"),
    "isnan": ("bool(torch.isnan(X.mean()))", False, "values are finite"),
    "isnan of many": ("bool(torch.isnan(X).any())", False, "values are finite"),
    "isnan of more than are kept": (
        "bool(torch.isnan(torch.empty(3000, 3000)).any())",
        False,
        "values are finite",
    ),
    "isinf": ("bool(torch.isinf(X).any())", False, "values are finite"),
    "isfinite": ("bool(torch.isfinite(X).all())", True, "values are finite"),
    "neither": ("bool(torch.isnan(X) .any() | torch.isinf(X).any())", False, "values are finite"),
    "a boolean selection": ("X[X > 0].numel()", 32, "every element is true"),
    "argmax": ("X.argmax(-1)[1].item()", 5, "an index that no value decided"),
    "the routing of tokens": ("torch.topk(X, 2).indices[3, 1].item()", 7, "topk chooses each in turn"),
    "an expert's tokens": (
        "(F.one_hot(torch.topk(X, 2).indices, 8).permute(2, 1, 0)[5]).nonzero().tolist()",
        [[1, 2]],
        "topk chooses each in turn",
    ),
    "a message of which a part is filled in": (
        "(lambda x: after(x, x[:2].copy_(from_host([5, 6]))))(torch.empty(4, dtype=torch.int64))[1].item()",
        6,
        "numbers beside those that are known: 0",
    ),
    "the part that is not": (
        "(lambda x: after(x, x[:2].copy_(from_host([5, 6]))))(torch.empty(4, dtype=torch.int64))[3].item()",
        0,
        "numbers beside those that are known: 0",
    ),
    "whether tensors are equal": ("torch.equal(X, X + 1)", True, "whether tensors are equal: True"),
}


@unittest.skipUnless(TORCH, "HIGHWATER_TORCH_PYTHON names no interpreter that has PyTorch")
class Values(unittest.TestCase):
    def run_script(self, text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            script = Path(folder) / "train.py"
            text = textwrap.dedent(BEGINNING) + textwrap.dedent(text)
            script.write_text(text, encoding="utf-8")
            done = subprocess.run(
                [TORCH, str(script), *(arguments or ["balanced"])],
                env=dict(os.environ, PYTHONPATH=str(HOOK), PYTHONDONTWRITEBYTECODE="1"),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                universal_newlines=True,
            )
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout.splitlines()[-1])

    def evaluate(self, texts):
        """The answer of each expression and what was asked of nobody."""
        return self.run_script(
            """
            answers = {}
            for name, text in json.loads(%r).items():
                asked.clear()
                X = torch.ones(4, 8)
                values.drop(X)
                names = dict(globals(), X=X)
                try:
                    answers[name] = [plain(eval(text, names)), asked[:]]
                except Exception as error:
                    answers[name] = [repr(error), asked[:]]
            print(json.dumps(answers))
            """
            % json.dumps(texts)
        )

    def test_knows_what_whole_numbers_decide(self):
        for name, (answer, asked) in self.evaluate(EXACT).items():
            with self.subTest(name):
                self.assertEqual(asked, [])
                if isinstance(answer, list):
                    self.assertEqual(answer[1], answer[0])

    def test_claims_to_know_nothing_else(self):
        for name, (answer, _) in self.evaluate(UNKNOWN).items():
            with self.subTest(name):
                self.assertEqual(answer[1:], [None])

    def test_answers_the_rest_by_a_rule_and_lists_it(self):
        answers = self.evaluate({name: row[0] for name, row in RULED.items()})
        for name, (_, answer, rule) in RULED.items():
            with self.subTest(name):
                self.assertEqual(answers[name][0], answer)
                listed = any(text.startswith(rule) for text in answers[name][1])
                self.assertTrue(listed, answers[name])

    def test_routes_all_tokens_to_the_first_experts_where_asked(self):
        counts = self.run_script(
            """
            x = torch.empty(4, 8)
            counts = torch.topk(x, 2).indices.flatten().bincount(minlength=8)
            print(values.view(counts).tolist())
            """,
            "first",
        )
        self.assertEqual(counts, [4, 4, 0, 0, 0, 0, 0, 0])

    def test_draws_no_large_random_weights_on_the_host(self):
        left = self.run_script(
            """
            large, small = torch.zeros(1 << 20), torch.zeros(64)
            print(json.dumps([bool(x.normal_().count_nonzero()) for x in (large, small)]))
            """.replace("normal_()", "normal_().numpy().any() or None")
            .replace(".count_nonzero()", "")
        )
        self.assertEqual(left, [False, True])

    def test_takes_what_was_filled_for_a_kernels_result(self):
        known = self.run_script(
            """
            given, result = copied([0, 5, 9]), torch.zeros(3, dtype=torch.int64)
            numbers = copied([1.0, 2.0])
            values.launched([given, result, numbers, 3])
            print(json.dumps([values.twin(x) is not None for x in (given, result, numbers)]))
            """
        )
        self.assertEqual(known, [True, False, False])

    def test_keeps_no_tensor_alive(self):
        kept = self.run_script(
            """
            import gc, weakref
            gc.disable()
            kept = []
            # The second is so large that its twin is the one value that it repeats.
            for size in (5, 1 << 26):
                x = torch.zeros(size, dtype=torch.bool)
                known = x.all()
                last = weakref.ref(x.untyped_storage()), weakref.ref(x)
                del x, known
                values.sweep()
                kept.append([[w() is None for w in last], len(values.twins)])
            print(json.dumps(kept))
            """
        )
        self.assertEqual(kept, [[[True, True], 0]] * 2)

    def test_adds_gradients_in_place(self):
        # With a mode of PyTorch's dispatcher it would take new memory for the sum, and where a
        # storage that Python has seen has one more owner.
        text = """
            class Watched(torch.autograd.Function):
                @staticmethod
                def forward(context, x):
                    return x.clone()

                @staticmethod
                def backward(context, gradient):
                    places.append(gradient.data_ptr())
                    return gradient

            class Noted(torch.autograd.Function):
                @staticmethod
                def forward(context, x, number):
                    context.number = number
                    return x * number

                @staticmethod
                def backward(context, gradient):
                    out = gradient * context.number
                    places.append(out.data_ptr())
                    return out, None

            places = []
            x = torch.ones(4, requires_grad=True)
            y = Watched.apply(x)
            sum(Noted.apply(y, number) for number in range(2, 6)).sum().backward()
            print(json.dumps([x.grad.tolist(), places[-1] in places[:-1]]))
            """
        self.assertEqual(self.run_script(text), [[14.0] * 4, True])
        self.assertEqual(self.run_script(text, "balanced", "without twins"), [[14.0] * 4, True])

    def test_a_copy_of_weights_on_the_host_takes_no_memory(self):
        text = """
            import resource, types
            from highwater_rehearsal import host_copies

            def prepare(weights):  # as accelerate does before it hands out parts
                whole = weights.to(torch.float32)
                return whole.dtype, list(whole.shape), weights[:4, :4].clone().to(torch.float32).tolist()

            module = types.SimpleNamespace(fsdp2_prepare_model=prepare)
            host_copies.accelerate_imported(module)
            weights = torch.empty(1 << 14, 1 << 14, dtype=torch.bfloat16)  # 512 MiB
            weights[:4, :4] = 2
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            kind, shape, small = module.fsdp2_prepare_model(weights)
            grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
            print(json.dumps([str(kind), shape, small[0], grown < 100_000]))
        """
        self.assertEqual(
            self.run_script(text), ["torch.float32", [1 << 14, 1 << 14], [2.0] * 4, True]
        )


if __name__ == "__main__":
    unittest.main()
