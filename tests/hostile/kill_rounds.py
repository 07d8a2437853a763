#!/usr/bin/env python3
"""Kills nscope with SIGKILL at random times while it writes, and checks what it leaves.

    kill_rounds.py --nscope BIN --generate BIN [--rounds 300] [--seed N]

Each round starts one of the operations below in its own folder, kills it at a random point of its usual duration, and
checks with the next commands that every file at its final name can be read, that databases have their earlier or
their new content, and that the next complete run succeeds and leaves no temporary file behind.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time

ENOUGH = 60  # seconds, which only a hang reaches


class Broken(Exception):
    pass


class Operation:
    """One command that writes, in a folder of its own."""
    name = ''
    prepare_anew = False  # whether the outputs are removed before each round

    def __init__(self, options, shared, folder):
        self.options = options
        self.shared = shared
        self.folder = folder
        folder.mkdir()
        self.set_up()

    def set_up(self):
        pass

    def command(self, number):
        raise NotImplementedError

    def outputs(self):
        return []

    def check(self):
        """Raises Broken if a file of the operation cannot be read."""
        for path in self.outputs():
            if (self.folder / path).exists():
                self.must_work('info', path)

    def start(self, words):
        # A process group of its own, so that the children of a batch die, too.
        return subprocess.Popen([self.options.nscope, *words], cwd=self.folder, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
                                env={**os.environ, 'HOME': str(self.folder), 'TMPDIR': str(self.folder)})

    def run(self, *words):
        child = self.start(words)
        try:
            output, _ = child.communicate(timeout=ENOUGH)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            raise Broken(f'{" ".join(words)}: still running after {ENOUGH} s') from None
        return child.returncode, output.decode(errors='backslashreplace')

    def must_work(self, *words):
        code, output = self.run(*words)
        if code != 0:
            raise Broken(f'{" ".join(words)}: exit code {code}: {output.strip()[:300]}')
        return output

    def remove_outputs(self):
        for path in self.outputs():
            target = self.folder / path
            shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)

    def round(self, number, duration):
        """One round; whether the program was still running when it was killed."""
        if self.prepare_anew and number % 2:
            self.remove_outputs()
        child = self.start(self.command(number))
        time.sleep(random.uniform(0, duration * 1.05))
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.communicate()
        self.check()
        self.must_work(*self.command(number))
        self.check()
        left = [str(path.relative_to(self.folder)) for path in self.folder.rglob('*')
                if '.tmp' in path.name or path.name.endswith(('-journal', '-wal', '-shm'))]
        if left:
            raise Broken(f'left behind: {", ".join(left)}')
        return child.returncode == -signal.SIGKILL


class Import(Operation):
    """A capture, or an archive of it, which is unpacked into a temporary folder."""
    name = 'import'
    prepare_anew = True

    def command(self, number):
        return ['import', str(self.shared / ('run.tar.gz' if number % 2 else 'run.json')), '-o', 'run.nscope']

    def outputs(self):
        return ['run.nscope']


class Export(Operation):
    """All formats; those that nscope reads are opened again."""
    name = 'export'
    prepare_anew = True
    formats = {'chrome': 'out.json', 'perfetto': 'out.pftrace', 'sqlite': 'out.sqlite', 'csv': 'out.csv',
               'html': 'out.html', 'parquet': 'out_parquet'}

    def command(self, number):
        kind = list(self.formats)[number % len(self.formats)]
        return ['export', str(self.shared / 'run.nscope'), '--format', kind, '-o', self.formats[kind]]

    def outputs(self):
        return list(self.formats.values())

    def check(self):
        for kind, path in self.formats.items():
            target = self.folder / path
            if not target.exists():
                continue
            if kind in ('chrome', 'perfetto', 'parquet'):
                self.must_work('info', path)
            elif kind == 'sqlite':
                with sqlite3.connect(target) as database:
                    if database.execute('PRAGMA integrity_check').fetchone() != ('ok',):
                        raise Broken(f'{path} is damaged')
            elif kind == 'html':
                if not target.read_text().rstrip().endswith('</html>'):
                    raise Broken(f'{path} is incomplete')
            elif not target.read_text().endswith('\n'):
                raise Broken(f'{path} is incomplete')


class Prices(Operation):
    """A price book that is created anew in every second round."""
    name = 'prices'
    prepare_anew = True

    def set_up(self):
        shutil.copy(self.shared / 'prices.csv', self.folder / 'list.csv')

    def command(self, number):
        return ['prices', 'import', 'list.csv', '--book', 'prices.db', '--all']

    def outputs(self):
        return ['prices.db']

    def check(self):
        if not (self.folder / 'prices.db').exists():
            return
        self.must_work('prices', 'list', '--book', 'prices.db')
        self.must_work('prices', 'imports', '--book', 'prices.db')
        with sqlite3.connect(self.folder / 'prices.db') as database:
            if database.execute('PRAGMA integrity_check').fetchone() != ('ok',):
                raise Broken('the price book is damaged')
            if database.execute("SELECT count(*) FROM sqlite_master WHERE name='import'").fetchone()[0]:
                partial = database.execute('SELECT count(*) FROM import i WHERE added <> (SELECT count(*) FROM '
                                           'observation o WHERE o.import = i.id)').fetchone()[0]
                if partial:
                    raise Broken('the price book has a part of an import')


class Gate(Operation):
    """A history database and a folder of runs."""
    name = 'gate'
    prepare_anew = True

    def set_up(self):
        (self.folder / 'rules.json').write_text(json.dumps({
            'schema': 'nscope.gate/1',
            'rules': [{'metric': 'latency_p50', 'direction': 'lower_is_better', 'relative_limit': 0.5}]}))
        (self.folder / 'new').mkdir()
        for i in range(20):
            metrics = {'latency_p50': {'value': 0.01 + i * 1e-5, 'unit': 's', 'provenance': 'measured'}}
            (self.folder / 'new' / f'run{i}.json').write_text(json.dumps(
                {'schema': 'nscope.summary/1', 'metrics': metrics, 'unavailable': {}}))

    def command(self, number):
        baseline = 'history.db' if number % 4 < 2 else 'runs/'
        return ['gate', '--baseline', baseline, 'new', '--rules', 'rules.json', '--update-baseline', '--reason',
                'nightly']

    def outputs(self):
        return ['history.db', 'runs']

    def check(self):
        for baseline in self.outputs():
            target = self.folder / baseline
            empty = target.is_dir() and not any(not path.name.startswith('.') for path in target.iterdir())
            # A history that was not written yet is a file of 0 bytes.
            if target.exists() and not empty and (target.is_dir() or target.stat().st_size > 0):
                code, output = self.run('gate', '--baseline', baseline, 'new', '--rules', 'rules.json')
                still_empty = target.is_file() and target.stat().st_size == 0
                if code not in (0, 1) and not still_empty:
                    raise Broken(f'gate {baseline}: exit code {code}: {output.strip()[:300]}')


class Batch(Operation):
    name = 'batch'
    prepare_anew = True

    def set_up(self):
        (self.folder / 'in').mkdir()
        for name in ('a', 'b', 'c'):
            shutil.copy(self.shared / 'small.json', self.folder / 'in' / f'{name}.json')
        (self.folder / 'plan.json').write_text(json.dumps({
            'schema': 'nscope.batch/1', 'inputs': ['in/*.json'], 'output': 'out', 'jobs': 2, 'memory': '2 GiB',
            'steps': [{'name': 'import', 'command': ['import', '{input}', '-o', '{output}'],
                       'output': '{stem}.nscope'},
                      {'name': 'summary', 'command': ['summary', '{import}', '--json'],
                       'output': '{stem}.json'}]}))

    def command(self, number):
        return ['batch', 'plan.json']

    def outputs(self):
        return ['out']

    def check(self):
        for path in (self.folder / 'out').glob('*.nscope'):
            self.must_work('info', f'out/{path.name}')
        for path in (self.folder / 'out').glob('*.json'):
            json.loads(path.read_text())


class Calibrate(Operation):
    name = 'calibrate'
    prepare_anew = True

    def command(self, number):
        return ['calibrate', '--against', str(self.options.source / 'tests/golden/fixtures/measurements.csv'),
                '--date', '2026-11-21', '-o', 'fitted.json', '--report', 'report.md']

    def outputs(self):
        return ['fitted.json', 'report.md']

    def check(self):
        if (self.folder / 'fitted.json').exists():
            json.loads((self.folder / 'fitted.json').read_text())
        report = self.folder / 'report.md'
        if report.exists() and not report.read_text().endswith('\n'):
            raise Broken('report.md is incomplete')


class Live(Operation):
    name = 'live'
    prepare_anew = True

    def command(self, number):
        return ['live', str(self.shared / 'small.json'), '--speed', 'max', '-o', 'live.nscope', '--quiet']

    def outputs(self):
        return ['live.nscope']


OPERATIONS = [Import, Export, Prices, Gate, Batch, Calibrate, Live]


def make_shared(options, shared):
    def generate(*words):
        subprocess.run([options.generate, *words], check=True, stdout=subprocess.DEVNULL)
    generate('--format', 'chrome', '--slices', '60000', '-o', str(shared / 'run.json'))
    generate('--format', 'chrome', '--slices', '5000', '-o', str(shared / 'small.json'))
    with tarfile.open(shared / 'run.tar.gz', 'w:gz', compresslevel=1) as archive:
        archive.add(shared / 'run.json', 'run/run.json')
    subprocess.run([options.nscope, 'import', str(shared / 'run.json'), '-o', str(shared / 'run.nscope'), '-q'],
                   check=True, stdout=subprocess.DEVNULL)
    columns = 'instance,region,zone,option,term,usd_per_hour,date,source,state,note'
    rows = [f'trn1.{i}xlarge,us-west-2,,on_demand,,{i + 1}.5,2026-11-02,s,priced,' for i in range(20_000)]
    (shared / 'prices.csv').write_text('\n'.join([columns, *rows]) + '\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--nscope', required=True)
    parser.add_argument('--generate', required=True)
    parser.add_argument('--rounds', type=int, default=14)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', choices=[each.name for each in OPERATIONS])
    options = parser.parse_args()
    options.nscope = os.path.abspath(options.nscope)
    options.source = pathlib.Path(__file__).resolve().parent.parent.parent
    random.seed(options.seed)
    bad = 0
    killed = 0
    with tempfile.TemporaryDirectory(prefix='nscope_kill_') as root:
        root = pathlib.Path(root)
        shared = root / 'shared'
        shared.mkdir()
        make_shared(options, shared)
        chosen = [each for each in OPERATIONS if options.only in (None, each.name)]
        operations = [each(options, shared, root / each.name) for each in chosen]
        durations = {}
        for number in range(options.rounds):
            operation = operations[number % len(operations)]
            turn = number // len(operations)
            key = (operation.name, tuple(operation.command(turn)))
            try:
                if key not in durations:
                    operation.remove_outputs()
                    begin = time.monotonic()
                    operation.must_work(*operation.command(turn))
                    durations[key] = time.monotonic() - begin
                killed += operation.round(turn, durations[key])
            except Broken as fault:
                bad += 1
                print(f'BAD  round {number}: {operation.name}: {fault}', flush=True)
    print(f'{options.rounds} rounds, {killed} killed while running, {bad} bad')
    return 1 if bad or not killed else 0


if __name__ == '__main__':
    sys.exit(main())
