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

HERE = os.path.dirname(os.path.abspath(__file__))
CARD = "h100-sxm5-80gb"
MODELS = {"1b": "llama-3.2-1b", "8b": "llama-3.1-8b", "70b": "llama-3.1-70b"}
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
    if more.get("method", "full") == "full" and more.get("engine", "").startswith(("fsdp", "zero")):
        settings.update({"recipe.precision": "bf16-mixed", "recipe.moments": "fp32"})
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


def command(name, words, shape, length, ranks=1, rank=0, weights=None, **settings):
    """A case that a framework's own command starts, in a folder with what made_model.py wrote to model/."""
    settings = {key.replace("__", "."): value for key, value in settings.items()}
    settings = {
        "model.id": MODELS[shape],
        "workload.context": length,
        "workload.micro_batch": 1,
        "cluster.device": CARD,
        "cluster.gpus": ranks,
        "layout.zero": 0,
        "recipe.framework": "huggingface",
        "recipe.recompute": "none",
        **settings,
    }
    settings["workload.global_batch"] = settings["workload.micro_batch"] * ranks
    return {
        "case": name, "command": words, "shape": shape, "length": length, "ranks": ranks, "rank": rank,
        "weights": weights, "set": settings,
    }


ADAPTER = {"adapter__rank": 16, "adapter__upcast": "false", "recipe__precision": "bf16-mixed"}
PRECISION = {
    "full": {"recipe__precision": "bf16", "recipe__moments": "bf16"},
    "mixed": {"recipe__precision": "bf16-mixed", "recipe__moments": "fp32"},
    "lora": {"adapter__kind": "lora", **ADAPTER},
    "qlora": {"adapter__kind": "qlora", **ADAPTER},
}


def of_unsloth():
    for shape, batch, method, recompute in (
        ("1b", 4, "lora", "unsloth"),
        ("8b", 2, "qlora", "unsloth"),
        ("1b", 4, "lora", "none"),
        ("1b", 4, "full", "unsloth"),
        ("1b", 4, "lora", "plain"),
        ("1b", 4, "full", "none"),
        ("1b", 4, "qlora", "unsloth"),
        ("8b", 2, "lora", "unsloth"),
        ("8b", 2, "qlora", "none"),
    ):
        words = ["python", os.path.join(HERE, "unsloth_sft.py"), "--model", "model"]
        words += ["--shape", shape, "--length", "2048", "--batch", str(batch)]
        words += ["--method", method, "--recompute", recompute]
        yield command(
            "unsloth-%s-2048-%d-%s-%s" % (shape, batch, method, recompute), words, shape, 2048,
            workload__micro_batch=batch, recipe__recompute="none" if recompute == "none" else "full",
            recipe__optimizer="adamw-8bit", recipe__kernels="fused", recipe__loss="chunked",
            layout__offload_activations="cpu" if recompute == "unsloth" else "none",
            **EXPANDABLE, **PRECISION[method],
        )


EXPANDABLE = {"cluster__allocator__expandable_segments": "true"}


def of_llama_factory():
    for shape, batch, method, recompute, ranks in (
        ("1b", 4, "lora", "reentrant", 1),
        ("8b", 2, "qlora", "reentrant", 1),
        ("1b", 4, "full", "reentrant", 1),
        ("1b", 4, "lora", "none", 1),
        ("8b", 2, "lora", "reentrant", 8),
        ("8b", 1, "full", "plain", 8),
        ("1b", 4, "full", "none", 1),
        ("1b", 4, "qlora", "reentrant", 1),
        ("8b", 2, "lora", "reentrant", 1),
        ("8b", 2, "qlora", "none", 1),
    ):
        words = ["llamafactory-cli", "train", os.path.join(HERE, "llama_factory.yaml")]
        words += ["per_device_train_batch_size=%d" % batch]
        words += ["finetuning_type=" + ("full" if method == "full" else "lora")]
        words += ["quantization_bit=4"] if method == "qlora" else []
        words += ["disable_gradient_checkpointing=true"] if recompute == "none" else []
        words += ["fsdp=[full_shard,auto_wrap]", FSDP2_OF_LLAMA] if recompute == "plain" else []
        yield command(
            "llama-factory-%s-2048-%d-%s-%s%s" % (shape, batch, method, recompute, "-8" if ranks > 1 else ""),
            words, shape, 2048, ranks=ranks, workload__micro_batch=batch,
            layout__zero=3 if recompute == "plain" else 0,
            recipe__recompute="none" if recompute == "none" else "full",
            **(EXPANDABLE if ranks > 1 else {}), **PRECISION["mixed" if method == "full" else method],
        )


# Without spaces, at which its launcher parts the words.
FSDP2_OF_LLAMA = "fsdp_config={version:2,transformer_layer_cls_to_wrap:[LlamaDecoderLayer]}"


# Axolotl 0.16 asks for expandable segments by a variable that PyTorch reads from 2.10 on.
def of_axolotl():
    for shape, batch, method, recompute, more in (
        ("1b", 4, "lora", "plain", ()),
        ("8b", 2, "qlora", "plain", ()),
        ("1b", 4, "full", "plain", ()),
        ("1b", 4, "lora", "none", ()),
        ("1b", 4, "lora", "offload", ("--activation-offloading=true",)),
        ("1b", 4, "full", "none", ()),
        ("1b", 4, "qlora", "plain", ()),
        ("8b", 2, "lora", "plain", ()),
        ("8b", 2, "qlora", "none", ()),
    ):
        words = ["axolotl", "train", os.path.join(HERE, "axolotl-%s.yaml" % method)]
        words += ["--launcher=python", "--micro-batch-size=%d" % batch]
        words += ["--no-gradient-checkpointing"] if recompute == "none" else list(more)
        yield command(
            "axolotl-%s-2048-%d-%s-%s" % (shape, batch, method, recompute), words, shape, 2048,
            workload__micro_batch=batch, recipe__recompute="none" if recompute == "none" else "full",
            layout__offload_activations="cpu" if recompute == "offload" else "none",
            **PRECISION[method],
        )


def of_torchtune():
    names = {"1b": "llama3_2/1B", "8b": "llama3_1/8B"}
    for shape, batch, method, recompute, ranks in (
        ("1b", 4, "lora", True, 1),
        ("8b", 2, "qlora", True, 1),
        ("8b", 2, "full", True, 8),
        ("1b", 4, "lora", False, 1),
        ("1b", 4, "full", True, 1),
        ("8b", 2, "lora", True, 8),
        ("8b", 2, "lora", True, 1),
        ("1b", 4, "qlora", True, 1),
        ("1b", 4, "full", False, 1),
    ):
        recipe = ("full" if method == "full" else "lora") + "_finetune_"
        recipe += "distributed" if ranks > 1 else "single_device"
        words = ["tune", "run"] + (["--nproc_per_node", str(ranks)] if ranks > 1 else []) + [recipe]
        words += ["--config", names[shape] + "_" + method + ("" if ranks > 1 else "_single_device")]
        words += TORCHTUNE + ["batch_size=%d" % batch, "enable_activation_checkpointing=%s" % recompute]
        words += [] if method == "full" else ["model.lora_rank=16"]
        words += FULL_OF_TORCHTUNE if method == "full" else []
        yield command(
            "torchtune-%s-2048-%d-%s-%s%s" % (
                shape, batch, method, "plain" if recompute else "none", "-8" if ranks > 1 else "",
            ),
            words, shape, 2048, ranks=ranks, weights="torchtune", workload__micro_batch=batch,
            layout__zero=3 if ranks > 1 else 0, recipe__framework="torchtune",
            recipe__recompute="full" if recompute else "none",
            **dict(PRECISION[method], recipe__precision="bf16", recipe__moments="bf16"),
        )


TORCHTUNE = """
    checkpointer.checkpoint_dir=model checkpointer.checkpoint_files=[model.safetensors] output_dir=output
    tokenizer.path=model/tokenizer.model tokenizer.max_seq_len=2049
    dataset._component_=torchtune.datasets.text_completion_dataset dataset.source=json dataset.split=train
    dataset.data_files=model/rows/rows.jsonl gradient_accumulation_steps=1
""".split()
FULL_OF_TORCHTUNE = "optimizer._component_=torch.optim.AdamW optimizer.fused=True optimizer_in_bwd=False".split()


def of_litgpt():
    for shape, batch, method, devices in (
        ("1b", 4, "lora", 1),
        ("8b", 2, "qlora", 1),
        ("8b", 2, "full", 8),
        ("1b", 4, "full", 1),
        ("8b", 2, "lora", 8),
        ("8b", 2, "lora", 1),
    ):
        words = ["litgpt", "finetune_full" if method == "full" else "finetune_lora", "model"]
        words += "--data JSON --data.json_path model/rows/rows.jsonl --data.val_split_fraction 0.25".split()
        words += "--train.max_seq_length 2048 --train.max_steps 4 --train.lr_warmup_steps 1".split()
        words += ["--train.micro_batch_size", str(batch), "--train.global_batch_size", str(batch * devices)]
        words += ["--devices", str(devices), "--precision", "bf16-true", "--eval.initial_validation", "false"]
        words += ["--quantize", "bnb.nf4"] if method == "qlora" else []
        words += [] if method == "full" else EVERY_ADAPTER_OF_LITGPT
        yield command(
            "litgpt-%s-2048-%d-%s%s" % (shape, batch, method, "-8" if devices > 1 else ""), words, shape, 2048,
            ranks=devices, weights="litgpt", workload__micro_batch=batch, layout__zero=3 if devices > 1 else 0,
            recipe__framework="litgpt", recipe__recompute="full" if devices > 1 else "none",
            **({} if method == "full" else {"adapter__dropout": 0.05}),  # its default
            **dict(PRECISION[method], recipe__precision="bf16", recipe__moments="bf16"),
        )


EVERY_ADAPTER_OF_LITGPT = [
    word
    for part in ("query", "key", "value", "projection", "mlp")
    for word in ("--lora_" + part, "true")
] + ["--lora_r", "16"]


def of_torchtitan():
    for batch, length, recompute in ((1, 4096, "full"), (1, 4096, "selective"), (1, 4096, "none")):
        words = ["torchrun", "--nproc_per_node", "8", "-m", "torchtitan.train"]
        words += ["--job.config_file", os.path.join(HERE, "torchtitan.toml")]
        words += ["--training.local_batch_size", str(batch), "--training.seq_len", str(length)]
        words += ["--activation_checkpoint.mode", recompute, "--activation_checkpoint.selective_ac_option", "op"]
        yield command(
            "torchtitan-8b-%d-%d-%s-8" % (length, batch, recompute), words, "8b", length, ranks=8,
            workload__micro_batch=batch, layout__zero=3, recipe__framework="pytorch-fsdp",
            recipe__recompute=recompute, **PRECISION["mixed"],
        )


def of_swift():
    for shape, batch, method, recompute, ranks in (
        ("1b", 4, "lora", True, 1),
        ("8b", 2, "qlora", True, 1),
        ("1b", 4, "full", True, 1),
        ("1b", 4, "lora", False, 1),
        ("8b", 2, "lora", True, 1),
    ):
        words = ["swift", "sft", "--model", "model", "--model_type", "llama", "--template", "dummy"]
        words += ["--dataset", "model/rows/rows.jsonl", "--max_length", "2048", "--truncation_strategy", "right"]
        words += ["--tuner_type", "full" if method == "full" else "lora", "--torch_dtype", "bfloat16"]
        words += ["--lora_rank", "16", "--target_modules", "all-linear"] if method != "full" else []
        words += ["--quant_method", "bnb", "--quant_bits", "4"] if method == "qlora" else []
        words += ["--per_device_train_batch_size", str(batch), "--gradient_accumulation_steps", "1"]
        words += ["--max_steps", "4", "--gradient_checkpointing", str(recompute).lower()]
        words += ["--output_dir", "output", "--split_dataset_ratio", "0", "--report_to", "none"]
        yield command(
            "ms-swift-%s-2048-%d-%s-%s" % (shape, batch, method, "plain" if recompute else "none"), words,
            shape, 2048, ranks=ranks, workload__micro_batch=batch,
            recipe__recompute="full" if recompute else "none", **PRECISION[method],
        )


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
    for engine, zero in (("fsdp1", 3), ("fsdp2", 3), ("zero3", 3)):
        yield trainer("70b", 4096, 1, "full", "plain", engine, zero, ranks=64)
        yield trainer("70b", 4096, 1, "lora", "plain", engine, zero, ranks=8)
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
            )
    for shape, length, batch, method in (
        ("1b", 1024, 2, "full"), ("1b", 2048, 2, "full"), ("1b", 1024, 2, "lora"), ("8b", 1024, 2, "lora")
    ):
        for recompute in ("none", "plain"):
            yield case(
                "dpo-%s-%d-%d-%s-%s" % (shape, length, batch, method, recompute),
                "trl_dpo.py", "huggingface", shape, length, batch, method=method, recompute=recompute,
                set_workload__task="preference", set_job__kind="dpo",
            )


def of_parallel_layers():
    for shape, length in (("8b", 4096), ("8b", 8192)):
        for recompute in ("none", "plain"):
            yield case(
                "loop-%s-%d-1-tp8-%s" % (shape, length, recompute), "plain_loop.py", "plain", shape, length,
                1, ranks=8, engine="tp", width=8, recompute=recompute, set_layout__tensor=8,
                set_workload__global_batch=1,
            )
    for rank in (0, 7):
        yield case(
            "loop-8b-4096-1-pp8-of-%d" % rank, "plain_loop.py", "plain", "8b", 4096, 1, ranks=8,
            rank=rank, engine="pp", accumulate=8, set_layout__pipeline=8, set_workload__global_batch=8,
        )


def of_commands():
    for framework in (
        of_unsloth, of_llama_factory, of_axolotl, of_torchtune, of_litgpt, of_torchtitan, of_swift
    ):
        yield from framework()


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
    for folder in ("site-packages/", "dist-packages/", HERE + "/"):
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
        "set": each["set"],
        **({"stage": each["rank"]} if "layout.pipeline" in each["set"] else {}),
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
        row["set"] = plans.get(row["case"], row["set"])
    write_rows(recordings, rows)


def cases_of_all():
    return [*of_one_card(), *of_several_cards(), *of_trl(), *of_parallel_layers(), *of_commands()]


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
