#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""test_page.py PROGRAM PAGE [FOLDER]: the page that packaging/web made says in a browser what PROGRAM says, at the width of
a telephone and of a desk. With FOLDER it keeps a picture of each.

Ends with 77, which ctest reads as skipped, where Chromium or the page is missing."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from browser import Browser, chromium
from built import ROOT, skip, skip_unless_built

PROGRAM, PAGE = sys.argv[1], Path(sys.argv[2]).resolve()
PICTURES = Path(sys.argv[3]) if len(sys.argv) > 3 else None
SHOWN = "!part('answer').hidden && !!part('chart').querySelector('svg')"
#: 8 x 80 GiB, ZeRO-3: fits. The same at 128K: does not.
SETTINGS = ["--set", "layout.zero=3"]
LONG = SETTINGS + ["--set", "workload.context=131072"]


def program(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, check=True, encoding="utf-8").stdout


def code_of(settings):
    return program("share", *settings).strip()


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser(chromium())
        cls.addClassCleanup(cls.browser.close)

    def open(self, fragment, width=1280, scheme="light", shown=SHOWN):
        self.browser.errors.clear()
        self.browser.requests.clear()
        self.browser.show(width, 844 if width < 600 else 900, scheme)
        self.browser.open(PAGE.as_uri() + fragment)
        self.browser.wait_for(f"typeof part == 'function' && {shown}")

    def text(self, selector):
        return self.browser.ask(f"document.querySelector({json.dumps(selector)}).textContent")

    def texts(self, selector):
        return self.browser.ask(f"[...document.querySelectorAll({json.dumps(selector)})].map(each => each.textContent)")

    def keep(self, name):
        if PICTURES:
            PICTURES.mkdir(parents=True, exist_ok=True)
            self.browser.picture(PICTURES / f"{name}.png")

    def check_layout(self, width):
        """Nothing sticks out of the window, and every button and field has a name."""
        self.assertLessEqual(self.browser.ask("document.documentElement.scrollWidth"), width)
        inside = "[...document.querySelectorAll('figure svg, h1, pre, button, #plan')].filter(each => each.getBoundingClientRect().right > innerWidth + 1).length"
        self.assertEqual(self.browser.ask(inside), 0)
        nameless = "[...document.querySelectorAll('button, select, figure')].filter(each => !(each.ariaLabel || each.textContent.trim())).length"
        self.assertEqual(self.browser.ask(nameless), 0)

    def test_says_what_the_program_says(self):
        for width in (390, 1280):
            for scheme in ("light", "dark"):
                for settings, verdict in ((SETTINGS, "fits"), (LONG, "over")):
                    with self.subTest(width=width, scheme=scheme, verdict=verdict):
                        self.open("#" + code_of(settings), width, scheme)
                        if verdict == "over":
                            self.browser.wait_for("part('offers').rows.length > 0")
                        self.assertEqual(self.browser.ask("part('headline').className"), verdict)
                        self.assertIn(self.text("#headline"), program("estimate", *settings))
                        self.assertEqual(self.text("#code"), code_of(settings))
                        total = json.loads(program("estimate", *settings, "--json"))["per_gpu"]["total"]
                        self.assertIn(f"{total / 2**30:.2f}", " ".join(self.texts("#tables details:first-child td")))
                        self.assertEqual(self.browser.ask("part('chart').querySelectorAll('svg').length"), 1)
                        self.check_layout(width)
                        self.keep(f"{verdict}-{scheme}-{width}")
                        self.assertEqual(self.browser.errors, [])

    def test_asks_nobody(self):
        self.open("#" + code_of(SETTINGS))
        local = [each for each in self.browser.requests if not each.startswith(("data:", "blob:", PAGE.as_uri()))]
        self.assertEqual(local, [])
        self.assertEqual(sum(each.startswith(PAGE.as_uri()) for each in self.browser.requests), 1)

    def test_speaks_each_language(self):
        for language, width in (("zh_CN", 390), ("zh_CN", 1280), ("zh_TW", 390)):
            with self.subTest(language=language, width=width):
                self.open("#" + code_of(LONG), width)
                self.browser.ask(
                    f"part('language').value = '{language}'; part('language').dispatchEvent(new Event('change')); true"
                )
                self.browser.wait_for(SHOWN + " && part('offers').rows.length > 0")
                self.assertIn("放不下", self.text("#headline"))
                self.assertEqual(self.browser.ask("document.documentElement.lang"), language.replace("_", "-"))
                self.assertNotIn("undefined", self.text("main"))
                self.check_layout(width)
                self.keep(f"{language}-{width}")

    def test_advice_leads_to_a_plan_that_fits(self):
        self.open("#" + code_of(LONG))
        self.browser.wait_for("!!part('offers').querySelector('a')")
        self.browser.ask("part('offers').querySelector('a').click()")
        self.browser.wait_for("part('headline').className != 'over'")
        self.assertIn(self.text("#headline"), program("estimate", self.text("#code")))

    def test_reads_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "config.json"
            path.write_text(
                json.dumps(
                    {
                        "model_type": "llama",
                        "hidden_size": 2048,
                        "intermediate_size": 5632,
                        "num_hidden_layers": 16,
                        "num_attention_heads": 16,
                        "vocab_size": 32000,
                    }
                )
            )
            self.open("")
            first = self.text("#line")
            self.browser.choose_file("#file", path)
            self.browser.wait_for(f"part('line').textContent != {json.dumps(first)}")
            self.assertIn(self.text("#headline"), program("estimate", str(path)))
        preset = ROOT / "presets/8b-on-8-h100.hwplan"
        self.browser.choose_file("#file", preset)
        self.browser.wait_for("part('line').textContent.includes('8B')")
        self.assertIn(self.text("#headline"), program("estimate", str(preset)))

    def test_refuses_in_words(self):
        for code in ("HW1zzzz", "HW1", "%E0%A4%A", "x" * 5000, "<img src=x onerror=alert(1)>"):
            with self.subTest(code=code[:30]):
                self.open("#" + code, shown="part('headline').textContent")
                self.assertTrue(self.browser.ask("part('answer').hidden"))
                self.assertEqual(self.browser.ask("part('headline').className"), "over")
                self.assertEqual(self.browser.ask("document.querySelectorAll('main img').length"), 0)
                self.assertEqual(self.browser.errors, [])

    def test_copies(self):
        self.open("#" + code_of(SETTINGS))
        for what, copied in (("code", self.text("#code")), ("command", self.text("#command"))):
            with self.subTest(what=what):
                self.browser.ask(
                    "navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); };"
                    f"document.querySelector('[data-copy={what}]').click(); true"
                )
                self.browser.wait_for("window.copied")
                self.assertEqual(self.browser.ask("window.copied"), copied)
                self.browser.ask("window.copied = ''; true")


if __name__ == "__main__":
    if not chromium():
        skip("Chromium is missing")
    skip_unless_built(PAGE)
    unittest.main(argv=sys.argv[:1], verbosity=2)
