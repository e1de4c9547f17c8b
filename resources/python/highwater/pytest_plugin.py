# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans as tests: `pytest --highwater run.hwplan` has one test for each plan, which fails where the
plan does not fit; `--highwater-free 2` asks for two GiB more. The fixture `assert_fits` is the
function of the module."""

import pytest

import highwater


def pytest_addoption(parser):
    group = parser.getgroup("highwater", "plans of GPU memory")
    group.addoption(
        "--highwater",
        action="append",
        default=[],
        metavar="PLAN",
        help="test that this plan fits its GPU: a .hwplan file, a share code, or a file or folder that "
        "highwater import reads; may be given several times",
    )
    group.addoption(
        "--highwater-free",
        type=float,
        default=0,
        metavar="GIB",
        help="the memory that the plans have to leave free on each GPU, in GiB",
    )


class _Plan(pytest.Item):
    def __init__(self, *, plan, free, **rest):
        super().__init__(**rest)
        self._plan = plan
        self._free = free

    def runtest(self):
        highwater.assert_fits(self._plan, free=self._free)

    def repr_failure(self, excinfo, style=None):
        if excinfo.errisinstance((AssertionError, highwater.HighwaterError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, f"highwater {self.name}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    free = round(config.getoption("--highwater-free") * 2**30)
    for plan in config.getoption("--highwater"):
        items.append(_Plan.from_parent(session, name=plan, plan=plan, free=free))


@pytest.fixture
def assert_fits():
    """`assert_fits(plan, free=bytes, **settings)` fails where the plan does not fit."""
    return highwater.assert_fits
