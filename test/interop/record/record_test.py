#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""record_test.py WEFT: tools/record/record-trace under Open MPI, and replays of its traces. Exit status 77: skipped."""

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
RANKS = 6
weft = None


def run(*command, folder):
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=folder, env=environment, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout + done.stderr


class Record(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)
        run("mpicc", ROOT / "test/interop/record/calls.c", "-o", "calls", folder=self.folder)

    def tearDown(self):
        self.scratch.cleanup()

    def record(self, *arguments):
        return run(ROOT / "tools/record/record-trace", "-n", RANKS, "-o", "trace", "--oversubscribe", "--mca",
                   "mpi_yield_when_idle", 1, "--", "./calls", *arguments, folder=self.folder)  # fmt: skip

    def replay(self):
        run(weft, "replay", "torus:sides=4x2", "--program", "ti:file=trace/list.txt", "--require-end", "-o", "out",
            folder=self.folder)  # fmt: skip
        with open(self.folder / "out/summary.csv", newline="") as file:
            return next(csv.DictReader(file))

    def test_messages_are_those_of_the_program(self):
        self.record("messages")
        found = self.replay()
        self.assertEqual(int(found["messages"]), 4 * RANKS)
        self.assertEqual(float(found["bytes [bytes]"]), RANKS * (80 + 160 + 120 + 1))
        self.assertEqual(int(found["unreceived [messages]"]), 0)

    def test_collective_calls_are_those_of_all_ranks(self):
        said = self.record()
        self.assertIn(f"tracer: {RANKS} collective calls of some ranks only are left out", said)
        calls = [line.split()[1] for line in (self.folder / "trace/rank3.txt").read_text().splitlines() if line[0] != "#"]
        collectives = ["barrier", "bcast", "reduce", "allreduce", "scan", "gather", "scatter", "allgather", "alltoall",
                       "gatherv", "scatterv", "allgatherv", "alltoallv", "reducescatter"]  # fmt: skip
        self.assertEqual([call for call in calls if call in collectives], collectives)
        self.assertEqual(int(self.replay()["unreceived [messages]"]), 0)


def main():
    global weft
    if len(sys.argv) != 2:
        print("usage: record_test.py WEFT", file=sys.stderr)
        return 2
    weft = str(Path(sys.argv[1]).resolve())
    missing = [name for name in ("mpicc", "mpirun") if not shutil.which(name)]
    if missing or "Open MPI" not in subprocess.run(["mpirun", "--version"], capture_output=True, text=True, check=False).stdout:
        print("record_test: skipped, no Open MPI: apt-get install libopenmpi-dev openmpi-bin")
        return 77
    return 0 if unittest.main(argv=["record_test"], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
