# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that run once the script has imported a module."""

import importlib.abc
import sys


class AfterImport(importlib.abc.MetaPathFinder):
    """Calls a function with a module once it is imported; nothing is imported for it."""

    def __init__(self, actions):
        self.actions = actions

    def find_spec(self, name, path, target=None):
        if name not in self.actions:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find and finder is not self else None
            if spec is not None:
                return self.watched(spec)
        return None

    def watched(self, spec):
        load = getattr(spec.loader, "exec_module", None)
        if load is None:
            return spec

        def exec_module(module):
            load(module)
            action = self.actions.pop(spec.name, None)
            if action is not None:
                action(module)

        spec.loader.exec_module = exec_module
        return spec


def together(*tables):
    """One table of actions, where several may have one for the same module."""
    actions = {}
    for table in tables:
        for name, action in table.items():
            actions[name] = both(actions[name], action) if name in actions else action
    return actions


def both(first, second):
    def act(module):
        first(module)
        second(module)

    return act
