#!/usr/bin/env python3
# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""record.py HIGHWATER RECORDINGS [PART ...]: rehearses the cases whose names have one of the parts.

HIGHWATER is the program, RECORDINGS tests/golden/rehearsed.json: a row of the same case, PyTorch and
transformers is replaced, the others stay. This Python's environment has the frameworks. Each row has the
plan of the script as settings, so that a test holds the estimate to what PyTorch asked for.

record.py --plans RECORDINGS writes only the settings of the rows anew, where the plans above changed.

A row's "moments" are phase, requested, allocated and reserved bytes in the last whole step; "peak" is the
phase and the requested bytes of the highest moment of all, and "held" the tensors that exist then: bytes
of each, their number, the phase that made them, and the innermost line of Python of a framework. Tensors
that autograd's own thread makes have no line.
"""

import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile

from cases import CARD, MODELS, SHAPES
from commands import of_commands

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = (
    "transformers accelerate peft trl deepspeed lightning bitsandbytes unsloth unsloth_zoo llamafactory "
    "axolotl liger-kernel xformers ms-swift torchtune torchao litgpt torchtitan optimum gptqmodel"
).split()


def case(name, script, framework, shape, length, batch, ranks=1, zero=0, rank=0, **more):
    """A case and its plan; `more` are further arguments of the script and, under set_, settings."""
    settings = {
        "model.id": MODELS[shape],
        "workload.context": length,
        "workload.micro_batch": batch,
        "cluster.device": CARD,
        "cluster.gpus": ranks,
        "layout.zero": zero,
        "recipe.framework": framework,
        "recipe.precision": "bf16",
        "recipe.moments": "bf16",
        "recipe.recompute": "full" if more.get("recompute", "none") != "none" else "none",
    }
    # accelerate gives FSDP weights of 32 bits (accelerator.py, upcast); so does a loop's own model.
    # DeepSpeed keeps such weights beside those of 16.
    if more.get("method", "full") == "full" and more.get("engine", "").startswith(("fsdp", "zero", "cp")):
        settings.update({"recipe.precision": "bf16-mixed", "recipe.moments": "fp32"})
    engine = more.get("engine", "")
    if framework == "huggingface" and engine.startswith("fsdp"):
        settings["recipe.engine"] = engine[:5]
    if framework == "huggingface" and engine.endswith("offload"):
        settings.update({"layout.offload_optimizer": "cpu", "layout.offload_parameters": "cpu"})
    if framework == "huggingface" and more.get("recompute", "none") != "none":
        settings["recipe.reentrant"] = more["recompute"] == "reentrant"
    if more.get("method", "full") != "full":
        # PEFT keeps adapters of 32 bits, which the Trainer computes in 16.
        settings.update({"adapter.kind": more["method"], "recipe.precision": "bf16-mixed"})
        settings.update({"adapter.rank": 16, "recipe.moments": "fp32"})
    if more.get("method") == "qlora":  # PEFT's preparation makes what is not of 4 bits 32 bits wide
        settings.update({"adapter.base": "nf4-double", "adapter.upcast": True})
    settings["workload.global_batch"] = batch * ranks * more.get("accumulate", 1)
    arguments = ["--shape", shape, "--length", str(length), "--batch", str(batch)]
    for key, value in more.items():
        if key.startswith("set_"):
            settings[key[4:].replace("__", ".")] = value
        else:
            arguments += ["--" + key.replace("_", "-"), str(value)]
    return {"case": name, "script": script, "arguments": arguments, "ranks": ranks, "rank": rank, "set": settings}


ENGINES = (("ddp", 0), ("fsdp1", 3), ("fsdp2", 3), ("zero1", 1), ("zero2", 2), ("zero3", 3))


def trainer(shape, length, batch, method, recompute, engine="none", zero=0, ranks=1, **more):
    framework = "deepspeed" if engine.startswith("zero") else "huggingface"
    words = ["trainer", shape, str(length), str(batch), engine, method, recompute]
    if engine == "none":
        words.remove("none")
    else:
        more["engine"] = engine
    if ranks > 8:
        words.append(str(ranks))
    if "weights" in more:
        words.append(more["weights"])
    return case(
        "-".join(words), "hf_trainer.py", framework, shape, length, batch,
        ranks=ranks, zero=zero, method=method, recompute=recompute, **more,
    )


def of_one_card():
    for shape, length, batch in (("1b", 2048, 4), ("1b", 8192, 1), ("8b", 1024, 1)):
        for method in ("full", "lora", "qlora"):
            for recompute in ("none", "plain", "reentrant"):
                yield trainer(shape, length, batch, method, recompute)
    for method, shape, length, batch in (
        ("lora", "8b", 2048, 2), ("lora", "8b", 8192, 1), ("qlora", "8b", 2048, 4), ("qlora", "70b", 2048, 1)
    ):
        yield trainer(shape, length, batch, method, "plain")
    # LoRA on weights of 32 bits
    for recompute in ("none", "plain"):
        for shape, length, batch in (("1b", 2048, 4), ("8b", 1024, 1)):
            yield trainer(shape, length, batch, "lora", recompute, weights="fp32", set_adapter__base="fp32")
    yield case("trainer-1b-2048-2-accumulate", "hf_trainer.py", "huggingface", "1b", 2048, 2, accumulate=4)
    yield case("trainer-8b-4096-1-too-large", "hf_trainer.py", "huggingface", "8b", 8192, 4)


def of_several_cards():
    for shape, length, batch in (("8b", 2048, 1), ("1b", 2048, 4)):
        for engine, zero in ENGINES:
            for method in ("full", "lora"):
                for recompute in ("none", "plain"):
                    yield trainer(shape, length, batch, method, recompute, engine, zero, ranks=8)
    for engine, zero in ENGINES[:3]:
        yield trainer("8b", 4096, 1, "qlora", "plain", engine, zero, ranks=8)
    for engine, zero in ENGINES[1:3]:
        yield trainer(
            "8b", 2048, 1, "lora", "plain", engine, zero, ranks=8, weights="fp32", set_adapter__base="fp32"
        )
    for engine, zero in (("fsdp1", 3), ("fsdp2", 3), ("zero3", 3)):
        yield trainer("70b", 4096, 1, "full", "plain", engine, zero, ranks=64)
        yield trainer("70b", 4096, 1, "lora", "plain", engine, zero, ranks=8)
    # tied weights, several micro-batches, and parts of two and of sixteen
    for shape, length, batch, ranks, more in (
        ("1b", 2048, 2, 8, {"accumulate": 4}),
        ("1b", 1024, 1, 2, {}),
        ("8b", 1024, 2, 16, {"recompute": "plain"}),
    ):
        for zero in (1, 2, 3):
            yield case(
                "trainer-%s-%d-%d-zero%d-%d" % (shape, length, batch, zero, ranks), "hf_trainer.py",
                "deepspeed", shape, length, batch, ranks=ranks, zero=zero, engine="zero%d" % zero,
                **more
            )
    for engine in ("fsdp1-offload", "fsdp2-offload"):
        for method in ("full", "lora"):
            yield trainer("8b", 2048, 1, method, "plain", engine, 3, ranks=8)
    for engine, zero in ENGINES[:3]:
        framework = "pytorch-fsdp" if zero else "huggingface"  # which has buckets, as DDP
        yield case(
            "loop-8b-4096-1-%s" % engine, "plain_loop.py", framework, "8b", 4096, 1, ranks=8,
            zero=zero, engine=engine, recompute="plain",
        )
    yield case(
        "loop-70b-4096-1-fsdp2-64", "plain_loop.py", "pytorch-fsdp", "70b", 4096, 1, ranks=64, zero=3,
        engine="fsdp2", recompute="plain",
    )


def of_trl():
    for shape, length, batch, method in (
        ("1b", 2048, 4, "full"), ("8b", 1024, 1, "full"), ("1b", 2048, 4, "lora"), ("8b", 2048, 2, "lora")
    ):
        for recompute in ("none", "plain"):
            yield case(
                "sft-%s-%d-%d-%s-%s" % (shape, length, batch, method, recompute),
                "trl_sft.py", "huggingface", shape, length, batch, method=method, recompute=recompute,
                # its loss takes the logits in chunks (trl/kernels/chunked_logprob.py)
                set_recipe__loss="chunked", set_recipe__fused_step=False,
            )
    for shape, length, batch, method in (
        ("1b", 1024, 2, "full"), ("1b", 2048, 2, "full"), ("1b", 1024, 2, "lora"), ("8b", 1024, 2, "lora")
    ):
        for recompute in ("none", "plain"):
            yield case(
                "dpo-%s-%d-%d-%s-%s" % (shape, length, batch, method, recompute),
                "trl_dpo.py", "huggingface", shape, length, batch, method=method, recompute=recompute,
                set_workload__task="preference", set_job__kind="dpo", set_recipe__fused_step=False,
                # log-probabilities of chunks of tokens too; the plan's chunk is a pair
                set_job__logits="chunked", set_roles__policy__dtype="bf16",
            )


def of_parallel_layers():
    for shape, length in (("8b", 4096), ("8b", 8192)):
        for recompute in ("none", "plain"):
            yield case(
                "loop-%s-%d-1-tp8-%s" % (shape, length, recompute), "plain_loop.py", "plain", shape, length,
                1, ranks=8, engine="tp", width=8, recompute=recompute, set_layout__tensor=8,
                set_layout__sequence_parallel=False, set_workload__global_batch=1,
            )
    for length, recompute in ((8192, "plain"), (16384, "plain"), (8192, "none")):
        yield case(
            "loop-8b-%d-1-cp8-%s" % (length, recompute), "plain_loop.py", "pytorch-fsdp", "8b", length, 1,
            ranks=8, zero=3, engine="cp", recompute=recompute, set_layout__context=8,
            set_workload__global_batch=1,
        )
    for rank in (0, 7):
        yield case(
            "loop-8b-4096-1-pp8-of-%d" % rank, "plain_loop.py", "plain", "8b", 4096, 1, ranks=8,
            rank=rank, engine="pp", accumulate=8, set_layout__pipeline=8, set_workload__global_batch=8,
        )


def of_tiles():
    """DeepSpeed's TiledMLP: on one GPU, and with FSDP2."""
    for recompute in ("none", "plain"):
        yield case(
            "loop-1b-16384-1-tiles8-%s" % recompute, "plain_loop.py", "huggingface", "1b", 16384, 1,
            recompute=recompute, tiles=8, set_recipe__mlp_tiles=8,
        )
    yield case(
        "loop-8b-8192-1-fsdp2-tiles4", "plain_loop.py", "pytorch-fsdp", "8b", 8192, 1, ranks=8, zero=3,
        engine="fsdp2", recompute="none", tiles=4, set_recipe__mlp_tiles=4,
    )


def of_megatron():
    """Its layers without Apex and Transformer Engine keep the scores of attention."""
    for pipeline, accumulate, rank in ((1, 1, 0), (2, 4, 0), (2, 4, 7)):
        for recompute in ("none", "full"):
            yield case(
                "megatron-8b-2048-1-tp2-pp%d-%s-of-%d" % (pipeline, recompute, rank), "megatron_core.py",
                "megatron", "8b", 2048, 1, ranks=8, zero=1, rank=rank, tensor=2, pipeline=pipeline,
                accumulate=accumulate, recompute=recompute, set_recipe__precision="bf16-mixed",
                set_recipe__moments="fp32", set_recipe__gradients="fp32", set_recipe__attention="eager",
                set_layout__tensor=2, set_layout__sequence_parallel=False,
                set_workload__global_batch=accumulate * 4 // pipeline,
                **({"set_layout__pipeline": pipeline} if pipeline > 1 else {}),
            )


def of_experts():
    """Each of eight ranks has one expert of eight of every layer, a Llama 3.2 1B's in size."""
    each = case(
        "megatron-8x1b-2048-1-ep8", "megatron_core.py", "megatron", "1b", 2048, 1, ranks=8, zero=1,
        tensor=1, experts=8, expert=8, set_recipe__precision="bf16-mixed", set_recipe__moments="fp32",
        set_recipe__gradients="fp32", set_recipe__attention="eager", set_layout__expert=8,
    )
    hidden, width, layers, heads, kv_heads, vocabulary, _ = SHAPES["1b"]
    del each["set"]["model.id"]
    sizes = {
        "hidden_size": hidden, "num_layers": layers, "num_heads": heads, "num_kv_heads": kv_heads,
        "intermediate_size": width, "moe_intermediate_size": width, "vocab_size": vocabulary,
        "tied_embeddings": False, "experts": 8, "experts_per_token": 2,
    }
    each["set"].update(("model.custom." + key, value) for key, value in sizes.items())
    yield each


def started(each, folder):
    """The words of a command, with the programs of this Python's environment."""
    making = ["--shape", each["shape"], "--length", str(each["length"])]
    making += ["--weights", each["weights"]] if each["weights"] else []
    made = [os.path.join(HERE, "made_model.py"), os.path.join(folder, "model")] + making
    subprocess.run([sys.executable] + made, check=True)
    return [os.path.join(os.path.dirname(sys.executable), each["command"][0])] + each["command"][1:]


def rehearse(highwater, each, *options):
    command = [highwater, "rehearse", "--json", "--without-weights", "--card", CARD, *options]
    command += ["--rank", str(each["rank"])]
    if "command" in each:
        with tempfile.TemporaryDirectory() as folder:
            if each["ranks"] > 1:
                command += ["--ranks", str(each["ranks"])]
            return answer_of(command + ["--"] + started(each, folder), folder)
    script = [os.path.join(HERE, each["script"])] + each["arguments"]
    if each["ranks"] > 1:
        launch = [sys.executable, "-m", "torch.distributed.run"]
        launch += ["--nproc_per_node", str(min(8, each["ranks"]))]
        command += ["--ranks", str(each["ranks"]), "--"] + launch + script
    else:
        command += ["--", sys.executable] + script
    return answer_of(command)


def answer_of(command, folder=None):
    # Some commands start torchrun or accelerate by name.
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    done = subprocess.run(
        command, stdout=subprocess.PIPE, universal_newlines=True, cwd=folder, env=dict(os.environ, PATH=path)
    )
    if done.returncode not in (0, 3):
        return None
    return json.loads(done.stdout)


def compare(highwater, each, snapshot):
    settings = []
    for key, value in each["set"].items():
        settings += ["--set", "%s=%s" % (key, str(value).lower() if isinstance(value, bool) else value)]
    return answer_of([highwater, "compare-run", "--json", *settings, snapshot])


def place_of(held):
    """The line without the folders of this computer."""
    line = held["inner"] or held["line"]
    file, colon, rest = line.partition(".py:")
    for folder in ("site-packages/", "dist-packages/", HERE + "/", "unsloth_compiled_cache/"):
        file = file.rpartition(folder)[2]
    return file + colon + rest


def held_of(run):
    """Tensors at the peak with a share of it that counts, those of one size, phase and line summed."""
    sums = {}
    for held in run["held"]:
        key = (held["each"], held["phase"], place_of(held))
        sums[key] = sums.get(key, 0) + held["count"]
    least = run["measured"]["requested"] / 1000
    rows = [[each, count, *rest] for (each, *rest), count in sums.items() if each * count >= least]
    return sorted(rows, key=lambda row: (-row[0] * row[1], row))


def phase_of_peak(run):
    event = run["measured"]["peak_event"]
    for part in run["parts"]:
        if part["first_event"] <= event <= part["last_event"]:
            return part["name"]
    return "setup"


def moments_of(answer, run):
    """Of the last whole step; where the recording does not tell the steps apart, of all of them."""
    if run["steps"] >= len(answer["ranks"][0]["steps"]):
        return [
            [phase["name"], phase["measured"], phase["measured_allocated"], phase["measured_reserved"]]
            for phase in run["phases"]
            if phase["measured"] is not None
        ]
    return [
        [moment["name"], moment["allocated"], moment["allocated"], moment["reserved"]]
        for moment in answer["moments"]
        if moment["name"] in ("forward", "loss", "backward", "optimizer")
    ]


def with_versions(settings, versions):
    """A plan that names no version means the newest, so an old one of transformers is said."""
    old = versions.get("transformers", "").startswith("4.")
    if old and settings.get("recipe.framework") == "huggingface":
        return {**settings, "recipe.versions.transformers": versions["transformers"]}
    return settings


def stage_of(each):
    stages = each["set"].get("layout.pipeline")
    return {"stage": each["rank"] * stages // each["ranks"]} if stages else {}


def row_of(each, answer, run):
    versions = {"torch": answer["torch"], "cuda": answer["cuda"]}
    for package in PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            pass
    rank = answer["ranks"][0]
    return {
        "case": each["case"],
        "command": " ".join(each.get("command") or [each["script"]] + each["arguments"]).replace(
            HERE + os.sep, ""
        ),
        "versions": versions,
        "set": with_versions(each["set"], versions),
        **stage_of(each),
        "allocated": rank["peak_allocated"],
        "reserved": rank["peak_reserved"],
        "steps": [step["reserved"] for step in rank["steps"]],
        "out_of_memory": bool(rank.get("out_of_memory")),
        "peak": [phase_of_peak(run), run["measured"]["requested"]],
        "moments": moments_of(answer, run),
        "held": held_of(run),
    }


def key_of(row):
    return row["versions"]["torch"], row["versions"].get("transformers", ""), row["case"]


def read_rows(recordings):
    if not os.path.exists(recordings):
        return []
    with open(recordings, encoding="utf-8") as file:
        return json.load(file)["rows"]


def text_of(row):
    """A row as JSON with a line for each member, and for each of the held tensors."""
    members = []
    for name, value in row.items():
        text = json.dumps(value)
        if name == "held":
            text = "[" + ",".join("\n  " + json.dumps(held) for held in value) + "]"
        members.append(" " + json.dumps(name) + ": " + text)
    return "{\n" + ",\n".join(members) + "\n}"


def write_rows(recordings, rows):
    rows.sort(key=key_of)
    with open(recordings, "w", encoding="utf-8") as file:
        file.write('{"rows": [\n' + ",\n".join(text_of(row) for row in rows) + "\n]}\n")


def write_plans(recordings):
    plans = {each["case"]: each["set"] for each in cases_of_all()}
    rows = read_rows(recordings)
    for row in rows:
        row["set"] = with_versions(plans.get(row["case"], row["set"]), row["versions"])
    write_rows(recordings, rows)


def cases_of_all():
    return [*of_one_card(), *of_several_cards(), *of_trl(), *of_parallel_layers(), *of_tiles(), *of_megatron(), *of_experts(), *of_commands()]


def main(highwater, recordings, *parts):
    if highwater == "--plans":
        write_plans(recordings)
        return
    for each in cases_of_all():
        if parts and not any(part in each["case"] for part in parts):
            continue
        with tempfile.TemporaryDirectory() as folder:
            snapshot = os.path.join(folder, "snapshot.pickle")
            answer = rehearse(highwater, each, "-o", snapshot)
            run = compare(highwater, each, snapshot) if answer else None
        if run is None:
            print("no answer:", each["case"], file=sys.stderr)
            continue
        new = row_of(each, answer, run)
        write_rows(recordings, [row for row in read_rows(recordings) if key_of(row) != key_of(new)] + [new])
        print("%-45s %14d %14d" % (new["case"], new["allocated"], new["reserved"]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
