"""Reads what the Arrow C data interface offers, with ctypes only: a consumer that shares no code with
the producer. The structures are those of arrow.apache.org/docs/format/CDataInterface.html."""
import ctypes
import struct


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


def releaser(part):
    return ctypes.CFUNCTYPE(None, ctypes.POINTER(part))


Schema._fields_ = [("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_void_p),
                   ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
                   ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
                   ("dictionary", ctypes.POINTER(Schema)), ("release", releaser(Schema)),
                   ("private_data", ctypes.c_void_p)]
Array._fields_ = [("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64),
                  ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
                  ("buffers", ctypes.POINTER(ctypes.c_void_p)),
                  ("children", ctypes.POINTER(ctypes.POINTER(Array))),
                  ("dictionary", ctypes.POINTER(Array)), ("release", releaser(Array)),
                  ("private_data", ctypes.c_void_p)]
Stream._fields_ = [("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
                   ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
                   ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
                   ("release", releaser(Stream)), ("private_data", ctypes.c_void_p)]

pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype = ctypes.c_void_p
pointer_of.argtypes = [ctypes.py_object, ctypes.c_char_p]


def part_of(capsule, name, kind):
    return kind.from_address(pointer_of(capsule, name))


def metadata_of(schema):
    """The metadata of a field: a count, then lengths and texts of keys and values."""
    if not schema.metadata:
        return {}
    at = schema.metadata

    def number():
        nonlocal at
        value = struct.unpack("=i", ctypes.string_at(at, 4))[0]
        at += 4
        return value

    def text():
        nonlocal at
        size = number()
        value = ctypes.string_at(at, size).decode()
        at += size
        return value

    return {text(): text() for _ in range(number())}


def bit(address, index):
    return ctypes.string_at(address + index // 8, 1)[0] >> index % 8 & 1


def values_of(schema, array):
    """The values of a column as objects of Python; None if missing."""
    count, kind = array.length, schema.format.decode()
    assert array.offset == 0
    if kind == "n":
        assert array.n_buffers == 0 and array.null_count == count
        return [None] * count
    valid = array.buffers[0]
    present = [valid is None or bit(valid, i) for i in range(count)]
    assert present.count(False) + present.count(0) >= array.null_count
    if kind == "U":
        assert array.n_buffers == 3
        offsets = (ctypes.c_int64 * (count + 1)).from_address(array.buffers[1])
        data = ctypes.string_at(array.buffers[2], offsets[count]) if offsets[count] else b""
        return [data[offsets[i]:offsets[i + 1]].decode() for i in range(count)]
    assert array.n_buffers == 2
    if kind == "b":
        found = [bool(bit(array.buffers[1], i)) for i in range(count)]
    else:
        item = {"l": ctypes.c_int64, "g": ctypes.c_double, "i": ctypes.c_int32}[kind]
        found = list((item * count).from_address(array.buffers[1])) if count else []
    if schema.dictionary:
        texts = values_of(schema.dictionary.contents, array.dictionary.contents)
        found = [texts[code] if code >= 0 else None for code in found]
    return [value if here else None for value, here in zip(found, present)]


def read_struct(schema, array):
    """The columns of an array of structs: {name: values}."""
    assert schema.format == b"+s" and schema.n_children == array.n_children
    return {schema.children[i].contents.name.decode():
            values_of(schema.children[i].contents, array.children[i].contents)
            for i in range(schema.n_children)}


def read_stream(producer):
    """The columns of all batches, the metadata of the fields, and the addresses of the data."""
    capsule = producer.__arrow_c_stream__()
    stream = part_of(capsule, b"arrow_array_stream", Stream)
    schema, array = Schema(), Array()
    assert stream.get_schema(stream, schema) == 0
    fields = {schema.children[i].contents.name.decode(): metadata_of(schema.children[i].contents)
              for i in range(schema.n_children)}
    assert stream.get_next(stream, array) == 0
    columns = read_struct(schema, array)
    addresses = [array.children[i].contents.buffers[1] if array.children[i].contents.n_buffers else None
                 for i in range(array.n_children)]
    array.release(array)
    assert not array.release, "a released array has no release function"
    assert stream.get_next(stream, array) == 0 and not array.release, "the stream ends"
    schema.release(schema)
    assert not schema.release
    return columns, fields, addresses
