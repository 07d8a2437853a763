#!/usr/bin/env python3
"""Follows the tutorials: runs their commands in order and compares the output with what the page shows.

  tutorials_test.py ROOT NSCOPE [TUTORIAL.md...]

Each tutorial runs in one shell with a fresh home folder, in which ~/neuronscope contains the documentation and the
program as in a clone. A block ```sh is executed; a block ```text after it lists lines of its output. In such a line
"…" replaces any text, and runs of spaces are equal to one space. The lines must appear in this order.
"""
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "-- block {} ends with exit code "


class Step:
    def __init__(self, commands):
        self.commands = commands
        self.shown = []  # lines


def steps_of(page):
    steps = []
    for language, content in BLOCK.findall(page):
        if language == "sh":
            steps.append(Step(content))
        elif language == "text":
            if not steps:
                raise ValueError("an output block precedes the first commands")
            steps[-1].shown += [line for line in content.splitlines() if line.strip()]
        else:
            raise ValueError(f"a block must be sh or text, not '{language}'")
    return steps


def plain(line):
    return " ".join(line.split())


def matches(shown, line):
    """Whether `line` is `shown`, in which "…" replaces any text."""
    parts = [re.escape(plain(part)) for part in shown.split("…")]
    return re.fullmatch(r"\s*.*?\s*".join(parts), plain(line)) is not None


def missing_lines(step, output):
    lines = output.splitlines()
    for shown in step.shown:
        found = next((i for i, line in enumerate(lines) if matches(shown, line)), None)
        if found is None:
            yield shown
        else:
            lines = lines[found + 1:]


def run(steps, root, nscope, home):
    """The output of each step; None for the steps that were not reached. The second value is an error message."""
    clone = os.path.join(home, "neuronscope")
    os.makedirs(os.path.join(clone, "build", "release"))
    os.symlink(os.path.join(root, "docs"), os.path.join(clone, "docs"))
    os.symlink(os.path.dirname(os.path.abspath(nscope)), os.path.join(clone, "build", "release", "bin"))
    work = os.path.join(home, "work")
    os.mkdir(work)
    script = ["exec 2>&1", "set -o pipefail"]
    for number, step in enumerate(steps):
        # As typed at a prompt: a failing command in the middle of a block counts, too.
        script += ["set -e", step.commands.rstrip("\n"), "set +e", f"echo '{MARK.format(number)}'$?"]
    environment = {"HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    done = subprocess.run(["bash", "-c", "\n".join(script)], cwd=work, env=environment, text=True,
                          encoding="utf-8", stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    rest, outputs = done.stdout, []
    for number in range(len(steps)):
        found, mark, rest_after = rest.partition(MARK.format(number))
        if not mark:
            return outputs, f"step {number + 1} failed with exit code {done.returncode}:\n{steps[number].commands}{found}"
        outputs.append(found)
        rest = rest_after.partition("\n")[2]
    return outputs, None


def failures_of(path, root, nscope):
    with open(path, encoding="utf-8") as file:
        steps = steps_of(file.read())
    with tempfile.TemporaryDirectory() as home:
        outputs, error = run(steps, root, nscope, home)
    for step, output in zip(steps, outputs):
        for shown in missing_lines(step, output):
            yield f"{step.commands.strip()}\n  does not print (or not in this order): {shown}"
    if error:
        yield error


def self_test():
    page = "```sh\necho a\n```\n```text\na\n```\n```sh\necho 'b   1 2'; false\n```\n```text\nb … 2\n```\n"
    steps = steps_of(page)
    assert [step.shown for step in steps] == [["a"], ["b … 2"]]
    assert matches("b … 2", "b   1 2") and not matches("b … 2", "b 1 2 3") and not matches("b 2", "b 1 2")
    assert list(missing_lines(steps[0], "x\na\n")) == [] and list(missing_lines(steps[0], "x\n")) == ["a"]
    with tempfile.TemporaryDirectory() as home:
        outputs, error = run(steps, home, os.path.join(home, "nscope"), home)
    assert outputs == ["a\n"] and "step 2 failed with exit code 1" in error, (outputs, error)


def fresh_files(root):
    """The files of the tutorials are those that their script writes."""
    shipped = os.path.join(root, "docs", "tutorials", "files")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, os.path.join(root, "tests", "docs", "make_tutorial_files.py"), folder],
                       check=True)
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as made, open(os.path.join(shipped, name), "rb") as kept:
                if made.read() != kept.read():
                    yield f"{name} differs from what make_tutorial_files.py writes"
    for name in sorted(os.listdir(shipped)):
        if os.path.getsize(os.path.join(shipped, name)) > 200_000:
            yield f"{name} has more than 200 kB"


def main(root, nscope, *pages):
    self_test()
    folder = os.path.join(root, "docs", "tutorials")
    pages = pages or [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".md")]
    failed = list(fresh_files(root))
    for path in pages:
        failed += [f"{os.path.basename(path)}: {failure}" for failure in failures_of(path, root, nscope)]
    print("\n".join(failed) if failed else f"{len(pages)} tutorials work as written")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
