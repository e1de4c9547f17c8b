# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What one process of the script does with the memory of its device."""

import atexit
import importlib
import json
import os
import sys
import traceback

from .saving import in_memory_only
from .unanswered import is_a_persons

MOST_EVENTS = 10_000_000
HERE = os.path.dirname(os.path.abspath(__file__))
WITHIN = "HIGHWATER_REHEARSAL_WITHIN"  # a variable of the processes that a watched one starts


def is_ours(file):
    return file.startswith(HERE)


def places_of(trace):
    """The innermost line of a person's, and that of the library which it called, if one raised."""
    frames = [frame for frame in traceback.extract_tb(trace) if not is_ours(frame.filename)]
    persons = [frame for frame in frames if is_a_persons(frame.filename)]
    if not frames:
        return {"file": "", "line": 0}
    innermost = frames[-1]
    first = persons[-1] if persons else innermost
    places = {"file": first.filename, "line": first.lineno}
    if first is not innermost:
        places.update(library=innermost.filename, library_line=innermost.lineno)
    return places


def missing_module(error):
    """What a library that imports its parts late says of one that is missing, in place of its own words."""
    while error is not None and not isinstance(error, ImportError):
        error = error.__cause__
    return error


class Watch:
    """What one process of the script does with the memory of its device."""

    def __init__(self, folder, steps, record):
        self.folder = folder
        self.steps_wanted = steps
        self.record = record
        self.pid = os.getpid()
        self.torch = None
        self.counted = None  # what steps are counted of: the first optimizer that makes one
        self.peaks = []  # of each device, since the last step
        self.seen = {}  # the same since the script last reset its own
        self.parts = []  # what else has to say something in the report
        self.written = False
        self.report = {"steps": [], "ended": "script", "not_saved": 0}

    def begin(self, torch):
        self.torch = torch
        self.pid = os.getpid()  # the process may be a fork of the one that made this
        self.report.update(torch=torch.__version__, cuda=torch.version.cuda)
        # PyTorch hides this module: it is no attribute of torch.optim.
        optimizer = importlib.import_module("torch.optim.optimizer")
        optimizer.register_optimizer_step_post_hook(self.stepped)
        # A peak that the script resets would be lost for its step.
        reset = torch.cuda.memory.reset_peak_memory_stats

        def reset_peak_memory_stats(device=None):
            self.note_peaks()
            self.seen.clear()
            return reset(device)

        self.reset = reset
        torch.cuda.memory.reset_peak_memory_stats = reset_peak_memory_stats
        torch.cuda.reset_peak_memory_stats = reset_peak_memory_stats
        self.statistics = torch.cuda.memory.memory_stats
        torch.cuda.memory.memory_stats = self.statistics_of_the_script
        torch.cuda.memory_stats = self.statistics_of_the_script
        torch.save = in_memory_only(self, torch.save)
        if self.record:
            # Not at once: it initializes CUDA, after which workers cannot be forked.
            torch.cuda._lazy_call(
                lambda: torch.cuda.memory._record_memory_history(
                    max_entries=MOST_EVENTS, stacks="python"
                )
            )
        atexit.register(self.write)
        leave = os._exit

        def leave_with_a_report(status):
            self.write()
            leave(status)

        os._exit = leave_with_a_report

    def watch_errors(self, environment):
        """From the first line on. Of processes that import no PyTorch only the command and its ranks
        report how they failed: what happens to a program that the script starts is its matter."""
        is_outermost = WITHIN not in environment
        environment[WITHIN] = "1"
        reports = is_outermost or "LOCAL_RANK" in environment
        before = sys.excepthook

        def excepthook(kind, error, trace):
            self.raised(error, trace)
            if self.torch is None and reports:
                self.write()
            before(kind, error, trace)

        sys.excepthook = excepthook

    def devices(self):
        has_any = self.torch is not None and self.torch.cuda.is_initialized()
        return range(self.torch.cuda.device_count()) if has_any else []

    def note_peaks(self):
        for device in self.devices():
            if len(self.peaks) <= device:
                self.peaks.append({"allocated": 0, "reserved": 0, "held": 0})
            statistics = self.statistics(device)
            peak = self.peaks[device]
            for name in ("allocated", "reserved"):
                now = statistics.get(name + "_bytes.all.peak", 0)
                peak[name] = max(peak[name], now)
            peak["held"] = statistics.get("allocated_bytes.all.current", 0)

    def statistics_of_the_script(self, device=None):
        """With the peaks that it would see if none were reset after each step."""
        statistics = self.statistics(device)
        index = device if device is None or isinstance(device, int) else self.torch.device(device).index
        seen = self.seen.get(self.torch.cuda.current_device() if index is None else index, {})
        for name in ("allocated", "reserved"):
            key = name + "_bytes.all.peak"
            if key in statistics and name in seen:
                statistics[key] = max(statistics[key], seen[name])
        return statistics

    def end_step(self):
        self.note_peaks()
        for device, peak in enumerate(self.peaks):
            seen = self.seen.setdefault(device, peak)
            self.seen[device] = {name: max(seen[name], peak[name]) for name in peak}
        self.report["steps"].append(self.peaks)
        self.peaks = []
        for device in self.devices():
            self.reset(device)

    def stepped(self, optimizer, args, kwargs):
        if self.counted is None:
            self.counted = optimizer
        if optimizer is self.counted:
            self.step_made()

    def step_made(self):
        if os.getpid() != self.pid:
            return
        self.end_step()
        self.tell_progress()
        if len(self.report["steps"]) < self.steps_wanted:
            return
        self.report["ended"] = "steps"
        self.write()
        sys.stdout.flush()
        sys.stderr.flush()
        # An exception could be caught by the script, which would go on.
        os._exit(0)

    def tell_progress(self):
        """A line for each step, for whoever watches the folder while the script runs."""
        peaks = self.report["steps"][-1]
        progress = {
            "rank": int(os.environ.get("RANK", "0")),
            "step": len(self.report["steps"]),
            "steps": self.steps_wanted,
        }
        for name in ("allocated", "reserved"):
            progress[name] = max([peak[name] for peak in peaks], default=0)
        name = os.path.join(self.folder, "progress-%d.jsonl" % self.pid)
        with open(name, "a", encoding="utf-8") as file:
            file.write(json.dumps(progress) + "\n")

    def raised(self, error, trace):
        memory = getattr(getattr(self.torch, "cuda", None), "OutOfMemoryError", ())
        self.report["ended"] = "out of memory" if isinstance(error, memory) else "error"
        said = missing_module(error) or error
        self.report["error"] = {
            "kind": type(said).__name__,
            "text": str(said),
            **places_of(trace),
        }

    def not_saved(self, *args, **kwargs):
        self.report["not_saved"] += 1

    def write(self):
        """Once, at the end; a process that was forked from this one has its parent's watch."""
        if os.getpid() != self.pid or self.written:
            return
        self.written = True
        self.note_peaks()
        self.report["unfinished"] = self.peaks if self.report["ended"] != "steps" else []
        self.report["devices"] = [
            {
                "name": self.torch.cuda.get_device_name(device),
                "capacity": self.torch.cuda.mem_get_info(device)[1],
                "retries": self.statistics(device).get("num_alloc_retries", 0),
                "out_of_memory": self.statistics(device).get("num_ooms", 0),
            }
            for device in self.devices()
        ]
        for part in self.parts:
            self.report.update(part.report())
        name = os.path.join(self.folder, "process-%d" % self.pid)
        if self.record and self.devices():
            self.torch.cuda.memory._dump_snapshot(name + ".pickle")
        # Whoever reads the folder finds no half of a report.
        with open(name + ".part", "w", encoding="utf-8") as file:
            json.dump(self.report, file)
        os.replace(name + ".part", name + ".json")
