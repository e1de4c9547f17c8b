# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
"""A headless Chromium, driven through the pipe of its DevTools protocol."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

LONGEST = 120  # seconds that anything may take, on a loaded machine too


def chromium():
    """The path of a Chromium, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    return None


class Browser:
    """One page. `requests` are the addresses that it asked for, `errors` what its console said."""

    def __init__(self, path, language="en-US"):
        self._home = tempfile.TemporaryDirectory(prefix="highwater-page-", ignore_cleanup_errors=True)
        ours, theirs = os.pipe(), os.pipe()  # what it reads, what it writes
        self._to, self._from = ours[1], theirs[0]

        def pipes():
            # The protocol's file descriptors are 3 and 4; first out of their way.
            read, write = os.dup(ours[0]), os.dup(theirs[1])
            os.dup2(read, 3)
            os.dup2(write, 4)

        words = "--headless=new --no-sandbox --disable-gpu --no-first-run --disable-dev-shm-usage --remote-debugging-pipe"
        self._process = subprocess.Popen(
            [path, *words.split(), f"--user-data-dir={self._home.name}", f"--lang={language}", "about:blank"],
            preexec_fn=pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": self._home.name, "LANGUAGE": language},
        )
        os.close(ours[0])
        os.close(theirs[1])
        self._read = b""
        self._count = 0
        self._session = None
        self.requests = []
        self.errors = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "DOM"):
            self.call(f"{domain}.enable")

    def close(self):
        self._process.terminate()
        self._process.wait(LONGEST)
        self._home.cleanup()

    def call(self, method, **values):
        self._count += 1
        said = {"id": self._count, "method": method, "params": values}
        if self._session:
            said["sessionId"] = self._session
        os.write(self._to, json.dumps(said).encode() + b"\0")
        end = time.monotonic() + LONGEST
        while True:
            heard = self._next(end)
            if heard.get("id") == self._count:
                if "error" in heard:
                    raise RuntimeError(f"{method}: {heard['error']}")
                return heard["result"]

    def _next(self, end):
        while b"\0" not in self._read:
            if not select.select([self._from], [], [], max(0, end - time.monotonic()))[0]:
                raise RuntimeError("the browser does not answer")
            more = os.read(self._from, 1 << 20)
            if not more:
                raise RuntimeError("the browser has ended")
            self._read += more
        text, self._read = self._read.split(b"\0", 1)
        heard = json.loads(text)
        values = heard.get("params", {})
        if heard.get("method") == "Network.requestWillBeSent":
            self.requests.append(values["request"]["url"])
        elif heard.get("method") == "Runtime.exceptionThrown":
            self.errors.append(json.dumps(values["exceptionDetails"])[:400])
        elif heard.get("method") == "Runtime.consoleAPICalled" and values["type"] in ("error", "warning"):
            self.errors.append(json.dumps(values["args"])[:400])
        return heard

    def ask(self, script):
        """What the script says, as JSON knows it."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait_for(self, script):
        end = time.monotonic() + LONGEST
        while not self.ask(script):
            if time.monotonic() > end:
                raise RuntimeError(f"never: {script}")
            time.sleep(0.05)

    def show(self, width, height, scheme):
        """A window of this size, with the desktop's colours light or dark."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def open(self, address):
        # A changed fragment alone would not load the page again.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)

    def choose_file(self, selector, path):
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", files=[str(path)], nodeId=node)

    def picture(self, path):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)["data"]
        path.write_bytes(base64.b64decode(data))
