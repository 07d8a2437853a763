#!/usr/bin/env python3
"""Time and memory of queries that arrive as a DataFrame of pandas:

  PYTHONPATH=$PWD/build/release/python tests/bench/python_query_bench.py SESSION [SQL...]

Each statement runs in a process of its own, twice: the first time loads the columns of the session. The
memory is that of the second time: the peak above what the process had before, divided by the size of the
columns of the DataFrame. Without SQL, the statements are those of docs/performance.md.
"""
import gc
import json
import subprocess
import sys
import threading
import time

STATEMENTS = ("SELECT start_ns, duration_ns FROM slice",
              "SELECT id, track_id, start_ns, duration_ns FROM slice",
              "SELECT start_ns, duration_ns, name FROM slice",
              "SELECT start_ns, duration_ns FROM slice WHERE duration_ns >= 0")


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


class Peak:
    """The largest resident memory while a block runs, sampled every millisecond."""

    def __enter__(self):
        self.before = self.most = resident()
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def watch(self):
        while not self.ended.wait(0.001):
            self.most = max(self.most, resident())

    def __exit__(self, *_):
        self.most = max(self.most, resident())
        self.ended.set()
        self.thread.join()


def measure(session, sql):
    import pandas  # loaded before the clock starts
    import neuronscope
    run = neuronscope.open(session)
    result = {"sql": sql, "pandas": pandas.__version__}
    for name in ("first", "again"):
        gc.collect()
        wall, cpu = time.perf_counter(), time.process_time()
        with Peak() as peak:
            frame = run.query(sql).to_pandas()
        result[name] = {"seconds": time.perf_counter() - wall, "cpu_seconds": time.process_time() - cpu}
        columns = int(frame.memory_usage(index=False).sum())
        result.update(rows=len(frame), column_bytes=columns,
                      memory_ratio=(peak.most - peak.before) / columns)
        del frame
    return result


def main():
    if len(sys.argv) == 4 and sys.argv[1] == "--one":
        print(json.dumps(measure(sys.argv[2], sys.argv[3])))
        return 0
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    for sql in sys.argv[2:] or STATEMENTS:
        subprocess.run([sys.executable, __file__, "--one", sys.argv[1], sql], check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
