"""Chromium without a window, driven through its debugging protocol over a pair of pipes."""
import base64
import json
import os
import select
import shutil
import signal
import tempfile
import time


def program():
    return shutil.which("chromium") or shutil.which("chromium-browser")


class Failure(Exception):
    pass


class Page:
    """One tab. Collects requests, exceptions and messages of the console."""

    def __init__(self, width=1280, height=800, ratio=1, dark=False, language="en"):
        self.folder = tempfile.mkdtemp(prefix="nscope_chromium_")
        commands_read, self.commands = os.pipe()
        self.answers, answers_write = os.pipe()
        actions = [(os.POSIX_SPAWN_DUP2, commands_read, 20), (os.POSIX_SPAWN_DUP2, answers_write, 21),
                   (os.POSIX_SPAWN_DUP2, 20, 3), (os.POSIX_SPAWN_DUP2, 21, 4),
                   (os.POSIX_SPAWN_OPEN, 2, os.path.join(self.folder, "log"), os.O_WRONLY | os.O_CREAT, 0o600)]
        command = [program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                   "--no-first-run", "--disable-extensions", "--disable-background-networking",
                   f"--user-data-dir={self.folder}/profile", "--remote-debugging-pipe", f"--lang={language}"]
        self.process = os.posix_spawn(command[0], command, dict(os.environ, HOME=self.folder),
                                      file_actions=actions, setpgroup=0)
        os.close(commands_read)
        os.close(answers_write)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.requests, self.problems = [], []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.show(width, height, ratio, dark)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.commands)
        os.close(self.answers)
        for _ in range(20):  # its children may still write
            shutil.rmtree(self.folder, ignore_errors=True)
            if not os.path.exists(self.folder):
                break
            time.sleep(0.1)

    def show(self, width, height, ratio, dark):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=ratio,
                  mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def call(self, method, limit=120, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        wanted, end = self.number, time.monotonic() + limit
        while True:
            answer = self.receive(end)
            if answer.get("id") != wanted:
                continue
            if "error" in answer:
                raise Failure(f"{method}: {answer['error']['message']}")
            return answer["result"]

    def receive(self, end):
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure("Chromium does not answer")
            data = os.read(self.answers, 1 << 20)
            if not data:
                raise Failure("Chromium has ended")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Log.entryAdded" or method == "Runtime.consoleAPICalled":
            self.problems.append(json.dumps(parameters)[:500])
        return message

    def run(self, script, limit=120):
        """The value of a JavaScript expression; promises are awaited."""
        result = self.call("Runtime.evaluate", limit, expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise Failure(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait_for(self, script, limit=60):
        end = time.monotonic() + limit
        while not self.run(script):
            if time.monotonic() > end:
                raise Failure(f"never true: {script}; {self.problems}")
            time.sleep(0.02)

    def open(self, path):
        self.requests, self.problems = [], []
        self.call("Page.navigate", url="file://" + path)
        self.wait_for("typeof neuronscope === 'object' && neuronscope.frames.count > 0")

    def key(self, key, modifiers=0):
        text = key if len(key) == 1 and modifiers in (0, 8) else {"Enter": "\r"}.get(key, "")
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, text=text if kind == "keyDown" else "",
                      modifiers=modifiers, windowsVirtualKeyCode={"Enter": 13, "Escape": 27, "Home": 36}.get(key, 0))

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def click(self, x, y):
        self.mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
        self.mouse("mouseReleased", x, y, button="left", clickCount=1)

    def drag(self, x0, y0, x1, y1, modifiers=0):
        self.mouse("mousePressed", x0, y0, button="left", buttons=1, clickCount=1, modifiers=modifiers)
        for step in range(1, 6):
            self.mouse("mouseMoved", x0 + (x1 - x0) * step / 5, y0 + (y1 - y0) * step / 5, button="left", buttons=1,
                       modifiers=modifiers)
        self.mouse("mouseReleased", x1, y1, button="left", clickCount=1, modifiers=modifiers)

    def picture(self, path):
        # Two frames, so that everything is drawn.
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
