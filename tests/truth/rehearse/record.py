#!/usr/bin/env python3
# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""record.py HIGHWATER RECORDINGS [PART ...]: rehearses the cases whose names have one of the parts.

HIGHWATER is the program, RECORDINGS tests/golden/rehearsed.json: a row of the same case and PyTorch is
replaced, the others stay. This Python's environment has the frameworks. Each row has the plan of the
script as settings, so that a test holds the estimate to what PyTorch asked for.
"""

import importlib.metadata
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
CARD = "h100-sxm5-80gb"
MODELS = {"1b": "llama-3.2-1b", "8b": "llama-3.1-8b", "70b": "llama-3.1-70b"}
PACKAGES = ("transformers", "accelerate", "peft", "trl", "deepspeed", "lightning")


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
    if more.get("method", "full") == "full" and more.get("engine", "").startswith(("fsdp", "zero")):
        settings.update({"recipe.precision": "bf16-mixed", "recipe.moments": "fp32"})
    if more.get("method") == "lora":
        # PEFT keeps adapters of 32 bits, which the Trainer computes in 16.
        settings.update({"adapter.kind": "lora", "recipe.precision": "bf16-mixed"})
        settings.update({"adapter.rank": 16, "recipe.moments": "fp32"})
    settings["workload.global_batch"] = batch * ranks * more.get("accumulate", 1)
    arguments = ["--shape", shape, "--length", str(length), "--batch", str(batch)]
    for key, value in more.items():
        if key.startswith("set_"):
            settings[key[4:].replace("__", ".")] = value
        else:
            arguments += ["--" + key.replace("_", "-"), str(value)]
    return {"case": name, "script": script, "arguments": arguments, "ranks": ranks, "rank": rank, "set": settings}


def of_one_card():
    for shape, length, batch in (("1b", 2048, 4), ("1b", 8192, 1), ("8b", 1024, 1)):
        for method in ("full", "lora"):
            for recompute in ("none", "plain", "reentrant"):
                name = "trainer-%s-%d-%d-%s-%s" % (shape, length, batch, method, recompute)
                yield case(
                    name, "hf_trainer.py", "huggingface", shape, length, batch,
                    method=method, recompute=recompute,
                )
    yield case("trainer-1b-2048-2-accumulate", "hf_trainer.py", "huggingface", "1b", 2048, 2, accumulate=4)
    yield case("trainer-8b-4096-1-too-large", "hf_trainer.py", "huggingface", "8b", 8192, 4)


def of_several_cards():
    for engine, zero in (("ddp", 0), ("fsdp1", 3), ("fsdp2", 3), ("zero1", 1), ("zero2", 2), ("zero3", 3)):
        framework = "deepspeed" if engine.startswith("zero") else "huggingface"
        for method in ("full", "lora"):
            for recompute in ("none", "plain"):
                name = "trainer-8b-2048-1-%s-%s-%s" % (engine, method, recompute)
                yield case(
                    name, "hf_trainer.py", framework, "8b", 2048, 1, ranks=8, zero=zero,
                    engine=engine, method=method, recompute=recompute,
                )
    for engine, zero in (("ddp", 0), ("fsdp1", 3), ("fsdp2", 3)):
        framework = "pytorch-fsdp" if zero else "huggingface"  # which has buckets, as DDP
        yield case(
            "loop-8b-4096-1-%s" % engine, "plain_loop.py", framework, "8b", 4096, 1, ranks=8,
            zero=zero, engine=engine, recompute="plain",
        )
    yield case(
        "loop-70b-4096-1-fsdp2-64", "plain_loop.py", "pytorch-fsdp", "70b", 4096, 1, ranks=64, zero=3,
        engine="fsdp2", recompute="plain",
    )


def rehearse(highwater, each):
    script = [os.path.join(HERE, each["script"])] + each["arguments"]
    command = [highwater, "rehearse", "--json", "--without-weights", "--card", CARD]
    command += ["--rank", str(each["rank"])]
    if each["ranks"] > 1:
        launch = [sys.executable, "-m", "torch.distributed.run"]
        launch += ["--nproc_per_node", str(min(8, each["ranks"]))]
        command += ["--ranks", str(each["ranks"]), "--"] + launch + script
    else:
        command += ["--", sys.executable] + script
    done = subprocess.run(command, stdout=subprocess.PIPE, universal_newlines=True)
    if done.returncode not in (0, 3):
        return None
    return json.loads(done.stdout)


def row_of(each, answer):
    versions = {"torch": answer["torch"], "cuda": answer["cuda"]}
    for package in PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            pass
    rank = answer["ranks"][0]
    return {
        "case": each["case"],
        "command": " ".join([each["script"]] + each["arguments"]),
        "versions": versions,
        "set": each["set"],
        "allocated": rank["peak_allocated"],
        "reserved": rank["peak_reserved"],
        "steps": [step["reserved"] for step in rank["steps"]],
        "out_of_memory": bool(rank.get("out_of_memory")),
    }


def main(highwater, recordings, *parts):
    rows = []
    if os.path.exists(recordings):
        with open(recordings, encoding="utf-8") as file:
            rows = json.load(file)["rows"]
    for each in [*of_one_card(), *of_several_cards()]:
        if parts and not any(part in each["case"] for part in parts):
            continue
        answer = rehearse(highwater, each)
        if answer is None:
            print("no answer:", each["case"], file=sys.stderr)
            continue
        new = row_of(each, answer)
        same = lambda row: (row["case"], row["versions"]["torch"]) == (new["case"], new["versions"]["torch"])
        rows = [row for row in rows if not same(row)] + [new]
        rows.sort(key=lambda row: (row["versions"]["torch"], row["case"]))
        with open(recordings, "w", encoding="utf-8") as file:
            json.dump({"rows": rows}, file, indent=1)
            file.write("\n")
        print("%-45s %14d %14d" % (new["case"], new["allocated"], new["reserved"]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
