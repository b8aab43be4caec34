# SPDX-License-Identifier: Apache-2.0
"""A reader of Arrow's C stream interface, for tests where no library of Arrow is: it follows arrow.apache.org/docs/format/CDataInterface.html."""
import ctypes
from typing import Any


class Schema(ctypes.Structure):
    pass


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


Schema._fields_ = [
    ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", ctypes.c_char_p), ("flags", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))), ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Schema))), ("private_data", ctypes.c_void_p)]
Array._fields_ = [
    ("length", ctypes.c_int64), ("null_count", ctypes.c_int64), ("offset", ctypes.c_int64), ("n_buffers", ctypes.c_int64), ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)), ("children", ctypes.POINTER(ctypes.POINTER(Array))), ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Array))), ("private_data", ctypes.c_void_p)]
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Stream), ctypes.POINTER(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.POINTER(Stream))),
    ("release", ctypes.CFUNCTYPE(None, ctypes.POINTER(Stream))), ("private_data", ctypes.c_void_p)]

NUMBERS: dict[bytes, Any] = {b"l": ctypes.c_int64, b"g": ctypes.c_double}


def values_of(form, array):
    """The values of a column, None where it has none."""
    count = array.length
    bits = ctypes.cast(array.buffers[0], ctypes.POINTER(ctypes.c_uint8))
    valid = [bool(bits[i // 8] >> i % 8 & 1) for i in range(count)]
    assert valid.count(False) == array.null_count
    if form in NUMBERS:
        assert array.n_buffers == 2
        numbers = ctypes.cast(array.buffers[1], ctypes.POINTER(NUMBERS[form]))
        return [numbers[i] if valid[i] else None for i in range(count)]
    assert form == b"U" and array.n_buffers == 3
    ends = ctypes.cast(array.buffers[1], ctypes.POINTER(ctypes.c_int64))
    text = ctypes.string_at(array.buffers[2], ends[count]) if ends[count] else b""
    return [text[ends[i]:ends[i + 1]].decode() if valid[i] else None for i in range(count)]


def read_stream(capsule):
    """The names of the columns, and the columns."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    stream = ctypes.cast(pointer(capsule, b"arrow_array_stream"), ctypes.POINTER(Stream))
    schema, array, end = Schema(), Array(), Array()
    assert stream.contents.get_schema(stream, schema) == 0 and schema.format == b"+s"
    assert stream.contents.get_next(stream, array) == 0 and array.n_children == schema.n_children
    assert stream.contents.get_next(stream, end) == 0 and not end.release
    kinds = [schema.children[i].contents for i in range(schema.n_children)]
    columns = [values_of(it.format, array.children[i].contents) for i, it in enumerate(kinds)]
    names = [it.name.decode() for it in kinds]
    schema.release(schema)
    array.release(array)
    stream.contents.release(stream)
    assert not schema.release and not array.release and not stream.contents.release
    return names, columns
