"""Makes inputs that lie about themselves. Each function writes one file; none of
them writes more than a few MB to the disk, whatever size the file claims."""
import os
import shutil
import sqlite3
import struct
import subprocess
import zlib

#: What a maker returns that can make no input here.
NOTHING = ()
KB, MB, GB = 1 << 10, 1 << 20, 1 << 30


def content(data):
    """A file of these bytes, or of those that a function returns."""
    def make(path, tools):
        path.write_bytes(data() if callable(data) else data)
    return make


def sparse(head, size=10 * GB):
    """`head`, then zeros up to `size` that take no room on the disk."""
    def make(path, tools):
        path.write_bytes(head)
        os.truncate(path, size)
    return make


def generated(format_id, slices=2000, change=lambda data: data):
    """A good file of a format our generator writes, changed."""
    def make(path, tools):
        good = path.with_name('good')
        subprocess.run([tools.generate, '--format', format_id, '--slices', str(slices), '--cores',
                        '2', '-o', good], check=True, stdout=subprocess.DEVNULL)
        path.write_bytes(change(good.read_bytes()))
        good.unlink()
    return make


def generated_then_sparse(format_id, size=10 * GB):
    """A good file that goes on as zeros."""
    def make(path, tools):
        generated(format_id)(path, tools)
        os.truncate(path, size)
    return make


def gzip_bomb(unit, total=10 * GB, head=b''):
    """A gzip file of `head` and then `unit` again and again, `total` bytes in all.

    A unit is compressed once: after a full flush the compressor starts afresh,
    so equal input gives equal output and the pieces may be repeated.
    """
    def make(path, tools):
        block = (unit * (MB // len(unit) + 1))[:MB // len(unit) * len(unit)]
        compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
        first = compressor.compress(head) + compressor.flush(zlib.Z_FULL_FLUSH)
        piece = compressor.compress(block) + compressor.flush(zlib.Z_FULL_FLUSH)
        repeats = total // len(block)
        with open(path, 'wb') as file:
            file.write(b'\x1f\x8b\x08' + bytes(7) + first)
            for _ in range(repeats):
                file.write(piece)
            # The last block and the trailer, whose CRC nobody should get to see.
            file.write(compressor.flush(zlib.Z_FINISH) + struct.pack('<II', 0, total % (1 << 32)))
    return make


def gzip_of(make_inner):
    """The file that another maker writes, compressed."""
    def make(path, tools):
        make_inner(path, tools)
        compressor = zlib.compressobj(9, zlib.DEFLATED, 31)
        data = path.read_bytes()
        path.write_bytes(compressor.compress(data) + compressor.flush())
    return make


def varint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """A protobuf field: bytes with their length, or a number."""
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)


def claims(number, length, value=b''):
    """A protobuf field that claims to be `length` bytes long."""
    return varint(number << 3 | 2) + varint(length) + value


def nested_field(number, depth):
    """A message in a message in a message."""
    value = b''
    for _ in range(depth):
        value = field(number, value)
    return value


def ntff(message, claimed_size=None, rest=b''):
    """An NTFF with this header message."""
    size = len(message) if claimed_size is None else claimed_size
    return bytes([6]) + struct.pack('<Q', size)[:7] + b'\x5a' * 120 + message + rest


def ntff_block(offset, size):
    """The header of an NTFF of one core whose record block lies where no file is."""
    core = field(1, b'sg00')
    return (field(1, b'model.neff') + field(4, field(4, field(1, core)) + field(5, b'0' * 16)) +
            field(9, b'trn2.3xlarge') + field(15, field(2, 1000) + field(3, 2000)) +
            field(16, field(1, 0) + field(3, 0) + field(5, offset) + field(6, size) + field(7, 0)))


def neff(data_size, data, version=2):
    """A NEFF whose header claims `data_size` bytes of archive."""
    header = struct.pack('<QQQQ', version, 1024, data_size, 2).ljust(1024, b'\0')
    return header[:204] + b'0123456789abcdef' + header[220:] + data


def tar_member(name, size, content_bytes=b''):
    """A tar archive of one member that claims `size` bytes."""
    header = bytearray(name.encode().ljust(512, b'\0'))
    header[100:107] = b'0000644'
    header[124:135] = b'%011o' % size
    header[148:156] = b'        '
    header[156:157] = b'0'
    header[257:262] = b'ustar'
    header[148:155] = b'%06o\0' % sum(header)
    return bytes(header) + content_bytes


def changed_sessions(statements, slices=2000):
    """One copy of a good session for each group of SQL statements that spoil it."""
    def make(path, tools):
        generated('session', slices)(path, tools)
        good = path.read_bytes()
        path.unlink()
        path.mkdir()
        for i, group in enumerate(statements(good)):
            copy = path / f'{i:03}.nscope'
            copy.write_bytes(good)
            database = sqlite3.connect(copy, isolation_level=None)
            database.execute('PRAGMA writable_schema=ON')
            try:
                for statement in group:
                    database.execute(statement)
            except sqlite3.IntegrityError:  # what SQLite itself would not store
                copy.unlink()
            database.close()
        return sorted(path.iterdir())
    return make


def damaged_exports(format_id, damages):
    """Folders that nscope exported a good session to, one for each of the files in
    it and each damage(data) to that file. None where this build cannot export so."""
    def make(path, tools):
        generated('session')(path, tools)
        session = path.with_name('session')
        path.rename(session)
        good = path.with_name('export')
        exported = subprocess.run([tools.nscope, 'export', session, '--format', format_id, '-o',
                                   good, '--quiet'], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                  check=False)
        if exported.returncode != 0:
            print(f'skipped: {exported.stderr.decode().strip()}')
            return NOTHING
        path.mkdir()
        for name in sorted(os.listdir(good)):
            for i, damage in enumerate(damages):
                copy = path / f'{name}-{i}'
                shutil.copytree(good, copy)
                damage(copy / name)
        return sorted(path.iterdir())
    return make


def rewritten(change):
    """A damage that changes the bytes of a file."""
    return lambda path: path.write_bytes(change(path.read_bytes()))


def columns_of(session):
    """(table, column, declared type) of every table in a session."""
    database = sqlite3.connect(':memory:')
    database.deserialize(session)
    tables = [row[0] for row in
              database.execute("SELECT name FROM sqlite_schema WHERE type='table'")]
    return [(table, row[1], row[2]) for table in tables
            for row in database.execute(f'SELECT * FROM pragma_table_info("{table}")')]


def every_number(value):
    """Sessions in which one column of integers holds nothing but `value`."""
    return changed_sessions(lambda session: [
        [f'UPDATE OR REPLACE "{table}" SET "{column}"={value}']
        for table, column, kind in columns_of(session) if 'INT' in kind.upper()])


def every_blob(value):
    """Sessions in which one column of data holds nothing but `value`."""
    return changed_sessions(lambda session: [
        [f'UPDATE "{table}" SET "{column}"={value}']
        for table, column, kind in columns_of(session) if kind.upper() in ('BLOB', 'TEXT')])


def endless_views(session):
    """Each table becomes a view that never ends, each with the table's columns."""
    columns = {}
    for table, column, _ in columns_of(session):
        columns.setdefault(table, []).append(column)
    for table, names in columns.items():
        values = ', '.join(f'n AS "{name}"' for name in names)
        yield [f'DROP TABLE "{table}"',
               f'CREATE VIEW "{table}" AS WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL '
               f'SELECT n+1 FROM c) SELECT {values} FROM c']
