"""What the checks of this folder have in common: the command line, and trees of files to try them on."""

import contextlib
import os
import sys
import tempfile

# The trees of the project's own code.
TREES = ("app", "costmodel", "importers", "profiler", "simcore")


@contextlib.contextmanager
def temporary_tree(files):
    """A folder with these files, {path: content}, that is removed at the end."""
    with tempfile.TemporaryDirectory() as root:
        for file, content in files.items():
            path = os.path.join(root, file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as out:
                out.write(content)
        yield root


def run(violations, self_test, success):
    """`ROOT` prints violations(ROOT), or `success` if there are none; `--self-test` prints what
    self_test() returns. Returns the exit code: 1 if there is something wrong."""
    if sys.argv[1:] == ["--self-test"]:
        found = self_test()
    else:
        found = list(violations(sys.argv[1]))
    print("\n".join(found) if found else success)
    return 1 if found else 0
