#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""smpi_test.py WEFT: MPI programs in SimGrid and replayed by Weft. Exit status 77: skipped.

Each program is compiled by smpicc and run by smpirun on a platform that Weft exports with the routes of a routing. Weft
replays the time-independent trace of that run on the same network. Every rank ends at the same time.
"""

import csv
import io
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
PROGRAMS = Path(__file__).resolve().parents[2] / "data/flow/ti"
BANDWIDTH, LATENCY, FLOPS = 1e9, 1e-6, 1e9
# Max-min fair shares, weighted by the inverse of the latency, with no factors: the model CM02 of SimGrid.
RAW = {
    "network/model": "CM02",
    "network/optim": "Full",  # Lazy overloads channels now and then (3.32)
    "network/crosstraffic": "0",
    "network/TCP-gamma": "1e20",
    "smpi/wtime": "0",
    "smpi/simulate-computation": "no",
}
weft = None


def run(*command, folder):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, cwd=folder, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


def in_simgrid(folder, program, ranks, topology, routing):
    """Runs the program and writes its trace to trace.txt; returns the end of each rank."""
    run(weft, "export", topology, "--format", "simgrid", "--routes", "--routing", routing, "--bandwidth", BANDWIDTH,
        "--latency", LATENCY, "-o", "platform.xml", folder=folder)  # fmt: skip
    (folder / "hosts").write_text("".join(f"h{i}\n" for i in range(ranks)))
    run("smpicc", "-O1", PROGRAMS / f"{program}.c", "-o", program, folder=folder)
    out = run("smpirun", "-np", ranks, "-platform", "platform.xml", "-hostfile", "hosts", "-trace-ti",
              "--cfg=tracing/filename:trace.txt", *(f"--cfg={key}:{value}" for key, value in RAW.items()),
              f"./{program}", folder=folder)  # fmt: skip
    ends = {int(rank): float(end) for rank, end in re.findall(r"rank (\d+) end (\S+)", out)}
    if sorted(ends) != list(range(ranks)):
        raise AssertionError(f"not all ranks have ended: {out}")
    return ends


def in_weft(folder, topology, routing):
    """Returns the end of each rank in the replay of trace.txt by Weft."""
    nanoseconds = LATENCY * 1e9  # the links of terminals have the latency of the others
    engine = (f"flow:bandwidth={BANDWIDTH},alpha={nanoseconds},beta=0,base={2 * nanoseconds},envelope=16,"
              "weight=latency,precision=0,resolution=1e-13")  # fmt: skip
    run(weft, "replay", topology, "--routing", routing, "--program", f"ti:file=trace.txt,speed={FLOPS}", "--engine",
        engine, "--costs", "eager=-1,buffered=65535", "--require-end", "-o", "out", folder=folder)  # fmt: skip
    table = csv.DictReader(io.StringIO((folder / "out/ranks.csv").read_text()))
    return {int(row["rank"]): float(row["end [s]"]) for row in table}


class Smpi(unittest.TestCase):
    def compare(self, program, ranks, topology, routing):
        with self.subTest(f"{program} on {topology} by {routing}"), tempfile.TemporaryDirectory() as scratch:
            expected = in_simgrid(Path(scratch), program, ranks, topology, routing)
            for rank, end in in_weft(Path(scratch), topology, routing).items():
                self.assertLess(abs(end / expected[rank] - 1), 1e-9, f"rank {rank}: {end}, SMPI {expected[rank]}")

    def test_the_ends_of_all_ranks_are_those_of_smpi(self):
        for program in ("halo", "mix", "sweep"):
            self.compare(program, 16, "mesh:sides=4x4", "dimension_order")
            self.compare(program, 24, "torus:sides=5x5", "dimension_order")
            self.compare(program, 24, "torus:sides=4x2x3", "dimension_order:tie=plus")
            self.compare(program, 36, "dragonfly:p=2,a=4,h=2", "minimal")
            self.compare(program, 16, "kary_ntree:arity=4,levels=2", "nearest_common_ancestor:choice=d_mod_k")
            self.compare(program, 18, "slim_fly:q=3", "up_down")
            self.compare(program, 20, "hyperx:sides=5x4", "dimension_order")


def main():
    global weft
    if len(sys.argv) != 2:
        print("usage: smpi_test.py WEFT", file=sys.stderr)
        return 2
    weft = str(Path(sys.argv[1]).resolve())
    missing = [name for name in ("smpicc", "smpirun") if not shutil.which(name)]
    if missing:
        print(f"smpi_test: skipped, no {' and no '.join(missing)}: apt-get install libsimgrid-dev")
        return 77
    return 0 if unittest.main(argv=["smpi_test"], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
