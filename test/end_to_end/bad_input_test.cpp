// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "end_to_end/command.hpp"

namespace weft {
namespace {

TEST(BadInput, IsRejectedForUnknownVerbsAndOptions) {
  expect_rejected("--verison", "unknown option --verison");
  expect_rejected("simlate", "did you mean 'simulate'?");
  expect_rejected("simulate --mesages 3", "did you mean '--messages'?");
  expect_rejected("simulate clex mesh", "unexpected argument 'mesh'");
  expect_rejected("completion tcsh", "bash, zsh or fish");
}

TEST(BadInput, IsRejectedInTopologies) {
  expect_rejected("show clex:m=0", "m=0 (must be in [1, 65535])");
  expect_rejected("show clex:m=70000,levels=9", "m=70000");
  expect_rejected("show clex:m=60000,levels=9", "2^32");
  expect_rejected("show clxe", "did you mean 'clex'?");
  expect_rejected("show torus:sides=8x", "sides=8x");
  expect_rejected("show torus:sides=8x-8", "sides");
  expect_rejected("show torus:side=8x8", "did you mean 'sides'?");
  expect_rejected("show torus --layout ptich=1", "did you mean 'pitch'?");
  expect_rejected("compare torus mesh --cost port=cheap", "port");
  expect_rejected("simulate clxe", "did you mean 'clex'?");
}

TEST(BadInput, IsRejectedInLoadsAndMaps) {
  expect_rejected("load percs:supernodes=32,links=5", "must be 1, 2, 4, 8, 16 or 32");
  expect_rejected("load percs:supernodes=32,links=4 --grid 100x100",
                  "more tasks than the machine's 4096 terminals");
  expect_rejected("load percs --mapping block", "did you mean 'blocks'?");
  expect_rejected("load percs --mapping blocks:sides=3x3", "must divide");
  expect_rejected("load percs --pattern hallo", "did you mean 'halo'?");
  expect_rejected("load percs --pattern matrix:file=nowhere.mtx", "nowhere.mtx");
  expect_rejected("load percs --routing percs_derect", "did you mean 'percs_direct'?");
  expect_rejected("load torus --routing percs_direct", "needs percs");
  expect_rejected("load torus --routing minimal:choice=adaptive", "depend on queues");
  expect_rejected("load dragonfly:p=1,a=2,h=1 --routing up_down:up=terminals", "use up=root");
  expect_rejected("map percs --format rankfle", "did you mean 'rankfile'?");
  expect_rejected("map percs --mapping percs_annealing:start=liner", "unknown mapping 'liner'");
  expect_rejected("map percs --mapping 'percs_annealing:start=[linear,random]'", "must be one mapping");
  expect_rejected("map torus --mapping percs_annealing", "needs percs");
  expect_rejected("map torus --format coordinates --host 'node*'", "host conflicts with format=coordinates");
  expect_rejected(
      "load percs:supernodes=4,links=4 --job a:grid=16x16,terminals=256..511,mapping=percs_annealing",
      "consecutive whole supernodes; the first must be a multiple of 32 / links");
  for (std::string const mapping : {"hybrid", "modular_coloring", "lattice_coloring"}) {
    expect_rejected("load percs:supernodes=4,links=4 --job a:grid=4x16,terminals=256..319,mapping=" + mapping,
                    "the terminals of the job do not form whole groups");
    expect_rejected("load torus --mapping " + mapping, "use percs, dragonfly");
  }
  expect_rejected("map torus --mapping local_search:from=[[[linear]]]", "cannot read '[[[linear]]]'");
}

TEST(BadInput, IsRejectedForLoopsOfLinks) {
  Scratch const scratch;
  auto const loop = (scratch.path() / "loop").string();
  std::filesystem::create_symlink(loop, loop);
  for (char const* command :
       {"run ", "show file:path=", "judge file:path=", "replay ring --program ti:file="})
    expect_rejected(command + loop, "Too many levels of symbolic links");
}

TEST(BadInput, IsRejectedForNetworksWithoutTerminals) {
  Scratch const scratch;
  std::ofstream(scratch.path() / "graph.txt") << "0 1\n1 2\n";
  auto const topology =
      "file:path=" + (scratch.path() / "graph.txt").string() + ",format=edge_list,concentration=0";
  for (char const* verb : {"load", "map", "simulate --engine load", "collective allreduce"})
    expect_rejected(verb + (" " + topology), "has no terminals");
  for (char const* ranks : {"--mapping random", "--grid 2x1", "--terminals 50%", "--routing minimal"})
    expect_rejected("collective broadcast " + topology + " " + ranks, "has no terminals");
}

TEST(BadInput, IsRejectedByDeadlock) {
  expect_rejected("deadlock", "TOPOLOGY is required");
  expect_rejected("deadlock torsu", "did you mean 'torus'?");
  expect_rejected("deadlock torus --routing dimension_ordr", "dimension_order");
  expect_rejected("deadlock torus --routing turn_model:model=east_first", "did you mean 'west_first'?");
  expect_rejected("deadlock petersen --routing dimension_order", "needs a grid");
  expect_rejected("deadlock torus --vcs 65", "must be in [0, 64]");
  expect_rejected("deadlock torus --routes nowhere.txt", "nowhere.txt");
  expect_rejected("deadlock torus --routes nowhere.txt --vcs 2", "omit vcs");
  expect_rejected("deadlock torus --layers", "have several candidates");
  expect_rejected("deadlock torus --routing minimal_adaptive --layers", "have several candidates");
  expect_rejected("simulate torus --engine deadlock", "unknown engine 'deadlock'");
}

TEST(BadInput, IsRejectedByCollective) {
  expect_rejected("collective broadcast torus:sides=4x4 --algorithm []", "--algorithm is empty");
  expect_rejected("collective exchange torus", "operation=exchange (must be broadcast");
  expect_rejected("collective broadcast tours", "did you mean 'torus'?");
  expect_rejected("collective broadcast torus:sides=4x4 --root 16", "root=16 (must be in [0, 15])");
  expect_rejected("collective broadcast torus:sides=4x4 --root 1.5", "root=1.5");
  expect_rejected("collective all_to_all torus:sides=4x4 --root 1", "all_to_all has no root");
  expect_rejected("collective broadcast torus:sides=4x4 --bytes 1.5",
                  "bytes=1.5 (must be a whole number of bytes");
  expect_rejected("collective broadcast torus:sides=4x4 --bytes 1G..1k",
                  "must be A..B with 1 <= A < B, e.g. 1k..1G");
  expect_rejected("collective barrier torus:sides=4x4 --bytes 8", "a barrier does not support bytes");
  expect_rejected("collective broadcast torus:sides=4x4 --packets 0", "packets=0");
  expect_rejected("collective broadcast torus:sides=4x4 --packets few", "packets=few");
  expect_rejected("collective broadcast torus:sides=4x4 --receivers 20",
                  "must be at most 15, the number of ranks other than the root");
  expect_rejected("collective reduce torus:sides=4x4 --receivers 20%", "only a broadcast has receivers");
  expect_rejected("collective broadcast torus:sides=4x4 --sends -1", "sends=-1");
  expect_rejected("collective broadcast torus:sides=4x4 --alpha -1", "alpha=-1");
  expect_rejected("collective broadcast torus:sides=4x4 --beta 1 --bandwidth 1",
                  "bandwidth conflicts with beta");
  expect_rejected("collective allreduce mesh:sides=4 --algorithm in_network:router=4",
                  "in_network:router=4 (must be in [0, 3])");
  expect_rejected("collective allreduce kautz --algorithm in_network", "needs channels in both directions");
  expect_rejected("collective scatter mesh:sides=4 --algorithm in_network",
                  "in_network does not support scatter");
  expect_rejected("collective broadcast torus:sides=4x4 --algorithm singletree",
                  "did you mean 'single_tree'?");
  expect_rejected("collective broadcast torus:sides=4x4 --algorithm flooding",
                  "flooding does not support broadcast");
  expect_rejected("collective allgather clex --algorithm flooding:stage=barrier", "did you mean 'stages'?");
  expect_rejected("collective broadcast mesh:sides=4x4 --algorithm arc_disjoint_trees", "use single_tree");
  expect_rejected("collective broadcast torus:sides=4x2 --algorithm arc_disjoint_trees", "a side of 2");
  expect_rejected("collective allgather clex --algorithm flooding --sends 1", "uses all channels of a node");
  expect_rejected("collective broadcast torus:sides=0", "sides");
  expect_rejected("collective scatter torus:sides=64x64 --packets 2000000 --long",
                  "too many blocks: 2000000 packets of 4096 messages (a schedule supports at most 2^32 - 2)");
  expect_rejected("collective allreduce torus:sides=64x64 --packets 1000000", "needs");
  expect_rejected("collective allgather clex:m=32,levels=4 --algorithm single_tree", "needs");
}

TEST(BadInput, IsRejectedBySchedule) {
  expect_rejected("schedule torus", "needs sparse_torus");
  expect_rejected("schedule sparse_torus:dimensions=2,side=1", "side=1 (must be in");
  expect_rejected("schedule sparse_torus:dimensions=2.5,side=4", "must be a whole number");
  expect_rejected("schedule sparse_torus --schedule genral", "did you mean 'general'?");
  expect_rejected("schedule sparse_torus:dimensions=3,side=4 --schedule crossing", "for 2 dimensions");
  expect_rejected("schedule sparse_torus --verify symetry", "did you mean 'symmetry'?");
  expect_rejected("schedule sparse_torus --relations 0", "relations=0");
  expect_rejected("schedule sparse_torus --packets 3 --relations 2", "omit relations");
  expect_rejected("schedule sparse_torus --sources 3", "add verify=symmetry");
  expect_rejected("schedule sparse_torus --schedule states:file=nowhere", "nowhere");
  expect_rejected("schedule sparse_torus:dimensions=2,side=65536 --relations 1000000", "add --long");
  expect_rejected("schedule sparse_torus:dimensions=2,side=65536 --relations 1000000 --long", "of memory");
}

TEST(BadInput, IsRejectedInTransfers) {
  Scratch const scratch;
  auto const plan = (scratch.path() / "plan.txt").string();
  expect_rejected("collective broadcast ring:routers=4 --transfers " + plan, "a file contains one schedule");
  expect_rejected("schedule ring:routers=4 --schedule transfers", "specify transfers:file=..");
  expect_rejected("schedule ring:routers=4 --relations 2 --schedule transfers:file=x",
                  "for schedules of sparse tori");
  auto const run = "schedule ring:routers=4 --schedule transfers:file=" + plan;
  ASSERT_EQ(weft_command(
                "collective broadcast ring:routers=4 --algorithm single_tree --packets 3 --transfers " + plan)
                .status,
            0);
  ASSERT_EQ(weft_command(run).status, 0);
  auto text = text_of(plan);
  text.replace(text.find("slot 1 1\n"), 9, "");
  std::ofstream(plan) << text;
  expect_rejected(
      run,
      "slot 0: router 0 -> router 1 (port 1, dim0) is to carry block 1 (from router 0) and block 0 (from router 0), but "
      "carries 1 in 1 slot");
}

TEST(BadInput, IsRejectedInRouterStates) {
  Scratch const scratch;
  std::string const torus = "schedule sparse_torus:dimensions=4,side=3 ";
  ASSERT_EQ(weft_command(torus + "-o " + scratch.path().string()).status, 0);
  auto const file = scratch.path() / "states.csv";
  auto const good = text_of(file);
  auto const broken = [&](std::string const& row, std::string const& by, std::string const& part) {
    auto text = good;
    text.replace(text.find(row), row.size(), by);
    std::ofstream(file) << text;
    expect_rejected(torus + "--schedule states:file=" + file.string(), part);
  };
  // A flipped state is reported with its router and slot, and with the messages that end elsewhere.
  broken(
      "\n4,0,0,1,", "\n4,0,2,1,",
      "slot 6: processor (0,2,1,0) takes message (0,0,0,0) -> (2,1,2,1) from channel (0,1,1,0) -> (0,2,1,0) (dim1)");
  // A launch moved by one slot: the slice is still occupied by another group.
  broken("\n6,x,1,1,1.1.1.0,", "\n6,x,1,1,-,", "is sent 0 times");
  broken(
      "\n5,0,1,1,-,", "\n5,0,1,1,1.1.1.0,",
      "slot 5: channel (0,0,0,0) -> (1,0,0,0) (dim0) is to carry message (0,0,0,0) -> (1,1,1,0), but carries message (");
}

TEST(BadInput, IsRejectedInMappings) {
  expect_rejected("map torus --mapping local_search:from=gredy", "did you mean 'greedy'?");
  expect_rejected("map torus --mapping local_search:from=[linear,hybrid]",
                  "hybrid needs groups of interconnected routers");
  expect_rejected("map torus --mapping local_search:moves=-1", "moves=-1");
  expect_rejected("map slim_fly --mapping grid_embedding", "the routers must form a grid");
  expect_rejected("map torus:sides=4x4 --grid 13 --mapping grid_embedding", "no factors that fit");
  expect_rejected("map torus --mapping scotch:lengths=miles", "lengths=miles");
}

TEST(BadInput, IsRejectedInLoadRoutings) {
  expect_rejected("load torus --routing default:choice=lowest", "takes no parameters");
  expect_rejected("load torus --routing all_minimal:paths=2", "paths");
  expect_rejected("load torus --routing k_shortest:paths=0", "paths=0");
  expect_rejected("load torus --routing k_shortst", "did you mean 'k_shortest'?");
  expect_rejected("load petersen --routing dimension_order", "needs a grid");
  expect_rejected("load de_bruijn --routing up_down", "every channel has a reverse");
  expect_rejected("load torus --routing up_down:up=root,root=99999", "root=99999");
  expect_rejected("load torus --routing up_down:root=3", "root=3 needs up=root");
  expect_rejected("simulate torus --routing all_minimal", "all_minimal cannot run on engine rounds");
  expect_rejected("simulate torus --routing dimension_order:rings=bubble", "has no virtual channels");
  expect_rejected("load torus --routing table", "table:file=..");
  expect_rejected("load torus --routing table:file=nowhere", "nowhere");
  Scratch const scratch;
  auto const routes = scratch.path() / "routes";
  std::ofstream(routes) << "0 1 3\n";
  expect_rejected("load ring:routers=8 --routing table:file=" + routes.string(), "routes:1:");
}

TEST(BadInput, IsRejectedInTasksAndMachines) {
  expect_rejected("load percs:supernodes=4,links=3 --grid 16x32", "must be 1, 2, 4, 8, 16 or 32");
  expect_rejected("load torus:sides=8x8 --grid 9x8", "more tasks than the machine's 64 terminals");
  expect_rejected("map torus:sides=8x8 --grid 9x8", "more tasks than the machine's 64 terminals");
  expect_rejected("load torus:sides=8x8 --grid 8x0", "0 (automatic) cannot be combined with other sides");
  expect_rejected("load torus:sides=8x8 --pattern halo:corner=true", "did you mean 'corners'?");
  expect_rejected("load torus:sides=8x8 --pattern traffic:of=tornadoo", "did you mean 'tornado'?");
  expect_rejected("simulate torus:sides=8x8 --engine load --messages 2", "use engine=rounds or engine=flit");
}

TEST(BadInput, IsRejectedByBalance) {
  expect_rejected("balance", "TOPOLOGY is required");
  expect_rejected("balance torus --every 0", "every=0 (must be in [1,");
  expect_rejected("balance torus --every often", "every=often");
  expect_rejected("balance torus --latency fixd", "did you mean 'fixed'?");
  expect_rejected("balance torus --latency distances:hops=2", "hops");
  expect_rejected("balance torus --latency geometric:mean=0", "below min");
  expect_rejected("balance torus --turn redy", "did you mean 'ready'?");
  expect_rejected("balance torus --reading published", "no published reading");
  expect_rejected("balance torus --requests 0", "or a number above 0");
  expect_rejected("balance torus --slackness 0x1", "must be at least 1");
  expect_rejected("balance torus --slackness 4294967295 --processors 10000 --steps 10", "memory");
  expect_rejected("balance sparse_torus:dimensions=1", "1 terminal");
}

TEST(BadInput, IsRejectedInApplicationSchedules) {
  expect_rejected("schedule torus:sides=4x4x4 --schedule cannon", "8x8 tasks cannot be folded onto");
  expect_rejected("schedule torus:sides=4x4 --schedule canon", "did you mean 'cannon'?");
  expect_rejected("schedule torus:sides=4x4 --schedule cannon:gird=4x4", "did you mean 'grid'?");
  expect_rejected("schedule torus:sides=4x4 --schedule cannon:grid=4x2", "a square grid of tasks");
  expect_rejected("schedule torus:sides=4x4 --schedule halo:mapping=lienar", "did you mean 'linear'?");
  expect_rejected("schedule torus:sides=4x4 --schedule halo:mapping=[local_search:moves=-1]", "moves=-1");
  expect_rejected("schedule torus:sides=4x4 --schedule halo:grid=9x9,mapping=linear",
                  "grid=9x9 (the machine has 16 terminals)");
  expect_rejected("schedule torus:sides=4x4 --schedule halo --relations 3", "omit relations");
  expect_rejected("schedule torus:sides=4x4 --schedule summa:panels=3", "multiple of 4 rows");
  expect_rejected("schedule torus:sides=4x4x4 --schedule matmul_3d:packets=0", "packets=0");
}

TEST(BadInput, IsRejectedForEmptyLists) {
  expect_rejected("load torus:sides=4x4 --mapping local_search:from=[]", "must be the name of a mapping");
  expect_rejected("load torus:sides=4x4 --job ''", "no job");
  expect_rejected("simulate torus:sides=4x4 --engine load --job ''", "no job");
}

TEST(BadInput, IsRejectedInCommunicationMatrices) {
  Scratch const scratch;
  auto const file = scratch.path() / "tasks.mtx";
  auto const rejected = [&](std::string const& content, std::string const& part,
                            std::string const& more = "") {
    std::ofstream(file) << content;
    expect_rejected("load ring:routers=8 --pattern matrix:file=" + file.string() + more, part);
  };
  std::string const head = "%%MatrixMarket matrix coordinate ";
  rejected(head + "integer general\n4 4 1\n1 2 5\n", "the matrix has 4 tasks", " --grid 8");
  rejected(head + "integer general\n9 9 1\n1 2 5\n", "more tasks than the machine's 8 terminals");
  rejected(head + "integer general\n4 5 1\n1 2 5\n", "tasks.mtx:2:1: the matrix has 4 rows and 5 columns");
  rejected(head + "integer general\n4 4 1\n1 2 -5\n", "tasks.mtx:3:5: value=-5 ");
  rejected(head + "real general\n4 4 1\n1 2 -0.5\n", "tasks.mtx:3:5: value=-0.5 ");
  rejected(head + "real general\n4 4 1\n1 2 nan\n", "tasks.mtx:3:5: value=nan ");
  rejected(head + "real general\n4 4 1\n1 2 inf\n", "tasks.mtx:3:5: value=inf ");
  rejected(head + "integer general\n4 4 2\n1 2 5\n", "is the file truncated?");
  rejected(head + "integer general\n4 4 2\n1 2 5\n2", "tasks.mtx");
  rejected(head + "integer general\n4 4 5\n1 2 5\n", "too short for more than 3: is the file truncated?");
  rejected(head + "integer general\n4 4\n", "tasks.mtx:2:4: the field 'entries' is missing");
  rejected("", "the Matrix Market header is missing");
}

TEST(BadInput, IsRejectedInMonitoringFiles) {
  Scratch const scratch;
  auto const file = scratch.path() / "run.0.prof";
  auto const rejected = [&](std::string const& content, std::string const& part,
                            std::string const& more = "") {
    std::ofstream(file) << content;
    expect_rejected("load ring:routers=8 --pattern monitoring:file=" + file.string() + more, part);
  };
  rejected("E\t0\t1\t108 bytes\t3 msgs se", "run.0.prof:1:24: expected 'sent', not 'se'");

  rejected("E\t0\t1\t108 bytes\n", "run.0.prof:1:16: the field 'number of messages' is missing");
  rejected("E\t0\t9\t108 bytes\t3 msgs sent\n", "more tasks than the machine's 8 terminals");
  rejected("E\t0\t5\t108 bytes\t3 msgs sent\n", "the file contains 6 ranks", " --grid 4");
  rejected("E\t0\t1\tnan bytes\t3 msgs sent\n", "number of bytes=nan ");
  rejected("E\t0\t1\t-1 bytes\t3 msgs sent\n", "number of bytes=-1 ");
  expect_rejected("load ring:routers=8 --pattern monitoring", "monitoring:file=..");
  expect_rejected("load ring:routers=8 --pattern monitoring:file=" + scratch.path().string() + "/none",
                  "none");
}

TEST(BadInput, IsRejectedInJobsAndLaunchFiles) {
  expect_rejected("load ring:routers=8 --job a:grid=2x2,terminals=0..9", "must be a..b");
  expect_rejected("load ring:routers=8 --job a:grid=2x2 --job b:grid=3x2", "more tasks than");
  expect_rejected("load ring:routers=8 --job a:grid=2x2 --grid 8", "each job has its own");
  expect_rejected("load ring:routers=8 --job a:grid=2x2 --job b:grid=2x2,pattern=halos", "job b: pattern: ");
  expect_rejected("load ring:routers=8 --job a:grid=2x2 --job b:grid=2x2,pattern=matrix:file=none",
                  "weft: job b: cannot read 'b:grid=2x2,pattern=matrix:file=none' (column 31: ");
  expect_rejected("load ring:routers=8 --job a:grid=4,pattern=multicast:size=3 --job b:grid=4", "job a: ");
  expect_rejected("load ring:routers=8 --job a:grid=4,pattern=[halo --job b:grid=4", "job a: ");
  expect_rejected("load ring:routers=8 --job a:grid=4 --job ''", "--job: cannot read ''");
  expect_rejected("load ring:routers=8 --job a:grad=2x2", "did you mean 'grid'?");
  expect_rejected("load ring:routers=8 --job a:grid=2,2 --job rate=2",
                  "weft: --job: rate=2 has no name; use the form name:rate=2");
  expect_rejected("load ring:routers=8 --job a:grid=2,2,terminals=0..2,6,2",
                  "weft: job a: terminal 2 is in use (jobs do not share terminals)");
  expect_rejected("map ring:routers=8 --job a:grid=2x2 --job b:grid=2x2 --format rankfile",
                  "launchers start one job");
  expect_rejected("map ring:routers=8 --format rankfile --csv",
                  "the result is a file in the selected format");
  expect_rejected("map ring:routers=8 --format rankfile --host ann,bob", "node 2 has no name");
  expect_rejected("map dragonfly --format coordinates", "the routers have no coordinates");
  expect_rejected("map ring:routers=8 --grid 4 --mapping random --format rank_order", "leave slots free");
}

TEST(BadInput, IsRejectedInScenarios) {
  expect_rejected("simulate clex --messages -3", "--messages");
  expect_rejected("simulate clex --messages many", "messages=many");
  expect_rejected("simulate clex --messages 99999999999", "messages");
  expect_rejected("simulate clex --traffic permutaton", "did you mean 'permutation'?");
  expect_rejected("simulate clex --engine round", "did you mean 'rounds'?");
  expect_rejected("simulate clex --engine rounds:lost=0.1", "did you mean 'loss'?");
  expect_rejected("simulate clex --engine rounds:loss=2", "loss=2");
  expect_rejected("simulate clex --routing clex_recursive:mode=dance", "mode=dance");
  expect_rejected("simulate clex --routing clex_recursive:redistribute=9", "redistribute=9");
  expect_rejected("simulate torus --routing clex_recursive", "cannot route on torus");
  expect_rejected("simulate clex --routing dimension_order", "cannot route on clex");
  expect_rejected("simulate torus --engine rounds:execution=phases", "other routings have no phases");
  expect_rejected("simulate clex --routing clex_recursive:copies=fixed,estimate_error=0.5",
                  "has an effect only with copies=literal");
  expect_rejected("simulate clex --routing clex_recursive:batch=3", "is for messages that arrive over time");
  expect_rejected("simulate clex --routing clex_recursive:last_phase=3",
                  "is for messages that arrive over time");
  expect_rejected("simulate clex --engine rounds:execution=phases,rate=0.1,delays=true",
                  "records only the rounds of messages");
  expect_rejected("simulate clex --engine rounds:execution=phases,rate=0.1,loss=0.1", "runs without faults");
  expect_rejected("simulate clex --engine rounds:delays=true,alpha=1x2x3",
                  "alpha=1x2x3 (must have at most 2 values, one per channel class)");
  expect_rejected("simulate torus --engine rounds:delays=true,alpha=1x2x3x4", "alpha=1x2x3x4");
  expect_rejected("route clex:m=4,levels=2 --to 16", "'16' is not a terminal; terminals are in [t0, t15]");
  expect_rejected("route clex --from -1", "--from");
}

TEST(BadInput, IsRejectedInMessageLists) {
  Scratch const scratch;
  auto const list = scratch.path() / "messages.txt";
  auto const rejected = [&](std::string const& content, std::string const& part) {
    std::ofstream(list) << content;
    expect_rejected("simulate clex:m=4,levels=2 --traffic message_list:file=" + list.string(), part);
  };
  rejected("0 1\n2", "messages.txt:2");
  rejected("0 1\n2 16\n", "messages.txt:2:3");
  rejected("0 one\n", "messages.txt:1:3");
  expect_rejected("simulate clex --traffic message_list:file=/nowhere/list", "/nowhere/list");
}

TEST(BadInput, IsRejectedForUnwritablePaths) {
  expect_rejected("show clex -o /proc/none", "/proc/none");
  expect_rejected("show clex -o /dev/null", "/dev/null");
  // The error comes before the work, which would take hours.
  expect_rejected("schedule sparse_torus:dimensions=3,side=1024 -o /dev/null/x",
                  "cannot write into /dev/null/x");
  expect_rejected("collective broadcast torus:sides=4x4 --algorithm single_tree --transfers /dev/null/x",
                  "cannot write into /dev/null");
  Scratch const scratch;
  expect_rejected("show clxe -o " + (scratch.path() / "out").string(), "did you mean 'clex'?");
  EXPECT_FALSE(std::filesystem::exists(scratch.path() / "out"));
}

TEST(BadInput, IsRejectedInStudies) {
  Scratch const scratch;
  auto const rejected = [&](std::string const& content, std::string const& part) {
    std::ofstream(scratch.path() / "study.toml") << content;
    expect_rejected("run " + scratch.path().string() + " -o " + (scratch.path() / "out").string(), part);
    EXPECT_FALSE(std::filesystem::exists(scratch.path() / "out"));
  };
  rejected("title = \"t\"\n[[run]]\ntopolgy = \"clex\"\n", "study.toml:3:1");
  rejected("title = \"t\"\n[[run]]\ntopology = \"clxe\"\n", "did you mean 'clex'?");
  rejected("title = \"t\"\n[[run]]\nmessages = -1\n", "messages=-1 ");
  rejected("title = \"t\"\n[[run]]\n[[present]]\nkind = \"curve\"\n", "did you mean 'curves'?");
  rejected("title = \"t\"\n", "run");
  rejected("title = ", "study.toml:1");
  expect_rejected("run /nowhere", "/nowhere");
}

}  // namespace
}  // namespace weft
