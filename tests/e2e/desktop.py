"""A desktop of its own: Xvfb, the program on it, input by xdotool, pictures of the screen."""

import argparse
import os
import re
import shutil
import struct
import subprocess
import time
import zlib

PATIENCE = 60.0  # seconds; a loaded machine is slow, a broken program never comes


class Failure(Exception):
    pass


def wait_for(what, condition):
    """The first true value of condition()."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.1)
    raise Failure(f"waited {PATIENCE:.0f} s for {what}")


def read_arguments(description, *paths):
    """The paths of the command line, absolute, and --pictures, a folder for pictures of the screen."""
    parser = argparse.ArgumentParser(description=description)
    for path in paths:
        parser.add_argument(path, type=os.path.abspath)
    parser.add_argument("--pictures")
    return parser.parse_args()


class Desktop:
    def __init__(self, folder, width=1600, height=1000):
        self.folder = folder
        self.program = None
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24",
             "-fbdir", folder, "-nolisten", "tcp",
             # Without it Xvfb restarts, and refuses connections, whenever its last client leaves.
             "-noreset"],
            pass_fds=[write], stdin=subprocess.DEVNULL,
            stderr=open(os.path.join(folder, "xvfb.txt"), "w"))
        os.close(write)
        # To the end of the line: Xvfb gives up where it cannot write all of it.
        with os.fdopen(read) as answer:
            display = answer.readline().strip()
        if not display:
            raise Failure("Xvfb did not start")
        self.environment = dict(os.environ, DISPLAY=":" + display, HOME=folder,
                                XDG_RUNTIME_DIR=folder, XDG_CONFIG_HOME=folder + "/config",
                                XDG_DATA_HOME=folder + "/data", LANGUAGE="en", LC_ALL="C.UTF-8")
        self.environment.pop("QT_QPA_PLATFORM", None)

    def start(self, *command):
        self.errors = open(os.path.join(self.folder, "stderr.txt"), "w+")
        self.program = subprocess.Popen(command, env=self.environment, cwd=self.folder,
                                        stderr=self.errors)

    def close(self):
        for process in (self.program, self.server):
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()

    def printed(self):
        """What the program has printed on standard error."""
        self.errors.seek(0)
        return self.errors.read().strip()

    def check_alive(self):
        if self.server.poll() is not None:
            with open(os.path.join(self.folder, "xvfb.txt")) as said:
                raise Failure(f"Xvfb ended with {self.server.returncode}: {said.read().strip()}")
        text = self.printed()
        code = self.program.poll()
        if code is not None:
            raise Failure(f"the program ended with {code}: {text}")
        if text:
            raise Failure("the program printed: " + text)

    def xdotool(self, *arguments):
        done = subprocess.run(["xdotool", *arguments], env=self.environment, capture_output=True,
                              text=True, check=False)
        return done.stdout.strip()

    def window(self, title):
        """The id of a visible window whose title matches, or nothing."""
        for window in self.xdotool("search", "--onlyvisible", "--name", ".*").split():
            if re.search(title, self.xdotool("getwindowname", window)):
                return window
        return None

    def focus(self, title):
        def appeared():
            self.check_alive()  # a program that ended is reported at once
            return self.window(title)

        window = wait_for(f"a window called '{title}'", appeared)
        self.xdotool("windowfocus", "--sync", window)
        return window

    def keys(self, *keys):
        for key in keys:
            self.xdotool("key", "--clearmodifiers", key)
            time.sleep(0.05)

    def type(self, text):
        self.xdotool("type", "--delay", "15", text)

    def drag(self, x0, y0, x1, y1, modifier=None):
        if modifier:
            self.xdotool("keydown", modifier)
        self.xdotool("mousemove", str(x0), str(y0), "mousedown", "1")
        for i in range(1, 9):
            self.xdotool("mousemove", str(x0 + (x1 - x0) * i // 8), str(y0 + (y1 - y0) * i // 8))
        self.xdotool("mouseup", "1")
        if modifier:
            self.xdotool("keyup", modifier)

    def click(self, x, y):
        self.xdotool("mousemove", str(x), str(y), "click", "1")

    def screen(self):
        """(width, height, rows of RGB bytes) of the screen: Xvfb's own XWD file."""
        with open(os.path.join(self.folder, "Xvfb_screen0"), "rb") as file:
            data = file.read()
        header = struct.unpack(">25I", data[:100])
        width, height, line, colors = header[4], header[5], header[12], header[19]
        start = header[0] + 12 * colors
        rows = []
        for y in range(height):
            row = data[start + y * line:start + y * line + 4 * width]
            out = bytearray(3 * width)
            out[0::3], out[1::3], out[2::3] = row[2::4], row[1::4], row[0::4]
            rows.append(bytes(out))
        return width, height, rows

    def part(self, x0, y0, x1, y1):
        """The pixels of a rectangle, to be compared."""
        _, _, rows = self.screen()
        return b"".join(row[3 * x0:3 * x1] for row in rows[y0:y1])

    def changes(self, what, rectangle, action):
        """Does something and waits until that part of the screen looks different."""
        before = self.part(*rectangle)
        action()
        wait_for(what, lambda: self.part(*rectangle) != before)
        self.check_alive()

    def settled(self):
        """Waits until the screen stands still for half a second."""
        last = None
        def same():
            nonlocal last
            now = self.part(0, 0, *self.screen()[:2])
            time.sleep(0.5)
            still = now == last
            last = now
            return still
        wait_for("the screen to stand still", same)

    def picture(self, path):
        width, height, rows = self.screen()

        def chunk(kind, data):
            body = kind + data
            return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

        header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
        pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
        with open(path, "wb") as file:
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels) +
                       chunk(b"IEND", b""))


def missing_tools():
    return [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
