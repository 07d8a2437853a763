#!/usr/bin/env python3
"""Gives nscope inputs made to hurt it and checks that it refuses them well.

    run_hostile.py --nscope BIN --generate BIN CASE...     run_hostile.py --list

`nscope import INPUT -o OUT` (or what else the case says) must end within a bound that only a hang reaches, in
little memory, with exit code 3 and one message that names the file and the reason,
and must leave nothing behind. (Some inputs are only odd: opening them is right, too.)
"""
import argparse
import dataclasses
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback

from cases import CASES

NOBODY = 65534
SECONDS = 20
MEGABYTES = 200


@dataclasses.dataclass
class Outcome:
    code: int  # negative: the signal that ended it
    seconds: float
    megabytes: float
    message: str
    timed_out: bool


def run(command, folder, seconds, unprivileged=False):
    """Runs one command to its end, with the peak of its own resident memory."""
    with tempfile.TemporaryFile() as message:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=message, stderr=message,
                                 cwd=folder, user=NOBODY if unprivileged else None)
        timed_out = threading.Event()

        def kill():
            timed_out.set()
            child.send_signal(signal.SIGKILL)
        timer = threading.Timer(seconds, kill)
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = os.waitstatus_to_exitcode(status)
        elapsed = time.monotonic() - begin
        message.seek(0)
        text = message.read().decode(errors='backslashreplace')
        return Outcome(child.returncode, elapsed, usage.ru_maxrss / 1024, text, timed_out.is_set())


def make_inputs(case, path, options):
    """The inputs of a case, made in a process of their own: what is resident in this
    one counts as resident in every program it starts."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            with open(writing, 'wb') as to:
                made = case.make(path, options)
                pickle.dump([path] if made is None else list(made), to)
            status = 0
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with open(reading, 'rb') as source:
        data = source.read()
    if os.waitpid(child, 0)[1] != 0:
        raise RuntimeError(f'{case.name} could not be made')
    return pickle.loads(data)


def faults(case, path, outcome, left_over, options):
    """What is wrong with the outcome, in words."""
    if outcome.timed_out:
        yield f'still running after {outcome.seconds:.0f} s'
    elif outcome.code < 0:
        yield f'died of {signal.Signals(-outcome.code).name}'
    elif outcome.code not in ((0, 3) if case.may_open else (3,)):
        yield f'exit code {outcome.code}'
    if options.megabytes and outcome.megabytes > options.megabytes:
        yield f'took {outcome.megabytes:.0f} MB'
    if re.search('[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]',
                 outcome.message):
        yield 'the output has control characters'
    if outcome.code == 0 and case.may_open:
        if not re.search(case.note, outcome.message):
            yield f'does not say what it left out ({case.note})'
        return
    if left_over:
        yield f'left {", ".join(left_over)} behind'
    if outcome.code == 3:
        name = re.split(r'[^\w.-]', path.name, 1)[0]
        if name not in outcome.message:
            yield f'the message does not name {name}'
        if not re.search(case.reason, outcome.message):
            yield f'the message does not give the reason ({case.reason})'
        if len(outcome.message) > 2000:
            yield f'the message is {len(outcome.message)} characters long'


def run_command(case, command, path, inputs, outputs, options):
    """One command on one input; 1 where it was not refused well."""
    given = f'./{path.name}' if path.parent == inputs else str(path)
    words = [given if word == 'INPUT' else word.replace('OUT', f'{outputs}/out')
             for word in command]
    outcome = run([options.nscope, *words], inputs, options.seconds, case.unprivileged)
    left_over = sorted(os.listdir(outputs))
    found = list(faults(case, path, outcome, left_over, options))
    first_line = outcome.message.strip().split('\n')[0][:160]
    print(f'{"BAD " if found else "ok  "} {case.name}: {command[0]} {path.name!r} exit '
          f'{outcome.code}, {outcome.seconds:.2f} s, {outcome.megabytes:.0f} MB: {first_line}')
    for fault in found:
        print(f'       {fault}')
    for name in left_over:
        (outputs / name).unlink()
    return int(bool(found))


def run_case(case, options):
    """Prints what happened; the number of inputs that were not refused well."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix='nscope_hostile_'))
    bad = 0
    try:
        folder.chmod(0o755)
        inputs = folder / 'in'
        outputs = folder / 'out'
        inputs.mkdir()
        outputs.mkdir(mode=0o777)
        outputs.chmod(0o777)
        path = inputs / case.file_name
        if case.unprivileged and os.geteuid() != 0:
            case = dataclasses.replace(case, unprivileged=False)
        for path in make_inputs(case, path, options):
            for command in case.commands:
                bad += run_command(case, command, path, inputs, outputs, options)
    finally:
        # rmtree recurses; one case is deeper than that.
        subprocess.run(['rm', '-rf', folder], check=False)
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--nscope', type=os.path.abspath)
    parser.add_argument('--generate', type=os.path.abspath)
    parser.add_argument('--seconds', type=float, default=SECONDS)
    parser.add_argument('--megabytes', type=float, default=MEGABYTES, help='0: no limit')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('cases', nargs='*', metavar='CASE', help='default: all')
    options = parser.parse_args()
    if options.list:
        print('\n'.join(CASES))
        return 0
    unknown = [name for name in options.cases if name not in CASES]
    if unknown or not (options.nscope and options.generate):
        parser.error(f'no case {unknown[0]}' if unknown else '--nscope and --generate are needed')
    bad = sum(run_case(CASES[name], options) for name in options.cases or CASES)
    if bad:
        print(f'{bad} inputs were not refused as they should be')
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
