"""The table of hostile inputs. A new format is one row of FORMATS; a new attack on
one format is one row of CASES."""
import dataclasses
import json
import os
import pathlib
import re
import sqlite3
import typing

from hostile_files import (GB, KB, MB, changed_sessions, claims, content, damaged_exports,
                           endless_views, every_blob,
                           every_number, field, generated, generated_then_sparse, gzip_bomb,
                           gzip_of, neff, nested_field, ntff, ntff_block, rewritten, sparse, tar_member)


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    #: make(path, tools) writes the input at `path`; it may return a list of inputs.
    make: typing.Callable
    #: A regular expression that the message must match, besides the name of the file.
    reason: str = r'\w+ \w+'
    #: Opening the input is correct too: its hostile part may be ignored.
    may_open: bool = False
    #: The commands to run; OUT stands for the output file.
    commands: tuple = (('import', 'INPUT', '-o', 'OUT.nscope'),)
    #: A regular expression that a note must match if the input can be opened.
    note: str = ''
    #: The name of the input file.
    file_name: str = 'input'
    #: Run as a user without the permission to read every file.
    unprivileged: bool = False


# The formats by their name in the test generator, and whether a file with zeros appended may be
# opened: SQLite ignores data after the end of a session, and of other formats the data before the
# zeros may be kept if the rest is counted.
FORMATS = {
    'chrome': dict(may_open=True, note=r'were skipped'),
    'chrome-gz': dict(may_open=True, note=r'bytes .* skipped'),
    'perfetto': dict(may_open=True, note=r'bytes .* not read'),
    'session': dict(may_open=True),
    'neuron-json': dict(may_open=False),
    'ntff': dict(may_open=True),
    'monitor': dict(may_open=True),
    # SQLite ignores data after the end of the database.
    'nsight': dict(may_open=True),
    'xplane': dict(may_open=True, note=r'damaged or truncated at byte'),
}

DEEP = 10_000


def nested_json(opening, closing, before='', after='', depth=DEEP):
    return content(lambda: (before + opening * depth + closing * depth + after).encode())


def chrome(event):
    return ('{"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":5,"name":"a"},', event + ']}')


def monitor(value):
    return ('{"neuron_runtime_data":[{"pid":1,"neuron_runtime_tag":"1","error":"","report":'
            '{"neuroncore_counters":', value + '}}],"system_data":{}}\n')


def deep_json_cases():
    rows = {
        'array': ('', ''),
        'chrome_args': chrome('{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"b","args":{"a":'),
        'chrome_top_level': ('{"traceEvents":[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":5,"name":"a"}'
                             '],"otherData":', '}'),
        'kineto_device': ('{"schemaVersion":1,"deviceProperties":', ',"traceEvents":[]}'),
        'neuron_json_row': ('{"instruction":[{"id":1,"timestamp":1,"duration":5,"x":', '}]}'),
        'neuron_json_list': ('{"instruction":[{"id":1,"timestamp":1,"duration":5}],"dma":[', ']}'),
        'neuron_summary': ('{"p":{"hfu_estimated_percent":0.5,"total_time":1,"x":', '}}'),
        'monitor_report': monitor(''),
        'system_profile': ('{"trace_events":[{"timestamp":1,"x":', '}],"mem_usage":[]}'),
        'nccom_report': ('{"results":[{"size(B)":', '}]}'),
        'neuron_ls': ('[{"neuron_device":0,"bdf":"00:1e.0","x":', '}]'),
    }
    for name, (before, after) in rows.items():
        if name == 'chrome_args':
            before, after = before + after[:after.index('"a":') + 4], '}}]}'
        yield Case(f'deep_{name}_of_arrays', nested_json('[', ']', before, after))
        yield Case(f'deep_{name}_of_objects', nested_json('{"a":', '}', before, after))
        # Never closed, and a thousand times deeper: recursion would overflow the stack.
        yield Case(f'deep_{name}_unclosed', nested_json('[', '', before, '', depth=DEEP * 1000))


def format_cases():
    for name, row in FORMATS.items():
        yield Case(f'sparse_behind_{name}', generated_then_sparse(name), **row)
        for share in (0, 1, 50, 99):
            yield Case(f'truncated_{name}_{share}_percent',
                       generated(name, change=lambda data, s=share: data[:len(data) * s // 100]),
                       may_open=share > 0)
        yield Case(f'zeroed_middle_of_{name}',
                   generated(name, change=lambda data: data[:len(data) // 2] + bytes(4096) +
                             data[len(data) // 2 + 4096:]), may_open=True)


def make_fifo(path, tools):
    os.mkfifo(path)


def make_socket(path, tools):
    import socket
    socket.socket(socket.AF_UNIX).bind(str(path))


def make_unreadable(path, tools):
    path.write_text('{}')
    path.chmod(0)


def make_symlink_loop(path, tools):
    path.symlink_to(path.name + '2')
    path.with_name(path.name + '2').symlink_to(path.name)


def make_folder_loop(path, tools):
    """Folders with symbolic links to themselves, and without a file that can be read."""
    (path / 'a' / 'b').mkdir(parents=True)
    (path / 'a' / 'b' / 'up').symlink_to(path, target_is_directory=True)
    (path / 'self').symlink_to('.', target_is_directory=True)


def make_deep_folder(path, tools):
    path.mkdir()
    here = os.open(path, os.O_RDONLY)
    for _ in range(2000):  # exceeds the longest possible path
        os.mkdir('folder', dir_fd=here)
        inner = os.open('folder', os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)


def make_crowded_folder(path, tools):
    path.mkdir()
    folder = os.open(path, os.O_RDONLY)
    for i in range(30_000):
        os.mknod(f'file{i}', dir_fd=folder)
    os.close(folder)


def make_empty_folder(path, tools):
    path.mkdir()


def nothing(path, tools):
    pass


def device(name):
    return lambda path, tools: [pathlib.Path('/dev') / name]


FILE_SYSTEM_CASES = [
    Case('missing', nothing, r'[Nn]o such|not found|does not exist'),
    Case('empty', content(b''), r'empty'),
    Case('one_byte', content(b'{')),
    Case('fifo', make_fifo, r'regular|pipe'),
    Case('socket', make_socket),
    Case('device_zero', device('zero'), r'regular|device'),
    Case('device_null', device('null'), r'regular|device|empty'),
    Case('unreadable', make_unreadable, r'[Pp]ermission|denied|read', unprivileged=True),
    Case('symlink_loop', make_symlink_loop, r'symbolic link|loop|[Nn]o such|not exist'),
    Case('folder_loop', make_folder_loop),
    Case('folder_deep', make_deep_folder),
    Case('folder_crowded', make_crowded_folder),
    Case('folder_empty', make_empty_folder),
    Case('name_with_newline', content(b'junk'), r'\\x0aput', file_name='in\nput'),
    Case('name_with_escape', content(b'junk'), file_name='in\x1b[31mput'),
    Case('name_not_utf8', content(b'junk'), file_name=os.fsdecode(b'in\xff\xfeput')),
    Case('name_like_an_option', content(b'junk'), file_name='--output'),
]

GZIP_CASES = [
    Case('gzip_zeros', gzip_bomb(b'\0')),
    Case('gzip_spaces', gzip_bomb(b' ')),
    Case('gzip_nested', gzip_of(gzip_bomb(b'\0'))),
    Case('gzip_array_of_arrays', gzip_bomb(b'[')),
    Case('gzip_chrome_then_spaces', gzip_bomb(b' ', head=b'{"traceEvents":['), r'byte|gzip|ratio'),
    Case('gzip_chrome_long_name', gzip_bomb(b'a', head=b'{"traceEvents":[{"ph":"X","name":"'),
         r'byte|gzip|ratio'),
    Case('gzip_chrome_events',
         gzip_bomb(b'{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"a"},',
                   head=b'{"traceEvents":['), r'byte|gzip|ratio'),
    Case('gzip_monitor_reports',
         gzip_bomb(b'{"neuron_runtime_data":[],"system_data":{},"instance_info":{},'
                   b'"neuron_hardware_info":{}}\n'), r'ratio'),
    Case('gzip_monitor_then_spaces',
         gzip_bomb(b' ', head=b'{"neuron_runtime_data":[],"system_data":{},"instance_info":{},'
                              b'"neuron_hardware_info":{}}\n'), r'ratio'),
    Case('gzip_perfetto_packets', gzip_bomb(field(1, field(8, 5) + field(10, 1))),
         r'byte|gzip|ratio'),
    Case('gzip_header_only', content(b'\x1f\x8b\x08' + bytes(7))),
    Case('gzip_bad_block', content(b'\x1f\x8b\x08' + bytes(7) + b'\xff' * 100)),
]

TRACK_EVENT = field(8, 1) + field(10, 1) + field(11, field(9, 1) + field(11, 5) + field(23, b'a'))
LENGTH_CASES = [
    Case('perfetto_packet_4gb', content(field(1, TRACK_EVENT) * 3 + claims(1, 4 * GB, b'\x08')),
         may_open=True),
    Case('perfetto_packet_16eb', content(field(1, TRACK_EVENT) * 3 + claims(1, 2**64 - 1)),
         may_open=True),
    Case('perfetto_event_4gb', content(field(1, TRACK_EVENT) * 3 + field(1, claims(11, 4 * GB))),
         may_open=True),
    Case('perfetto_endless_varint', content(field(1, TRACK_EVENT) * 3 + b'\x0a' + b'\xff' * 100),
         may_open=True),
    Case('perfetto_nested_annotations', content(
        field(1, TRACK_EVENT) + field(1, field(8, 1) + field(10, 1) + field(
            11, field(9, 1) + field(4, field(10, b'a') + nested_field(11, DEEP))))), may_open=True),
    Case('perfetto_nested_compressed', content(field(1, TRACK_EVENT) + field(1, nested_field(50,
                                                                                         DEEP))),
         may_open=True),
    Case('ntff_message_4gb', content(ntff(b'', 4 * GB))),
    Case('ntff_message_64pb', content(ntff(b'', 2**56 - 1))),
    Case('ntff_message_4gb_sparse', sparse(ntff(b'', 4 * GB))),
    Case('ntff_field_4gb', content(ntff(claims(4, 4 * GB)))),
    Case('ntff_block_4gb', content(ntff(ntff_block(0, 4 * GB), rest=bytes(64))), may_open=True),
    Case('ntff_block_offset_wraps', content(ntff(ntff_block(2**64 - 16, 32), rest=bytes(64))),
         may_open=True),
    Case('ntff_nested_message', content(ntff(nested_field(4, DEEP)))),
    Case('neff_data_4gb', content(neff(4 * GB, b'\x1f\x8b\x08' + bytes(7)))),
    Case('neff_gzip_bomb', lambda path, tools: neff_bomb(path, tools)),
    Case('neff_tar_member_8gb', content(neff(512, tar_member('info.json', 8 * GB - 1), version=1))),
]

READING_COMMANDS = (
    ('import', 'INPUT', '-o', 'OUT.nscope'),
    ('query', 'INPUT', 'SELECT name, count(*), sum(duration_ns) FROM slice GROUP BY name'),
    ('summary', 'INPUT'),
    ('dump', 'INPUT'),
    ('export', 'INPUT', '--format', 'csv', '-o', 'OUT.csv'),
)
LARGE_SESSION_DAMAGE = {
    'zeros': 'UPDATE chunk SET data=zeroblob(length(data))',
    'cut': 'UPDATE chunk SET data=substr(data,1,length(data)/2)',
    'exchanged': 'UPDATE chunk SET data=(SELECT other.data FROM chunk other '
                 'WHERE other.id=chunk.id+1) WHERE id%2=0 AND id+1 IN (SELECT id FROM chunk)',
}
# Commands that read every column of a run and look up texts by number.
EXPORTING_COMMANDS = tuple(('export', 'INPUT', '--format', format_id, '-o', f'OUT.{format_id}')
                           for format_id in ('perfetto', 'chrome', 'sqlite', 'html', 'html-timeline'))
# Further tracks; `row` is what follows the id `i`.
MANY_TRACKS = ('WITH RECURSIVE n(i) AS (SELECT count(*) FROM track UNION ALL SELECT i+1 FROM n '
               'WHERE i<{count}) INSERT INTO track SELECT i,{row} FROM n')
SESSION_CASES = [
    Case('session_numbers_4g', every_number(2**32 - 1), may_open=True,
         commands=READING_COMMANDS + EXPORTING_COMMANDS),
    Case('session_numbers_maximal', every_number(2**63 - 1), may_open=True),
    Case('session_numbers_negative', every_number(-1), may_open=True),
    Case('session_numbers_as_text', every_number("'text'"), may_open=True),
    Case('session_numbers_null', every_number('NULL'), may_open=True),
    Case('session_blobs_empty', every_blob("x''"), may_open=True),
    Case('session_blobs_zero', every_blob(f'zeroblob({32 * KB})'), may_open=True),
    # A zstd frame that states a content size of 4 GB.
    Case('session_blobs_zstd_4gb', every_blob("x'28b52ffde000000000010000000100000000'"),
         may_open=True),
    Case('session_endless_views', changed_sessions(endless_views)),
    Case('session_wal', changed_sessions(lambda session: [['PRAGMA journal_mode=WAL']]), r'WAL'),
    Case('session_chunk_300mb', changed_sessions(lambda session: [
        [f'UPDATE chunk SET data=zeroblob({300 * MB}) WHERE id=1']])),
    Case('session_text_300mb', changed_sessions(lambda session: [
        [f"INSERT INTO property(key,value) VALUES('x',CAST(zeroblob({300 * MB}) AS TEXT))"]])),
    Case('session_deep_tracks', changed_sessions(lambda session: [
        [MANY_TRACKS.format(count=100_000, row="i-1,0,NULL,0,0,0,0,-1,0,0,x'',1")]]), r'nest'),
    Case('session_empty_depths', changed_sessions(lambda session: [
        [MANY_TRACKS.format(count=300, row='NULL,0,NULL,0,0,0,0,-1,0,0,zeroblob(262140),1')]]),
         r'slices per depth'),
    Case('session_no_tables', changed_sessions(lambda session: [
        [f'DROP TABLE "{table}"'] for table in table_names(session)]), may_open=True),
    # The columns of large sessions are read and checked when they are needed. No command may
    # print results from damaged columns.
    *(Case(f'large_session_{name}', changed_sessions(lambda session, sql=sql: [[sql]], 1_200_000),
           commands=READING_COMMANDS) for name, sql in LARGE_SESSION_DAMAGE.items()),
    Case('sqlite_of_others', changed_sessions(lambda session: [['PRAGMA application_id=0']]),
         r'SQLite'),
    Case('session_of_the_future', changed_sessions(lambda session: [['PRAGMA user_version=9999']]),
         r'schema'),
]

NSIGHT_TABLES = (
    'CREATE TABLE StringIds (id INTEGER PRIMARY KEY, value TEXT)',
    'CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INT, end INT, deviceId INT, streamId INT, '
    'demangledName INT)',
    "INSERT INTO StringIds VALUES (1, 'gemm')",
    'INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (1, 2, 0, 7, 1)')


def nsight(*statements):
    """A small export of Nsight Systems, changed by these statements."""
    def make(path, tools):
        database = sqlite3.connect(path, isolation_level=None)
        for statement in (*NSIGHT_TABLES, *statements):
            database.execute(statement)
        database.close()
    return make


def endless_view(name):
    return (f'CREATE VIEW {name} AS WITH RECURSIVE n(start) AS (SELECT 1 UNION ALL '
            'SELECT start + 1 FROM n) SELECT start FROM n')


# Each view reads the one before twice, so that the text of the last one doubles thirty times.
DOUBLING_VIEWS = ('CREATE VIEW v0 AS SELECT 1 AS a', *(
    f'CREATE VIEW v{i} AS SELECT x.a FROM v{i - 1} x, v{i - 1} y' for i in range(1, 31)))


def xplane_events(event, count):
    """A profile with one line of many equal events of a device."""
    line = field(2, b'XLA Ops') + field(3, 1) + field(4, event) * count
    return field(1, field(2, b'/device:TPU:0') + field(3, line))


GPU_CASES = [
    Case('nsight_endless_view', nsight(endless_view('NVTX_EVENTS')), may_open=True),
    Case('nsight_only_endless_view', nsight('DROP TABLE CUPTI_ACTIVITY_KIND_KERNEL',
                                            endless_view('CUPTI_ACTIVITY_KIND_KERNEL')),
         r'no CUDA or NVTX events'),
    Case('nsight_doubling_views', nsight(*DOUBLING_VIEWS), may_open=True),
    Case('nsight_generated_column', nsight(
        'CREATE TABLE NVTX_EVENTS (end INT, text TEXT, start INT AS '
        '(length(zeroblob(1000000000))))',
        "INSERT INTO NVTX_EVENTS (end, text) VALUES (2, 'a')"), may_open=True),
    Case('nsight_text_300mb', nsight(
        'CREATE TABLE NVTX_EVENTS (start INT, end INT, text TEXT)',
        f'INSERT INTO NVTX_EVENTS VALUES (1, 2, CAST(zeroblob({300 * MB}) AS TEXT))'),
         may_open=True),
    Case('nsight_wal', nsight('PRAGMA journal_mode=WAL'), r'WAL'),
    Case('nsight_equal_ids', nsight(
        'DROP TABLE StringIds', 'CREATE TABLE StringIds (id INT, value TEXT)',
        'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) '
        "INSERT INTO StringIds SELECT 1, 'x' || i FROM n"), may_open=True),
    Case('xplane_plane_4gb', content(claims(1, 4 * GB, field(2, b'/device:TPU:0')))),
    Case('xplane_plane_4gb_sparse', sparse(claims(1, 4 * GB, field(2, b'/device:TPU:0')))),
    Case('xplane_event_4gb', content(field(1, field(2, b'/device:TPU:0') + field(
        3, field(2, b'XLA Ops') + field(4, field(1, 1)) + claims(4, 4 * GB)))), may_open=True),
    Case('xplane_empty_events', content(lambda: xplane_events(b'', 1_000_000)), may_open=True),
    Case('xplane_many_lines', content(lambda: field(1, field(2, b'/device:TPU:0') + b''.join(
        field(3, field(1, i) + field(4, field(1, 1))) for i in range(200_000)))),
         may_open=True, note=r'too many lines'),
    Case('xplane_gzip_zeros', gzip_bomb(b'\0', head=claims(1, 4 * GB,
                                                           field(2, b'/device:TPU:0'))),
         r'byte|gzip|ratio'),
    Case('xplane_gzip_events', gzip_bomb(field(4, b''), head=claims(
        1, 9 * GB, field(2, b'/device:TPU:0') + claims(3, 8 * GB, field(2, b'XLA Ops')))),
         r'byte|gzip|ratio'),
]

NOT_UTF8 = r'line [12].*not UTF-8'
PRICE_HEADING = b'instance,region,zone,option,term,usd_per_hour,date,source,state,note\n'


def rewritten_fixture(name, old, new):
    """A file of the golden tests with one text replaced."""
    path = pathlib.Path(__file__).resolve().parents[1] / 'golden/fixtures' / name
    return content(lambda: path.read_bytes().replace(old, new, 1))


TEXT_CASES = [
    *(Case(f'document_{name}', content(data), NOT_UTF8, commands=(
        ('simulate', 'INPUT'), ('cost', 'INPUT'), ('plan', 'INPUT'), ('roi', 'INPUT'),
        ('batch', 'INPUT'), ('cost', 'INPUT', '--json'), ('roi', 'INPUT', '--json'),
        ('gate', '--baseline', 'INPUT', 'INPUT', '--rules', 'INPUT')))
      for name, data in {'latin1': '{"schema": "caf\u00e9"}'.encode('latin-1'),
                         'utf16': '{"schema": "nscope.plan/1"}'.encode('utf-16'),
                         'surrogate': b'{"a":1,\n"\xed\xa0\x80":1}',
                         'key': b'{"\xff":1}'}.items()),
    Case('requests_not_utf8', content(b'arrival,input_tokens,output_tokens\n0,1,\xff\n'), NOT_UTF8,
         commands=(('simulate', 'inf2-100rps-sla', '--requests', 'INPUT'),)),
    Case('table_not_utf8', content(b'caf\xe9,instance\n'), NOT_UTF8,
         commands=(('validate', '--against', 'INPUT'), ('calibrate', '--against', 'INPUT'))),
    Case('prices_not_utf8', content(
        PRICE_HEADING + b'trn1.2xlarge,us-east-1,,on_demand,,1.5,2026-11-02,caf\xe9,priced,\n'),
         NOT_UTF8, commands=(('prices', 'import', 'INPUT', '--book', 'book.db'),)),
    Case('bill_not_utf8', rewritten_fixture('bills/focus.csv', b'trn1', b'tr\xff1'), r'line \d+.*not UTF-8',
         commands=(('bill', 'INPUT'), ('bill', 'INPUT', '--json'))),
    Case('bill_json_not_utf8', rewritten_fixture('bills/cost_explorer.json', b'trn1', b'tr\xff1'),
         r'line \d+.*not UTF-8', commands=(('bill', 'INPUT'),)),
    Case('names_with_commands', content(json.dumps({'traceEvents': [
        {'ph': 'X', 'pid': 1, 'tid': 1, 'ts': 1, 'dur': 5, 'name': 'a\x1b[2J\u202e\u009b\nb'}]},
        ensure_ascii=False).replace('\x1b', '\\u001b').encode()), may_open=True, commands=(
            ('dump', 'INPUT'), ('query', 'INPUT', 'SELECT name FROM slice'), ('info', 'INPUT'),
            ('find', 'INPUT', 'a'), ('analyze', 'INPUT', 'operators'))),
]

EXPORT_CASES = [
    Case('parquet_damaged', damaged_exports('parquet', [
        rewritten(lambda data: data[:len(data) // 2]),
        rewritten(lambda data: b''),
        rewritten(lambda data: data[:100] + bytes(100) + data[200:]),
        rewritten(lambda data: b'PAR1' + bytes(64) + b'\xff\xff\xff\x7fPAR1'),
        rewritten(lambda data: data[:-100] + b'\xff' * 92 + data[-8:]),
        lambda file: os.truncate(file, 10 * GB)]), may_open=True),
]

SPARSE_CASES = [
    Case('sparse_zeros', sparse(b'')),
    Case('sparse_json_start', sparse(b'{"instruction": [')),
    Case('sparse_chrome_start', sparse(b'{"traceEvents":[')),
    Case('sparse_array_start', sparse(b'[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":1,"name":"a"},')),
    Case('sparse_string_start', sparse(b'{"traceEvents":[{"name":"')),
    Case('sparse_gzip_start', sparse(b'\x1f\x8b\x08' + bytes(7))),
    Case('sparse_sqlite_start', sparse(b'SQLite format 3\0')),
    Case('sparse_neff_start', sparse(neff(9 * GB, b''))),
    Case('sparse_parquet_start', sparse(b'PAR1')),
    Case('sparse_monitor_start', sparse(b'{"neuron_runtime_data":[],"system_data":{}}\n'),
         may_open=True),
    Case('live_endless_line', sparse(b'{"neuron_runtime_data":[', 100 * MB),
         commands=(('live', '--command', 'cat input', '-o', 'OUT.nscope'),)),
    Case('sparse_text_start', sparse(b'2023-08-25 21:52:23.000453: INFO ||NEURON_CACHE||: x\n'),
         may_open=True),
    Case('sparse_nccom_start', sparse(b'    size(B)    count(elems)    type    time:avg(us)\n'),
         may_open=True),
    Case('sparse_xla_start', sparse(b'Metric: CompileTime\n  TotalSamples: 1\n'), may_open=True),
    Case('one_long_line', content(lambda: b'Metric: CompileTime\n' + b'x' * (40 * MB)), may_open=True),
    Case('million_keys', content(
        lambda: json.dumps({f'k{i}': [] for i in range(1_000_000)}).encode())),
]


ROOT = pathlib.Path(__file__).resolve().parents[2]
GATE_RULES = str(ROOT / 'docs/ci/rules.json')
GOOD_RUN = str(ROOT / 'tests/golden/fixtures/tiny_profile.json')
GATE_RUN = (('gate', '--baseline', GOOD_RUN, 'INPUT', '--rules', GATE_RULES),
            ('gate', '--baseline', 'INPUT', GOOD_RUN, '--rules', GATE_RULES))
GATE_HISTORY = (('gate', '--baseline', 'INPUT', GOOD_RUN, '--rules', GATE_RULES),
                ('gate', '--baseline', 'INPUT', '--quarantine', 'a', '--reason', 'b'))
SUMMARY = b'{"schema":"nscope.summary/1","metrics":'
ENDLESS = 'WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n+1 FROM c) SELECT '


def history(*statements):
    """A database with the application id of a gate history."""
    def make(path, tools):
        database = sqlite3.connect(path)
        for statement in ('PRAGMA application_id=0x4e534748', 'PRAGMA user_version=1', *statements):
            database.execute(statement)
        database.commit()
        database.close()
    return make


def training_plan(**degrees):
    """A plan of a small training job with these degrees of parallelism."""
    training = {'sequence_length': 4096, 'global_batch': 64, 'micro_batches': [1],
                'job': {'steps': 10}, **degrees}
    return content(lambda: json.dumps(
        {'schema': 'nscope.plan/1', 'model': 'llama-3-8b', 'training': training,
         'instances': ['trn1.32xlarge'], 'max_instances': 4}).encode())


GATE_CASES = [
    Case('gate_summary_deep', nested_json('[', ']', SUMMARY.decode(), '}'), commands=GATE_RUN),
    Case('gate_summary_unclosed', nested_json('[', '', SUMMARY.decode(), '', depth=DEEP * 1000),
         commands=GATE_RUN),
    Case('gate_summary_sparse', sparse(SUMMARY), r'large', commands=GATE_RUN),
    Case('gate_summary_wide', content(lambda: SUMMARY + b'[' + b'0,' * (3 * MB) + b'0]}'),
         commands=GATE_RUN),
    Case('gate_rules_deep', nested_json('[', ']'),
         commands=(('gate', '--baseline', GOOD_RUN, GOOD_RUN, '--rules', 'INPUT'),)),
    Case('gate_rules_unclosed', nested_json('[', '', depth=DEEP * 1000),
         commands=(('gate', '--baseline', GOOD_RUN, GOOD_RUN, '--rules', 'INPUT'),)),
    Case('gate_history_no_tables', history(), commands=GATE_HISTORY),
    Case('gate_history_endless_view', history(
        f'CREATE VIEW run AS {ENDLESS} n AS id, n AS name, n AS revision, NULL AS superseded_by '
        'FROM c'), r'not a table', commands=GATE_HISTORY),
    Case('gate_history_text_300mb', history(
        'CREATE TABLE run(id,name,revision,superseded_by)',
        f'INSERT INTO run VALUES(1,CAST(zeroblob({300 * MB}) AS TEXT),NULL,NULL)'),
         commands=GATE_HISTORY[:1]),
    Case('gate_history_of_the_future', history('PRAGMA user_version=9'), r'version',
         commands=GATE_HISTORY),
    Case('batch_plan_deep', nested_json('[', ']'), commands=(('batch', 'INPUT'),)),
    Case('batch_plan_unclosed', nested_json('[', '', depth=DEEP * 1000),
         commands=(('batch', 'INPUT'),)),
    Case('plan_degrees_beyond_63_bits', training_plan(tensor_parallel=[8, 2**20],
                                                 pipeline_parallel=[1, 2**12],
                                                 context_parallel=[1, 2**20]),
         may_open=True, commands=(('plan', 'INPUT'),)),
    Case('plan_degrees_endless', training_plan(tensor_parallel=list(range(1, 100_000))),
         r'1 to 200', commands=(('plan', 'INPUT'),)),
]


def neff_bomb(path, tools):
    """A NEFF whose archive decompresses to 10 GB."""
    gzip_bomb(b'\0', head=tar_member('info.json', 8 * GB - 1))(path, tools)
    bomb = path.read_bytes()
    path.write_bytes(neff(len(bomb), bomb))


def table_names(session):
    from hostile_files import columns_of
    return sorted({table for table, _, _ in columns_of(session)})


CASES = {case.name: case for case in
         [*FILE_SYSTEM_CASES, *SPARSE_CASES, *EXPORT_CASES, *TEXT_CASES, *GZIP_CASES, *LENGTH_CASES, *SESSION_CASES, *GPU_CASES, *GATE_CASES,
          *deep_json_cases(), *format_cases()]}
assert all(re.compile(case.reason) for case in CASES.values())
