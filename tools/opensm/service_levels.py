#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks the subnet administrator for the service levels of pairs, over libibumad.

Reads lines `SOURCE_LID DESTINATION_LID` and prints the same with the level, or with `-` if there is no
path. Runs under ibsim with LD_PRELOAD=libumad2sim.so. The first argument is the LID of the subnet manager.
"""

import ctypes
import struct
import sys

SA_CLASS, SA_VERSION, GET = 3, 2, 1
PATH_RECORD = 0x35
DLID, SLID, NUMBER_OF_PATHS = 1 << 4, 1 << 5, 1 << 12
SA_QUEUE_PAIR, SA_QUEUE_KEY = 1, 0x80010000
TIMEOUT_MS, RETRIES = 1000, 3
HEADER_BYTES, MAD_BYTES = 56, 256
AT_ONCE = 32


def request(number, source, destination):
    """A SubnAdmGet of the path record between two LIDs."""
    mad = bytearray(MAD_BYTES)
    struct.pack_into(">BBBBHHQHHI", mad, 0, 1, SA_CLASS, SA_VERSION, GET, 0, 0, number, PATH_RECORD, 0, 0)
    struct.pack_into(">Q", mad, 48, DLID | SLID | NUMBER_OF_PATHS)
    struct.pack_into(">HH", mad, HEADER_BYTES + 40, destination, source)
    mad[HEADER_BYTES + 49] = 1
    return bytes(mad)


def answer(mad):
    """The number of the request and the service level; None if there is no path."""
    status = struct.unpack_from(">H", mad, 4)[0]
    number = struct.unpack_from(">Q", mad, 8)[0] & 0xFFFFFFFF
    return number, mad[HEADER_BYTES + 53] & 15 if status == 0 else None


class Administrator:
    def __init__(self, lid):
        self.umad = ctypes.CDLL("libibumad.so.3", use_errno=True)
        self.lid = lid
        if self.umad.umad_init() < 0:
            sys.exit("no InfiniBand here")
        self.port = self.umad.umad_open_port(None, 0)
        self.agent = self.umad.umad_register(self.port, SA_CLASS, SA_VERSION, 0, None)
        if self.port < 0 or self.agent < 0:
            sys.exit("no port that speaks to the subnet administrator")
        self.header = self.umad.umad_size()
        self.packet = ctypes.create_string_buffer(self.header + MAD_BYTES)

    def send(self, mad):
        ctypes.memset(self.packet, 0, self.header)
        self.umad.umad_set_addr(self.packet, self.lid, SA_QUEUE_PAIR, 0, SA_QUEUE_KEY)
        ctypes.memmove(ctypes.byref(self.packet, self.header), mad, MAD_BYTES)
        if self.umad.umad_send(self.port, self.agent, self.packet, MAD_BYTES, TIMEOUT_MS, RETRIES) < 0:
            sys.exit("the subnet administrator cannot be asked")

    def receive(self):
        length = ctypes.c_int(MAD_BYTES)
        if self.umad.umad_recv(self.port, self.packet, ctypes.byref(length), TIMEOUT_MS) < 0:
            sys.exit("the subnet administrator does not answer")
        return self.packet.raw[self.header:]

    def levels(self, pairs):
        found = [None] * len(pairs)
        asked = answered = 0
        while answered < len(pairs):
            while asked < len(pairs) and asked - answered < AT_ONCE:
                self.send(request(asked, *pairs[asked]))
                asked += 1
            number, level = answer(self.receive())
            found[number] = level
            answered += 1
        return found


def main():
    pairs = [tuple(map(int, line.split())) for line in sys.stdin]
    levels = Administrator(int(sys.argv[1])).levels(pairs)
    for (source, destination), level in zip(pairs, levels):
        print(source, destination, "-" if level is None else level)


if __name__ == "__main__":
    main()
