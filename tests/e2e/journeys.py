"""Four journeys with mouse and keys, counted (the result is in docs/desktop.md).

    journeys.py NEURONSCOPE CAPTURES [--pictures FOLDER]

CAPTURES is the folder with the captures 'neuron' and 'kineto'. Every journey starts with the start
page of a new user in a window of 1600x1000 and ends when the answer is on the screen. Counted are
clicks of the mouse, and key presses: a chord such as Ctrl+O or Enter is one. Letters of texts that
are typed (names, numbers, paths) are counted apart. Exit codes: 0, 1 with the step that failed, 77
where Xvfb or xdotool are not installed.
"""

import os
import sys
import tempfile
import time

from desktop import Desktop, Failure, missing_tools, read_arguments, wait_for

WINDOW = (0, 0, 1600, 1000)
JOURNEYS = ("compare", "gpu", "plan", "newcomer")


class CountedDesktop(Desktop):
    """Counts what a user does."""

    clicks = 0
    pressed = 0
    letters = 0

    def click(self, x, y):
        self.clicks += 1
        super().click(x, y)

    def keys(self, *keys):
        self.pressed += len(keys)
        super().keys(*keys)

    def type(self, text):
        self.letters += len(text)
        super().type(text)


class Journey:
    def __init__(self, arguments, name):
        self.arguments = arguments
        self.name = name
        self.folder = tempfile.TemporaryDirectory()
        self.desktop = CountedDesktop(self.folder.name)
        self.begin = 0.0

    def start(self):
        self.desktop.start(self.arguments.neuronscope, "--theme", "light")
        self.desktop.focus("Neuronscope")
        self.desktop.settled()
        self.begin = time.monotonic()

    def picture(self, step):
        self.desktop.settled()
        if self.arguments.pictures:
            os.makedirs(self.arguments.pictures, exist_ok=True)
            self.desktop.picture(os.path.join(self.arguments.pictures, f"{self.name}-{step}.png"))

    def does(self, what, action):
        """An action after which the screen looks different and then stands still."""
        self.desktop.changes(what, WINDOW, action)
        self.desktop.settled()

    def open(self, path):
        self.desktop.keys("ctrl+o")
        self.desktop.focus("Open a capture")
        time.sleep(0.5)
        self.desktop.type(path)
        self.does("the run", lambda: self.desktop.keys("Return"))
        self.desktop.focus(os.path.basename(path))
        self.desktop.settled()

    def report(self):
        seconds = time.monotonic() - self.begin
        print(f"{self.name}: {self.desktop.clicks} clicks, {self.desktop.pressed} keys, "
              f"{self.desktop.letters} letters typed, {seconds:.0f} s with this machine", flush=True)

    def end(self):
        self.desktop.close()
        self.folder.cleanup()

    def step_compare(self):
        """A performance engineer: why is this kernel slow, and what did the second version change?"""
        self.open(self.capture("neuron", "baseline_bf16_s512", "baseline_exec_2.ntff"))
        self.picture("insights")
        self.does("the event of the second insight", lambda: self.desktop.click(827, 820))
        self.does("the event that it waited for", lambda: self.desktop.keys("p"))
        self.picture("cause")
        self.desktop.keys("ctrl+shift+d")
        self.desktop.focus("Add runs to compare")
        time.sleep(0.5)
        self.desktop.type(self.capture("neuron", "fused_bf16_s512", "fused_exec_2.ntff"))
        self.does("the comparison", lambda: self.desktop.keys("Return"))
        self.picture("comparison")

    def step_gpu(self):
        """A performance engineer with a GPU trace: which kernel takes the time, and where?"""
        self.open(self.capture("kineto", "h100_bert",
                               "gaunernst_bert-small-uncased__1016001.json.gz"))
        self.picture("kernels")
        self.does("the search", lambda: self.desktop.keys("ctrl+f"))
        self.desktop.type("cutlass")
        self.does("an event of the first kernel", lambda: self.desktop.keys("Return"))
        self.picture("event")

    def step_plan(self):
        """A planner: which fleet serves 20 requests per second of Llama 3.1 8B within 4 s?"""
        self.does("the question", lambda: self.desktop.click(1037, 227))
        self.desktop.type("llama-3.1-8b")
        self.desktop.keys("Tab")
        for text in ("20", "800", "200"):
            self.desktop.type(text)
            self.desktop.keys("Tab")
        self.desktop.keys("Tab")
        self.desktop.type("4")
        self.picture("question")
        self.does("the answer", lambda: self.desktop.keys("ctrl+Return"))
        wait_for("the end of the search", self.is_still)
        self.picture("answer")

    def step_newcomer(self):
        """A newcomer: what does the program say about a kernel that waits?"""
        self.does("a sample with its cause", lambda: self.desktop.click(485, 520))
        self.picture("sample")

    def is_still(self):
        before = self.desktop.part(*WINDOW)
        time.sleep(3)
        return self.desktop.part(*WINDOW) == before

    def capture(self, *parts):
        return os.path.join(self.arguments.captures, *parts)


def main():
    arguments = read_arguments(__doc__, "neuronscope", "captures")
    if missing_tools():
        print("not installed: " + ", ".join(missing_tools()))
        return 77
    for name in JOURNEYS:
        journey = Journey(arguments, name)
        try:
            journey.start()
            getattr(journey, "step_" + name)()
            journey.report()
        except Failure as failure:
            print(f"{name}: {failure}", file=sys.stderr)
            return 1
        finally:
            journey.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
