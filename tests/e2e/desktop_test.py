"""One session of a user with the desktop application, on a screen of its own.

    desktop_test.py NEURONSCOPE NSCOPE [--pictures FOLDER]

Opens a run by the dialog, finds an event, follows what it waited for, selects a range, searches,
asks by SQL, adds a note, saves, simulates, watches a live stream, and opens again what was
saved. Every step must change what is on screen; files must hold what was done. Exit codes: 0,
1 with the step that failed, 77 where Xvfb or xdotool are not installed.
"""

import os
import subprocess
import sys
import tempfile
import time

from desktop import Desktop, Failure, missing_tools, read_arguments, wait_for

# Parts of the window of 1600x1000.
TIMELINE = (200, 140, 1240, 590)
EVENT = (1262, 360, 1590, 960)
SUMMARY = (1262, 80, 1590, 340)
LOWER = (10, 640, 1250, 960)
PAGE = (0, 50, 1600, 960)


class Session:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.folder = folder
        self.desktop = Desktop(folder)

    def picture(self, name):
        if self.arguments.pictures:
            self.desktop.settled()
            self.desktop.picture(os.path.join(self.arguments.pictures, name + ".png"))

    def nscope(self, *arguments):
        done = subprocess.run([self.arguments.nscope, *arguments], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            raise Failure(f"nscope {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def count(self, file, table):
        text = self.nscope("query", file, f"SELECT count(*) AS n FROM {table}", "--format", "csv")
        return int(text.split()[-1])

    def choose_file(self, keys, title, path):
        self.desktop.keys(keys)
        self.desktop.focus(title)
        time.sleep(0.5)  # the dialog lists its folder
        self.desktop.keys("ctrl+a")
        self.desktop.type(path)
        self.desktop.keys("Return")

    def palette(self, text):
        """Does what the command palette finds first."""
        self.desktop.keys("ctrl+shift+p")
        time.sleep(0.5)
        self.desktop.type(text)
        time.sleep(0.5)
        self.desktop.keys("Return")

    def main_window(self, title="Neuronscope"):
        return self.desktop.focus(title)

    # The steps, in order.

    def start(self):
        self.desktop.start(self.arguments.neuronscope, "--theme", "dark")
        self.main_window()
        self.desktop.settled()

    def open(self):
        self.nscope("simulate", "example", "-o", self.file("run.nscope"))
        self.choose_file("ctrl+o", "Open a capture", self.file("run.nscope"))
        self.main_window("run.nscope")
        self.desktop.settled()
        self.picture("e2e-1-opened")

    def find_event(self):
        def find():
            self.desktop.keys("ctrl+k")
            self.desktop.type(self.event)
            time.sleep(1.0)
            self.desktop.keys("Return")
        self.desktop.changes("the found event in Event Details", EVENT, find)
        self.desktop.settled()

    def whole_run(self):
        self.desktop.click(500, 300)
        self.desktop.changes("the whole run", TIMELINE, lambda: self.desktop.keys("Home"))
        self.desktop.settled()

    def zoom(self):
        self.desktop.changes("the clicked event in Event Details", EVENT,
                             lambda: self.desktop.click(500, 390))
        self.desktop.changes("a closer view", TIMELINE, lambda: self.desktop.keys("f"))
        self.desktop.settled()

    def follow_predecessor(self):
        self.desktop.changes("the event it waited for", EVENT, lambda: self.desktop.keys("p"))
        self.picture("e2e-2-predecessor")

    def select_range(self):
        self.desktop.changes("the summary of the range", SUMMARY,
                             lambda: self.desktop.drag(500, 148, 900, 148, "shift"))
        self.desktop.settled()

    def search(self):
        def search():
            self.desktop.keys("ctrl+f")
            self.desktop.type("dur>1us")
            self.desktop.keys("Return")
        self.desktop.changes("what was found", LOWER, search)
        self.desktop.settled()
        self.picture("e2e-3-search")

    def sql(self):
        self.palette("dock SQL")
        self.desktop.settled()

        def ask():
            self.desktop.click(400, 690)
            self.desktop.keys("ctrl+a")
            self.desktop.type("SELECT count(*) AS events, sum(duration_ns) AS ns FROM slice")
            self.desktop.keys("Escape", "ctrl+Return")
        self.desktop.changes("the answer of SQL", LOWER, ask)
        self.desktop.settled()
        self.picture("e2e-4-sql")

    def save(self):
        saved = self.file("saved.nscope")
        self.choose_file("ctrl+shift+s", "Save session", saved)
        wait_for("the saved session", lambda: os.path.exists(saved))
        self.main_window("saved.nscope")
        for table in ("slice", "counter", "flow"):
            if self.count(saved, table) != self.count(self.file("run.nscope"), table):
                raise Failure(f"the saved session has other rows in {table}")

    def simulate(self):
        self.desktop.changes("Simulate", PAGE, lambda: self.desktop.keys("ctrl+2"))
        self.desktop.settled()
        self.desktop.changes("the simulated run", PAGE, lambda: self.desktop.keys("ctrl+Return"))
        self.desktop.settled()
        self.picture("e2e-5-simulate")

    def live(self):
        self.desktop.changes("Live", PAGE, lambda: self.desktop.keys("ctrl+3"))
        self.desktop.settled()
        self.desktop.changes("a stream", PAGE, lambda: self.desktop.keys("ctrl+Return"))
        self.desktop.settled()  # the example is played to its end
        self.picture("e2e-6-live")
        recorded = self.file("recorded.nscope")
        self.desktop.click(218, 466)  # Keep ...
        self.desktop.focus("Save session")
        time.sleep(0.5)
        self.desktop.keys("ctrl+a")
        self.desktop.type(recorded)
        self.desktop.keys("Return")
        wait_for("the recording", lambda: os.path.exists(recorded))
        self.main_window("Neuronscope")
        if self.count(recorded, "slice") != self.count(self.file("run.nscope"), "slice"):
            raise Failure("the recording has other slices than the run that was played")

    def reopen(self):
        self.choose_file("ctrl+o", "Open a capture", self.file("saved.nscope"))
        self.main_window("saved.nscope")
        self.desktop.settled()
        self.picture("e2e-7-reopened")

    def leave(self):
        self.desktop.keys("ctrl+q")
        code = wait_for("the end of the program",
                        lambda: self.desktop.program.poll() is not None) and \
            self.desktop.program.returncode
        if code != 0:
            raise Failure(f"the program ended with {code}: {self.desktop.printed()}")

    def file(self, name):
        return os.path.join(self.folder, name)

    def run(self):
        steps = (self.start, self.open, self.find_event, self.whole_run, self.zoom, self.follow_predecessor, self.select_range,
                 self.search, self.sql, self.save, self.simulate, self.live, self.reopen,
                 self.leave)
        try:
            for step in steps:
                try:
                    step()
                    if step != self.leave:
                        self.desktop.check_alive()
                except Failure as failure:
                    if self.desktop.server.poll() is not None:
                        self.desktop.check_alive()
                    kept = os.path.join(tempfile.gettempdir(), "neuronscope-e2e-failure.png")
                    self.desktop.picture(kept)
                    raise Failure(f"{step.__name__}: {failure}; the screen: {kept}") from failure
                print(f"{step.__name__}: as it should", flush=True)
        finally:
            self.desktop.close()

    event = "attention"


def main():
    arguments = read_arguments(__doc__, "neuronscope", "nscope")
    if missing_tools():
        print("not installed: " + ", ".join(missing_tools()))
        return 77
    with tempfile.TemporaryDirectory() as folder:
        try:
            Session(arguments, folder).run()
        except Failure as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
