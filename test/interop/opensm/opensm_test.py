#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""opensm_test.py WEFT: a real OpenSM on simulated fabrics. Exit status 77: skipped.

OpenSM computes for our netlists the tables that it computed for the collection (test/data/fabrics). It loads the tables
that Weft exports, dumps them unchanged, and returns the exported service levels. Each test of faulty input states the
behavior of OpenSM, so that changes in later versions are detected.
"""

import csv
import itertools
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/opensm"))
from subnet import Subnet, SubnetError, find, missing

FABRICS = ROOT / "test/data/fabrics"
FALLBACK = "minhop"
weft = None


def weft_command(*arguments):
    done = subprocess.run([weft, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"weft {' '.join(map(str, arguments))}: {done.stderr}")
    return done


def rows(name):
    with open(FABRICS / name, newline="") as file:
        return list(csv.DictReader(file))


def recorded(fabric, engine, when="tables"):
    with tarfile.open(FABRICS / f"{when}/{fabric}.tar.xz") as archive:
        return archive.extractfile(f"{engine}/opensm-lfts.dump").read()


def options_of(engine, fabric, roots, folder):
    """Returns the options of OpenSM for an engine of engines.csv."""
    if engine.startswith("nue"):
        return ["-R", "nue", "--nue_max_num_vls", engine[3:]]
    if engine == "torus-2QoS":
        return ["-R", engine, "--torus_config", str(FABRICS / f"nets/{fabric}.torus")]
    if roots:
        (folder / "roots").write_text(roots)
        return ["-R", engine, "-a", str(folder / "roots")]
    return ["-R", engine]


def first_root(netlist):
    """Returns the GUID of the first switch with the maximum number of cables."""
    blocks = re.findall(r'^Switch\t\d+ "S-(\w+)".*\n((?:\[.*\n)*)', Path(netlist).read_text(), re.M)
    return "0x" + max(blocks, key=lambda block: block[1].count("\n"))[0] + "\n"


class Tables(dict):
    """Forwarding tables: {(switch, LID): port}, with the GUIDs of the LIDs and the nodes of LIDs of hosts."""

    def __init__(self, text):
        super().__init__()
        self.guid, self.hosts = {}, {}
        for line in text.splitlines():
            if head := re.search(r"of switch .* guid (0x\w+)", line):
                switch = int(head[1], 16)
            elif row := re.match(r"0x(\w+) (\d+) # .*portguid (0x\w+)", line):
                self[switch, int(row[1], 16)] = int(row[2])
                self.guid[int(row[1], 16)] = int(row[3], 16)
                if "Channel Adapter" in line:
                    self.hosts[int(row[1], 16)] = int(row[3], 16) - 1  # ibsim numbers ports from 1

    def by_guid(self):
        return {(switch, self.guid[lid]): port for (switch, lid), port in self.items()}


def cables_of(netlist):
    """Returns {(device, port): (device, port)}, with devices by GUID."""
    found = {}
    for line in Path(netlist).read_text().splitlines():
        if device := re.match(r'(?:Switch|Ca)\t\d+ "\w-(\w+)"', line):
            near = int(device[1], 16)
        elif cable := re.match(r'\[(\d+)\].*?"\w-(\w+)"\[(\d+)\]', line):
            found[near, int(cable[1])] = (int(cable[2], 16), int(cable[3]))
    return found


def lost_pairs(netlist, tables, failed):
    """Returns the number of ordered pairs of hosts with a route that fails with the cable; adapters have one port."""
    cables = cables_of(netlist)
    end = int(failed[0][2:], 16), failed[1]
    cables.pop(cables.pop(end))
    lost = 0
    for source in tables.hosts.values():
        for lid, target in tables.hosts.items():
            at, steps = cables[source, 1][0], 0
            while at is not None and at != target and steps < len(cables):
                at, _ = cables.get((at, tables.get((at, lid))), (None, None))
                steps += 1
            lost += at != target and source != target
    return lost


class Policy:
    """A QoS policy as OpenSM interprets it: the first rule that matches a pair applies."""

    def __init__(self, text):
        self.rules, groups, levels = [], {}, {}
        for block in re.findall(r"(?m)^(port-group|qos-level|qos-match-rule)\n(.*?)^end-", text, re.S | re.M):
            fields = dict(line.split(": ") for line in block[1].splitlines())
            if block[0] == "port-group":
                groups[fields["name"]] = {int(guid, 16) for guid in fields["port-guid"].split(", ")}
            elif block[0] == "qos-level":
                levels[fields["name"]] = int(fields["sl"])
            else:
                named = [set.union(*(groups[name] for name in fields[end].split(", ")))
                         for end in ("source", "destination")]
                self.rules.append((*named, levels[fields["qos-level-name"]]))

    def level(self, source, target):
        return next((level for sources, targets, level in self.rules if source in sources and target in targets), 0)


class OpensmTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="weft-opensm-test-")
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)

    def netlist(self, spec):
        path = self.folder / "fabric.net"
        if not path.exists():
            weft_command("export", spec, "--format", "ibnetdiscover", "-o", path)
        return path

    @contextmanager
    def running(self, netlist, options):
        """Runs OpenSM up to the end of its first sweep."""
        with tempfile.TemporaryDirectory(dir=self.folder) as out, Subnet(netlist) as subnet:
            subnet.start_opensm(["-Q", *options], out)
            yield subnet

    def tables(self, subnet):
        return (subnet.out / "opensm-lfts.dump").read_bytes()


class Engines(OpensmTest):
    """Every engine computes for our netlist the tables of the collection, which engines.csv judges."""

    def check(self, fabric):
        netlist = self.netlist(f"file:path={FABRICS}/nets/{fabric}.net")
        root = first_root(netlist)
        listed = [row for row in rows("engines.csv") if row["fabric"] == fabric]
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda row: self.result(netlist, root, row), listed))
        for row, (used, status, why, tables) in zip(listed, results):
            with self.subTest(fabric=fabric, engine=row["engine"]):
                self.assertEqual(used, row["used"].rstrip("01"))
                self.assertEqual(status, 0)
                expected = row["engine"] if not row["refused"] else FALLBACK
                self.assertEqual(tables, recorded(fabric, expected))
                if row["refused"]:
                    self.assertIn(row["refused"].split(": ")[1], why)
        self.assertGreater(len(listed), 9)

    def result(self, netlist, root, row):
        with tempfile.TemporaryDirectory(dir=self.folder) as folder:
            roots = root if row["roots_given"] == "1" else ""
            with self.running(netlist, options_of(row["engine"], row["fabric"], roots, Path(folder))) as subnet:
                tables, used, why = self.tables(subnet), subnet.engine(), subnet.why()
                return used, subnet.stop_opensm(), why, tables

    def test_torus(self):
        self.check("torus_5x5_2")

    def test_mesh(self):
        self.check("mesh_6x6_2")

    def test_tree(self):
        self.check("tree_4_3")

    def test_dragonfly(self):
        self.check("dragonfly_2_4_2")

    def test_hyperx(self):
        self.check("hyperx_4x4_4")

    def test_random_graph(self):
        self.check("random_32_5_3")


class Exports(OpensmTest):
    """OpenSM loads exported tables unchanged and returns the service levels of the policy; ibdmchk agrees on deadlock."""

    def check(self, spec, routing, deadlocks=False):
        exported = self.folder / "exported"
        weft_command("export", spec, "--format", "opensm", "--routing", routing, "-o", exported)
        command = (exported / "start.txt").read_text().splitlines()[-1].split()
        self.assertEqual(command[0], "opensm")
        options = [str(exported / word) if (exported / word).exists() else word for word in command[1:]]
        with self.running(exported / "fabric.net", options) as subnet:
            self.assertEqual(subnet.engine(), "file")
            self.assertEqual(self.tables(subnet), (exported / "fabric.lfts").read_bytes())
            ports = subnet.end_ports()
            pairs = list(itertools.permutations(ports, 2))
            levels = subnet.service_levels([(source.lid, target.lid) for source, target in pairs])
            policy = exported / "fabric.qos"
            meant = Policy(policy.read_text() if policy.exists() else "")
            self.assertEqual(levels, [meant.level(source.guid, target.guid) for source, target in pairs])
            if find("ibdmchk"):
                self.assertEqual(self.loops_for_ibdmchk(subnet.out, pairs, levels), deadlocks)

    def loops_for_ibdmchk(self, out, pairs, levels):
        """Returns whether ibdmchk reports credit loops; it crashes after it has printed its verdict."""
        records = self.folder / "path-records"
        with open(records, "w") as file:
            for (source, target), level in zip(pairs, levels):
                file.write(f"0x{source.guid - source.number:016x} {target.lid} {level}\n")
        command = ["ibdmchk", "-s", "opensm-subnet.lst", "-f", "opensm.fdbs", "-m", "opensm.mcfdbs", "-c", str(records)]
        found = subprocess.run(command, cwd=out, capture_output=True, text=True).stdout
        self.assertRegex(found, "no credit loops found|credit loops in routing")
        return "credit loops in routing" in found

    def test_layers(self):
        self.check("torus:sides=5x5,concentration=2", "layered:method=dfsssp")

    def test_layers_of_a_dragonfly(self):
        self.check("dragonfly:p=2,a=4,h=2", "layered:method=lash")

    def test_layers_of_a_netlist(self):
        self.check(f"file:path={FABRICS}/nets/random_32_5_3.net", "layered:method=dfsssp")

    def test_balanced(self):
        self.check("torus:sides=4x4x4", "balanced:effort=0.1")

    def test_balanced_around_a_netlist(self):
        self.check(f"file:path={FABRICS}/nets/random_32_5_3.net", "balanced:effort=0.1")

    def test_mesh(self):
        self.check("mesh:sides=6x6,concentration=2", "dimension_order")

    def test_hyperx(self):
        self.check("hyperx:sides=4x4,terminals=4", "dimension_order")

    def test_tree(self):
        self.check("kary_ntree:arity=4,levels=3", "nearest_common_ancestor:choice=d_mod_k")

    def test_virtual_channels_that_it_cannot_be_told(self):
        self.check("torus:sides=5x5,concentration=2", "dimension_order", deadlocks=True)


class Behavior(OpensmTest):
    """Behavior of OpenSM with given tables. Its exit status is 0 unless a test states otherwise."""

    fabric = "ring_8_2"

    def setUp(self):
        super().setUp()
        self.ring = self.netlist(f"file:path={FABRICS}/nets/{self.fabric}.net")
        self.given = recorded(self.fabric, "lash").decode()

    def load(self, text):
        """Runs OpenSM with tables; returns the engine that it used, its log, and its final tables."""
        path = self.folder / "given.lfts"
        path.write_text(text)
        return self.run_with("-R", "file", "-U", str(path))

    def run_with(self, *options):
        with self.running(self.ring, options) as subnet:
            used, log, tables = subnet.engine(), subnet.text_of_log(), self.tables(subnet).decode()
            self.assertEqual(subnet.stop_opensm(), 0)
            return used, log, tables

    def assert_loaded(self, text):
        used, _, tables = self.load(text)
        self.assertEqual(used, "file")
        return Tables(tables)

    def assert_fallback(self, result, complaint):
        used, log, tables = result
        self.assertEqual(used, FALLBACK)
        self.assertIn(complaint, log)
        self.assertEqual(tables.encode(), recorded(self.fabric, FALLBACK))

    def with_row(self, old, new):
        """Returns the given tables with one row of the first switch replaced."""
        self.assertIn(old, self.given)
        return self.given.replace(old, new, 1)

    def test_engine_that_cannot(self):
        self.assert_fallback(self.run_with("-R", "updn"), "disabling UPDN algorithm, no root nodes were found")

    def test_no_tables(self):
        used, _, tables = self.run_with("-R", "file")
        self.assertEqual(used, "file")
        self.assertEqual(tables.encode(), recorded(self.fabric, FALLBACK))

    def test_missing_file(self):
        self.assert_fallback(self.run_with("-R", "file", "-U", str(self.folder / "none")), "ERR 6302")

    def test_line_that_it_cannot_parse(self):
        self.assert_fallback(self.load(self.with_row("\n0x0003 ", "\n0xzz ")), "PARSE ERROR: ")

    def test_port_that_the_switch_lacks(self):
        self.assert_fallback(self.load(re.sub(r"\n0x0003 \d+ ", "\n0x0003 099 ", self.given, count=1)),
                             "cannot build fwd tables")

    def test_tables_of_its_own(self):
        used, _, tables = self.load(self.given)
        self.assertEqual((used, tables), ("file", self.given))

    def other_lids(self):
        return re.sub(r"(?m)^0x(\w{4}) ", lambda row: f"0x{int(row[1], 16) + 100:04x} ", self.given)

    def test_other_lids(self):
        self.assertEqual(self.assert_loaded(self.other_lids()).by_guid(), Tables(self.given).by_guid())

    def test_other_lids_without_guids(self):
        """It usually crashes; if it survives, it has not loaded the tables."""
        path = self.folder / "given.lfts"
        path.write_text(re.sub(r"(?m)^(0x\w{4} \d+) .*", r"\1 # none", self.other_lids()))
        with Subnet(self.ring) as subnet:
            try:
                subnet.start_opensm(["-R", "file", "-U", str(path)], self.folder)
                subnet.opensm.wait(1)
            except subprocess.TimeoutExpired:
                self.assertNotEqual(Tables(self.tables(subnet).decode()).by_guid(), Tables(self.given).by_guid())
            except SubnetError:
                subnet.opensm.wait()
            self.assertIn(subnet.opensm.returncode, (None, -signal.SIGABRT, -signal.SIGSEGV))

    def test_missing_rows(self):
        tables = self.assert_loaded(re.sub(r"\n0x0003 .*", "", self.given))
        self.assertEqual(set(Tables(self.given)) - set(tables),
                         {(switch, lid) for switch, lid in Tables(self.given) if lid == 3})

    def test_truncated_file(self):
        self.assert_loaded(self.given[:len(self.given) // 2])

    def test_unknown_switch(self):
        tables = self.assert_loaded(self.given + self.given.replace("guid 0x00000000002", "guid 0x00000000009"))
        self.assertEqual(tables, Tables(self.given))

    def test_loops_and_dead_ports(self):
        # Port 5 has no cable. The subnet manager, at r0, needs none of the faulty rows.
        self.ring.write_text(self.ring.read_text().replace("Switch\t4", "Switch\t5"))
        host = 0x1000005  # at r1
        tables = Tables(self.given)
        lid = next(lid for lid, guid in tables.guid.items() if guid == host)
        wrong = {0x200003: 5, 0x200004: 2, 0x200005: 1}  # r3: no cable; r4 and r5: to each other
        text = self.given
        for switch, port in wrong.items():
            text = re.sub(rf"(?s)(guid 0x{switch:016x} .*?\n0x{lid:04x} )\d+", rf"\g<1>{port:03d}", text, count=1)
        tables.update({(switch, lid): port for switch, port in wrong.items()})
        self.assertEqual(self.assert_loaded(text), tables)

    def test_tables_that_deadlock(self):
        self.given = recorded(self.fabric, "dor").decode()
        used, _, tables = self.load(self.given)
        self.assertEqual((used, tables), ("file", self.given))


class Failure(OpensmTest):
    """A cable fails while OpenSM runs: the changes match degraded.csv."""

    def check(self, fabric, engine):
        row = next(row for row in rows("degraded.csv") if (row["fabric"], row["engine"]) == (fabric, engine))
        netlist = self.netlist(f"file:path={FABRICS}/nets/{fabric}.net")
        with self.running(netlist, options_of(engine, fabric, "", self.folder)) as subnet:
            before = Tables(self.tables(subnet).decode())
            name, port = re.fullmatch(r"(.*)\[(\d+)\]", row["cable"]).groups()
            subnet.command(f'Unlink "{name}"[{port}]')
            subnet.wait_for_sweep(2)
            dumped = self.tables(subnet)
            used = subnet.engine()
        self.assertEqual(used, row["used_after"])
        self.assertEqual(dumped, recorded(fabric, engine, "tables-after"))
        after = Tables(dumped.decode())
        pairs = before.keys() | after.keys()
        self.assertEqual(len(pairs), int(row["rows"]))
        self.assertEqual(sum(after.get(pair) != before.get(pair) for pair in pairs), int(row["rows_changed"]))
        self.assertEqual(lost_pairs(netlist, before, (name, int(port))), int(row["pairs_lost"]))
        self.assertEqual(lost_pairs(netlist, after, (name, int(port))), 0)

    def test_engine_that_takes_any_fabric(self):
        self.check("torus_5x5_2", "dfsssp")

    def test_engine_that_wants_a_whole_tree(self):
        self.check("tree_4_3", "ftree")


class Tool(OpensmTest):
    """./run opensm."""

    def start(self, *arguments):
        command = [ROOT / "tools/opensm/opensm", "--weft", weft, *arguments, "-o", self.folder / "out"]
        return subprocess.Popen(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def outcome(self, *arguments):
        process = self.start(*arguments)
        out, err = process.communicate()
        return process.returncode, out, err

    def test_collects_tables(self):
        status, out, err = self.outcome("torus:sides=4x3", "--engine", "lash")
        self.assertEqual((status, out), (0, f"{self.folder}/out: tables of lash, service levels of 132 pairs\n"), err)
        self.assertEqual({path.name for path in (self.folder / "out").iterdir()},
                         {"fabric.net", "opensm-lfts.dump", "opensm-sl2vl.dump", "opensm-path-records.dump",
                          "opensm-subnet.lst", "osm.log"})
        judged = weft_command("deadlock", "torus:sides=4x3", "--routing", f"forwarding:path={self.folder}/out")
        self.assertIn("free of deadlock", judged.stdout)
        status, _, err = self.outcome("torus:sides=4x3", "--engine", "lash")
        self.assertEqual((status, err), (1, f"opensm: {self.folder}/out is not an empty folder; choose another one\n"))

    def test_tells_that_the_engine_is_another(self):
        status, _, err = self.outcome("torus:sides=4x3", "--engine", "ftree", "--pairs", "3")
        self.assertEqual(status, 1)
        self.assertRegex(err, r"^opensm: OpenSM used minhop instead of ftree \(.*ERR AB2B.*\n$")

    def test_refuses_what_is_no_topology(self):
        status, _, err = self.outcome("tors", "--engine", "minhop")
        self.assertEqual(status, 1)
        self.assertRegex(err, "^opensm: TOPOLOGY: unknown topology 'tors'.*\n$")

    def test_leaves_nothing_when_it_is_interrupted(self):
        process = self.start("kary_ntree:arity=8,levels=3", "--engine", "minhop")
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while len(started := children.read_text().split()) < 2:  # ibsim and OpenSM
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertEqual(process.returncode, 130)
        deadline = time.monotonic() + 5  # the kernel ends what Python had only begun to start
        while left := [pid for pid in started if Path(f"/proc/{pid}").exists()]:
            self.assertLess(time.monotonic(), deadline, left)
            time.sleep(0.01)


def main():
    global weft
    if problem := missing():
        print(f"skipped: {problem}")
        sys.exit(77)
    weft = sys.argv.pop(1)
    unittest.main()


if __name__ == "__main__":
    main()
