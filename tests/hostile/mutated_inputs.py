#!/usr/bin/env python3
"""Imports damaged captures and checks that everything written from them can be read again.

    mutated_inputs.py --nscope BIN --generate BIN [--count 1000] [--seed N]

A capture is changed at random: bytes that are not UTF-8, control characters and marks of direction in texts, flipped
bits, parts that are cut, repeated or moved. The import must end with exit code 0 or 3. If it succeeds, the session must
open, its tables must be valid JSON, and each export must be imported again with the same number of events.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ENOUGH = 60  # seconds, which only a hang reaches
TEXTS = [b'\xff', b'\x80\x81', b'\xc0\xaf', b'\xed\xa0\x80', b'caf\xe9', b'\x1b[2J', '\u202e\u2066'.encode(),
         b'<img src="/dev/zero">', b'=1+1', '\u009b2J'.encode(), b'\x7f', '\u2028'.encode()]


def mutated(data, source):
    """The data after one to three random changes."""
    data = bytearray(data)
    for _ in range(source.randint(1, 3)):
        if not data:
            break
        at = source.randrange(len(data))
        kind = source.randrange(6)
        if kind <= 1:  # inside a word, which is mostly a text
            words = [i for i in range(max(0, at - 200), min(len(data), at + 200)) if chr(data[i]).isalpha()]
            at = source.choice(words) if words else at
            data[at:at + 1] = source.choice(TEXTS)
        elif kind == 2:
            data[at] ^= 1 << source.randrange(8)
        elif kind == 3:
            del data[at:at + source.choice([1, 7, 64])]
        elif kind == 4:
            data[at:at] = data[at:at + source.choice([1, 16, 200])]
        else:
            data[at] = source.randrange(256)
    return bytes(data)


class Check:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder

    def run(self, *words, allowed=(0,)):
        ended = subprocess.run([self.options.nscope, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                               capture_output=True, timeout=ENOUGH, check=False)
        assert ended.returncode in allowed, \
            f'{" ".join(words)}: exit code {ended.returncode}: {ended.stderr[:300]!r}'
        return ended

    def events(self, path):
        document = json.loads(self.run('info', path, '--json', '--quiet').stdout)
        return document['events']

    def input(self, name, data):
        """Whether the import succeeded."""
        (self.folder / name).write_bytes(data)
        ended = self.run('import', name, '-o', 'run.nscope', '--quiet', allowed=(0, 3))
        text = (ended.stdout + ended.stderr).decode()  # also the messages are UTF-8
        assert not any(ord(c) < 32 and c not in '\n\t' or c in '\x7f\u202e\u2066\u009b\u2028' for c in text), \
            f'the message has control characters: {text!r}'
        if ended.returncode:
            assert not (self.folder / 'run.nscope').exists(), 'a failed import left a session'
            return False
        events = self.events('run.nscope')
        for table in ('slice', 'track', 'diagnostic'):
            statement = f'SELECT * FROM {table} LIMIT 2000'
            json.loads(self.run('query', 'run.nscope', statement, '--format', 'json', '--quiet').stdout)
        self.run('dump', 'run.nscope', '--quiet').stdout.decode()
        for kind, target in (('chrome', 'out.json'), ('perfetto', 'out.pftrace'), ('csv', 'out.csv')):
            self.run('export', 'run.nscope', '--format', kind, '-o', target, '--quiet')
            if kind == 'csv':
                (self.folder / target).read_bytes().decode()
                continue
            again = self.events(target)
            assert again == events, f'{kind}: {again} events instead of {events}'
        (self.folder / 'run.nscope').unlink()
        return True


def seeds(options, folder):
    fixtures = pathlib.Path(__file__).resolve().parent.parent / 'golden' / 'fixtures'
    for name in ('tiny_kineto.json', 'tiny_profile.json', 'tiny_trace.json', 'track_events.pftrace',
                 'tools/monitor.jsonl', 'tools/nccom.txt'):
        yield pathlib.Path(name).name, (fixtures / name).read_bytes()
    for kind in ('ntff', 'neuron-json', 'perfetto'):
        path = folder / f'seed.{kind}'
        subprocess.run([options.generate, '--format', kind, '--slices', '300', '--cores', '1', '-o', str(path)],
                       check=True, stdout=subprocess.DEVNULL)
        yield path.name, path.read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--nscope', required=True)
    parser.add_argument('--generate', required=True)
    parser.add_argument('--count', type=int, default=60)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    options.nscope = os.path.abspath(options.nscope)
    source = random.Random(options.seed)
    bad = 0
    imported = 0
    with tempfile.TemporaryDirectory(prefix='nscope_mutated_') as folder:
        check = Check(options, pathlib.Path(folder))
        inputs = list(seeds(options, pathlib.Path(folder)))
        for number in range(options.count):
            name, data = inputs[number % len(inputs)]
            damaged = mutated(data, source)
            try:
                imported += check.input(name, damaged)
            except (AssertionError, ValueError, subprocess.TimeoutExpired) as fault:
                bad += 1
                kept = pathlib.Path(tempfile.gettempdir()) / f'nscope_mutated_{options.seed}_{number}_{name}'
                kept.write_bytes(damaged)
                (check.folder / 'run.nscope').unlink(missing_ok=True)
                print(f'BAD  {number}: {fault}; the input is {kept}', flush=True)
    print(f'{options.count} inputs, {imported} imported, {bad} bad')
    return 1 if bad or not imported else 0


if __name__ == '__main__':
    sys.exit(main())
