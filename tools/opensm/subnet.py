# SPDX-License-Identifier: Apache-2.0
"""A simulated fabric (ibsim) and the OpenSM that manages it, as processes that end with this one."""

import ctypes
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import namedtuple
from pathlib import Path

PROGRAMS = ("opensm", "ibsim")
LIBRARIES = [Path(folder) / "umad2sim/libumad2sim.so"
             for folder in (*Path("/usr/lib").glob("*-linux-gnu"), "/usr/lib", "/usr/lib64")]
DEATH_SIGNAL = 1  # prctl
SECONDS_TO_START, SECONDS_TO_ROUTE = 30, 3600
LOG_OPTIONS = ("-D", "0x43", "-d", "2")  # messages of routing and its dumps, written at once
SUBNET_LIST_END = re.compile(r"\{ (\S+) Ports:\S+ .*? PortGUID:(\w+) .*? \{([^}]*)\} LID:(\w+) PN:(\w+) ")
KINDS = {"CA": "Channel Adapter", "Rt": "Router"}
EndPort = namedtuple("EndPort", "kind guid title lid number")


class SubnetError(Exception):
    """One line for the user."""


def missing():
    """What has to be installed first, in one sentence; None if all is there."""
    absent = [name for name in PROGRAMS if not find(name)]
    if not absent and not library():
        absent = ["libumad2sim.so"]
    return f"not installed: {', '.join(absent)} (tools/install-dependencies --group opensm)" if absent else None


def find(program):
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def library():
    return next((path for path in LIBRARIES if path.exists()), None)


LIBC = ctypes.CDLL(None)


def end_with_parent():
    LIBC.prctl(DEATH_SIGNAL, signal.SIGKILL)


def wait_until(done, seconds, process, problem):
    """Waits for `done()`, as long as `process` runs."""
    deadline = time.monotonic() + seconds
    while not done():
        if process.poll() is not None or time.monotonic() > deadline:
            raise SubnetError(problem())
        time.sleep(0.02)


def last_line(path):
    lines = [line for line in path.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else "no message"


class Netlist:
    """What ibsim has to know beforehand of the file that it reads."""

    def __init__(self, path):
        text = Path(path).read_bytes().decode(errors="replace")
        devices = re.findall(r'^(Switch|H?[Cc]a|Rt)\s+(\d+)\s+"([^"]+)"', text, re.M)
        self.switches = sum(kind == "Switch" for kind, _, _ in devices)
        self.nodes = len(devices)
        self.ports = sum(int(ports) + 1 for _, ports, _ in devices)
        self.first_host = next((name for kind, _, name in devices if kind.lower().endswith("ca")), None)


class Subnet:
    """ibsim with a fabric, and one OpenSM after the other. A context: nothing is left of it at the end."""

    def __init__(self, netlist):
        self.netlist = Path(netlist).resolve()
        self.opensm = self.ibsim = None

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="weft-opensm-"))
        try:
            self.start_ibsim()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in (self.opensm, self.ibsim):
            if process and process.poll() is None:
                process.kill()
                process.wait()
        if self.ibsim:
            self.ibsim.stdin.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start_ibsim(self):
        size = Netlist(self.netlist)
        # The socket has no place in the file system. Clients are attached to the first host.
        self.environment = dict(os.environ, IBSIM_SOCKNAME=self.folder.name, SIM_HOST=size.first_host or "")
        log = self.folder / "ibsim.log"
        self.ibsim = self.start(
            [find("ibsim"), "-s", "-N", str(size.nodes + 1), "-S", str(size.switches + 1), "-P", str(size.ports + 1),
             "-L", str(0xc000), str(self.netlist)], log, stdin=subprocess.PIPE)
        wait_until(lambda: "simulator ready" in log.read_text(errors="replace"), SECONDS_TO_START, self.ibsim,
                   lambda: f"ibsim does not take {self.netlist}: {last_line(log)}")

    def start(self, command, log, **more):
        # The libraries leave folders named sys-PID where they are started.
        with open(log, "wb") as out:
            return subprocess.Popen(command, cwd=self.folder, env=self.environment, stdout=out,
                                    stderr=subprocess.STDOUT, preexec_fn=end_with_parent, **more)

    def command(self, line):
        """A line for the console of ibsim, such as Unlink "S-..."[1]."""
        self.ibsim.stdin.write(line.encode() + b"\n")
        self.ibsim.stdin.flush()

    def start_opensm(self, options, out):
        """Starts OpenSM and waits until it has configured the fabric; its files are in `out`."""
        self.out = Path(out).resolve()
        self.log = self.out / "osm.log"
        self.environment.update(OSM_TMP_DIR=str(self.out), OSM_CACHE_DIR=str(self.out))
        environment = dict(self.environment, LD_PRELOAD=str(library()))
        with open(self.out / "opensm.out", "wb") as output:
            self.opensm = subprocess.Popen(
                [find("opensm"), "-f", str(self.log), *LOG_OPTIONS, *options], cwd=self.folder, env=environment,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, preexec_fn=end_with_parent)
        self.wait_for_sweep(1)

    def text_of_log(self):
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def wait_for_sweep(self, count):
        """Waits until OpenSM has configured the fabric that many times."""
        wait_until(lambda: self.text_of_log().count("SUBNET UP") >= count, SECONDS_TO_ROUTE, self.opensm,
                   lambda: "OpenSM ended before the fabric was configured: " + self.complaint())

    def complaint(self):
        errors = [line for line in self.text_of_log().splitlines() if "ERR" in line]
        return errors[-1].split("-> ", 1)[-1] if errors else last_line(self.out / "opensm.out")

    def engine(self):
        """The engine that made the tables; OpenSM replaces one that fails by minhop."""
        used = re.findall(r"osm_ucast_mgr_process: (\S+) tables configured", self.text_of_log())
        return used[-1] if used else None

    def why(self):
        """What OpenSM says of an engine that failed."""
        found = re.findall(r"-> (.*(?:ERR|PARSE ERROR|cannot).*)", self.text_of_log())
        return found[0] if found else "the log names no reason"

    def end_ports(self):
        """The ports of adapters and routers to other subnets, by LID."""
        text = (self.out / "opensm-subnet.lst").read_text(errors="replace")
        found = {}
        for kind, guid, title, lid, number in SUBNET_LIST_END.findall(text):
            if not kind.startswith("SW"):
                port = EndPort(KINDS[kind[:2]], int(guid, 16), title, int(lid, 16), int(number, 16))
                found[port.lid] = port
        return [found[lid] for lid in sorted(found)]

    def service_levels(self, pairs):
        """The service level of each pair of LIDs, asked of the subnet administrator; None: no path."""
        guid = int(re.search(r"binding to port GUID 0x(\w+)", self.text_of_log())[1], 16)
        manager = next(port.lid for port in self.end_ports() if port.guid == guid)
        asked = subprocess.run(
            [sys.executable, str(Path(__file__).with_name("service_levels.py")), str(manager)], cwd=self.folder,
            env=dict(self.environment, LD_PRELOAD=str(library())),
            input="".join(f"{source} {destination}\n" for source, destination in pairs), capture_output=True, text=True)
        if asked.returncode != 0:
            raise SubnetError(f"no service levels: {asked.stderr.strip().splitlines()[-1]}")
        levels = [line.split()[2] for line in asked.stdout.splitlines()]
        return [None if level == "-" else int(level) for level in levels]

    def stop_opensm(self):
        """Ends OpenSM as a user does; the exit status."""
        self.opensm.terminate()
        return self.opensm.wait()
