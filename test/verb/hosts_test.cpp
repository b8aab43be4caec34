// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/network/topologies.hpp"
#include "weft/verb/export/export.hpp"
#include "weft/verb/judge/judge.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/queue/queue.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/route/route.hpp"
#include "weft/verb/verb.hpp"

/// Hosts in every verb that accepts their names or runs tasks on them.
namespace weft::verb {
namespace {

std::string host_data(std::string const& file) { return WEFT_SOURCE_DIR "/test/data/hosts/" + file; }
std::string host_network(std::string const& file) { return "file:path=" + host_data(file); }

std::vector<std::uint32_t> placement(Result const& result) {
  auto const& array = *result.find_array("placement");
  std::vector<std::uint32_t> all;
  for (std::size_t i = 0; i < array.size(); ++i) all.push_back(static_cast<std::uint32_t>(array.number(i)));
  return all;
}

std::vector<std::uint32_t> placed(std::string const& topology, std::string const& mapping) {
  return placement(run<Map>({{.topology = topology, .pattern = "all_to_all", .mapping = mapping}}));
}

double of_class(Result const& result, std::string const& name, std::string const& column) {
  auto const& table = result.table("throughput");
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (table.at(row, "class") == Value{name}) return table.at(row, column).number();
  return -1;
}

using PlacedOn = std::vector<std::uint32_t>;

/// Vertices numbered from 1 in a ring of 3 with a tail, 3 - 4: tables and scenario contain these numbers,
/// with which the request can be repeated.
TEST(Hosts, KeepNumbersThatStartAt1) {
  Scratch const scratch;
  write_file(scratch / "one.edges", "1 2\n2 3\n3 1\n3 4\n");
  auto const network = "file:path=" + (scratch / "one.edges").string();
  auto const ways = run<Route>({.topology = network, .from = "1", .to = "4"});
  auto const& hops = ways.table("route");
  ASSERT_EQ(hops.rows.size(), 2u);
  EXPECT_EQ(hops.at(0, "from"), Value("1"));
  EXPECT_EQ(hops.at(1, "from"), Value("3"));
  EXPECT_EQ(hops.at(1, "to"), Value("4"));
  EXPECT_EQ(ways.find_array("route")->number(2), 3);
  EXPECT_EQ(ways.setting("to"), "4");
  EXPECT_EQ(run<Route>({.topology = network, .from = ways.setting("from"), .to = ways.setting("to")})
                .table("route"),
            hops);
  EXPECT_EQ(run<Route>({.topology = network, .from = "1", .to = "2", .failures = {.fail = "1-2"}})
                .table("route")
                .rows.size(),
            2u);
  auto const loads =
      run<Load>({.topology = network, .pattern = "all_to_all", .details = ChannelDetails::channels});
  EXPECT_EQ(loads.table("channel_loads").at(0, "from"), Value("1"));
  auto const mapped = run<Map>({{.topology = network, .pattern = "all_to_all"}});
  EXPECT_EQ(mapped.table("mapping").at(3, "router"), Value("4"));
}

/// Four nodes below two switches below a third, two ranks each. Of 8 x 8 units (each task sends one to every
/// task, including itself), 4 x 4 cross each half: twice the 8 units of the mean task on a channel. A switch
/// has 2 nodes of 2 ranks, and each rank can send half as much as a single rank: 4 / 2 = 2, as with one rank
/// per node.
TEST(Hosts, TakeSeveralRanksOfAHostfile) {
  auto const result = run<Load>({.topology = host_network("two_nodes.conf"),
                                 .pattern = "all_to_all",
                                 .mapping = "hosts:file=" + host_data("h8")});
  EXPECT_EQ(placement(result), (PlacedOn{0, 0, 1, 1, 2, 2, 3, 3}));
  EXPECT_DOUBLE_EQ(result.table("throughput").at(0, "max_load").number(), 2);
  EXPECT_DOUBLE_EQ(result.table("throughput").at(0, "throughput").number(), 2);
  auto const alone = run<Load>({.topology = host_network("two_nodes.conf"), .pattern = "all_to_all"});
  EXPECT_DOUBLE_EQ(alone.table("throughput").at(0, "max_load").number(), 1);
  EXPECT_DOUBLE_EQ(alone.table("throughput").at(0, "throughput").number(), 2);
}

/// Hosts clx-003 to clx-006 are terminals 0 to 3.
TEST(Hosts, OfANodeListOfSlurmStandInPlaceOfAFile) {
  auto const network = host_network("two_nodes.conf");
  EXPECT_EQ(placed(network, "hosts:clx-[003-004],clx-006"), (PlacedOn{0, 1, 3}));
  EXPECT_EQ(placed(network, "hosts:clx-005,clx-003"), (PlacedOn{2, 0}));
  EXPECT_EQ(placed(network, "hosts:clx-006"), (PlacedOn{3}));
  EXPECT_EQ(placed(network, "hosts:clx-[003-004]:2,clx-006:1"), (PlacedOn{0, 0, 1, 1, 3}));
}

TEST(Hosts, TakeSeveralRanksOfARankfile) {
  EXPECT_EQ(placed(host_network("two_nodes.conf"), "file:path=" + host_data("scattered.rankfile")),
            (PlacedOn{0, 1, 2, 0, 3, 1, 2, 3}));
  EXPECT_EQ(placed(host_network("two_nodes.conf"), "file:path=" + host_data("relative.rankfile")),
            (PlacedOn{0, 0, 1, 1}));
  EXPECT_EQ(placed("torus:sides=2x2", "file:path=" + host_data("noslot.rankfile")), (PlacedOn{1, 2, 3}));
  Scratch const scratch;
  write_file(scratch / "topology.conf", "SwitchName=a Nodes=n[15-17]\n");
  EXPECT_EQ(
      placed("file:path=" + (scratch / "topology.conf").string(), "file:path=" + host_data("fqdn.rankfile")),
      (PlacedOn{2, 2, 1, 1}));
}

/// A rankfile written by Weft yields the same placement, with its slots.
TEST(Hosts, RoundTripThroughARankfile) {
  auto const mapping = "hosts:file=" + host_data("h8");
  auto const result = run<Map>({{.topology = host_network("two_nodes.conf"), .mapping = mapping}});
  auto const text = launch_file_of(result, LaunchFormat::rankfile);
  EXPECT_EQ(text.substr(0, 54), "rank 0=clx-003 slot=0\nrank 1=clx-003 slot=1\nrank 2=clx");
  Scratch const scratch;
  write_file(scratch / "ranks", text);
  EXPECT_EQ(placed(host_network("two_nodes.conf"), "file:path=" + (scratch / "ranks").string()),
            placement(result));
}

/// 64 messages; those between ranks of a node do not enter the network.
TEST(Hosts, SimulateSeveralRanks) {
  auto const result = run_verb(Spec{"simulate",
                                    {{"topology", host_network("two_nodes.conf")},
                                     {"traffic", "halo"},
                                     {"grid", "8x1"},
                                     {"mapping", "hosts:file=" + host_data("h8")},
                                     {"engine", "flow"},
                                     {"messages", "1"}}});
  EXPECT_EQ(result.setting("grid"), "8x1");
}

/// Eight ranks in a ring: each sends 1 MB to the next, and every second one of these messages leaves its
/// node.
TEST(Hosts, ReplayProgramsOfSeveralRanks) {
  auto const result = run<Replay>({.topology = host_network("two_nodes.conf"),
                                   .program = "operation:of=allreduce,algorithm=ring,bytes=8MB",
                                   .mapping = "hosts:file=" + host_data("h8")});
  EXPECT_EQ(result.table("ranks").rows.size(), 8u);
}

TEST(Hosts, CanHaveSeveralAdapters) {
  auto const rails = host_network("two_rails.ibnet");
  EXPECT_EQ(placed(rails, "hosts:file=" + host_data("hg")), PlacedOn{0});
  auto const route = run<Route>({.topology = rails, .from = "gpu01", .to = "gpu01/mlx5_1"});
  EXPECT_EQ(route.setting("from"), "gpu01");
  EXPECT_EQ(route.setting("to"), "1");
  auto const queue = run<QueueVerb>({.topology = rails, .log = "lublin:jobs=5"});
  EXPECT_EQ(queue.table("summary").at(0, "nodes"), Value{1});
  auto const conf = assemble(Spec{"export", {{"topology", rails}, {"format", "slurm"}}});
  conf->run();
  EXPECT_EQ(conf->document().value().content, "SwitchName=leaf1 Nodes=gpu01\n");
  auto const judged = run<Judge>({.topology = rails, .routings = "layered", .hosts = host_data("hg")});
  EXPECT_EQ(judged.table("routings").at(0, "pairs"), Value{2}) << "from each adapter to the other";
}

/// A Slurm tree of 78 nodes below six leaf switches, each connected to two cores: the first job, of 12 nodes,
/// fits below one leaf switch.
TEST(Hosts, AreAllocatedByTheSwitchTreeOfAFile) {
  Scratch const scratch;
  write_file(scratch / "log.csv", "submit,run,nodes\n0,100,12\n0,100,18\n0,100,40\n");
  auto const result = run<QueueVerb>({.topology = host_network("two_cores.conf"),
                                      .log = (scratch / "log.csv").string(),
                                      .allocation = "tree",
                                      .details = JobDetails::jobs});
  auto const& jobs = result.table("jobs");
  EXPECT_EQ(jobs.at(0, "on"), Value{"0..11"});   // fst46 has 12 nodes
  EXPECT_EQ(jobs.at(1, "on"), Value{"12..29"});  // fst49 has 18
  write_file(scratch / "small.csv", "submit,run,nodes\n0,100,2\n");
  EXPECT_EQ(run<QueueVerb>({.topology = host_network("tree_orphan.conf"),
                            .log = (scratch / "small.csv").string(),
                            .allocation = "tree"})
                .table("summary")
                .at(0, "nodes"),
            Value{5});
}

/// If terminals are hosts, each is a node: 16 hosts with one rank each, not four switches with four.
TEST(Hosts, AreTheTerminalsOfAFatTree) {
  for (auto const* const topology :
       {"fat_tree:arity=4,levels=2", "hyperx:sides=4,terminals=4", "dragonfly:p=2,a=4,h=1,groups=2"}) {
    SCOPED_TRACE(topology);
    auto const request = [&](std::string const& node) {
      return Spec{"map",
                  {{"topology", topology},
                   {"pattern", "halo"},
                   {"grid", "4x4"},
                   {"format", "hostfile"},
                   {"host", "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p"},
                   {"node", node}}};
    };
    auto const experiment = assemble(request("automatic"));
    experiment->run();
    EXPECT_EQ(experiment->document().value().content, "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np\n");
    EXPECT_NE(complaint_of([&] { assemble(request("router"))->run(); }).find("16 names do not match"),
              std::string::npos);
  }
  auto const slim_fly = assemble(Spec{"map",
                                      {{"topology", "slim_fly:q=3,concentration=1"},
                                       {"pattern", "halo"},
                                       {"grid", "3x6"},
                                       {"format", "hostfile"},
                                       {"host", "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r"}}});
  slim_fly->run();
  EXPECT_EQ(slim_fly->document().value().content, "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np\nq\nr\n");
}

/// Computing nodes that are vertices are nodes in topology.conf: three switches, not seven.
TEST(Hosts, AreNotExportedAsSwitchesIfTheyAreVertices) {
  auto const exported = [](std::string const& topology, std::string const& format) {
    auto const experiment = assemble(Spec{"export", {{"topology", topology}, {"format", format}}});
    experiment->run();
    return experiment->document().value().content;
  };
  std::string const tree =
      "SwitchName=r4 Nodes=t[0-1]\nSwitchName=r5 Nodes=t[2-3]\nSwitchName=r6 Switches=r[4-5]\n";
  for (auto const* const same :
       {"xgft:children=2x2,parents=1x1", "binary_tree:height=2", "leiserson_fat_tree:leaves=4,growth=1"}) {
    EXPECT_EQ(exported(same, "slurm"), tree) << same;
    Scratch const scratch;
    auto const path = (scratch / "tree.ibnet").string();
    write_file(path, exported(same, "ibnetdiscover"));
    auto const read = make_topology("file:path=" + path);
    EXPECT_EQ(read->num_routers(), 3u) << same;
    EXPECT_EQ(read->num_terminals(), 4u) << same;
  }
}

/// Every message goes up to the switch of its host once and down once: 15/16 at the hosts, since one message
/// in 16 stays. For a quarter of the messages the intermediate switch is the switch of the host; 3/4 of 4 x
/// 15/16 leave a switch on each of two legs, over four links: 2 x 3/4 x 15/16 = 1.40625.
TEST(Hosts, AreNotIntermediateRoutersOfValiant) {
  auto const result =
      run<Load>({.topology = "xgft:children=4x4,parents=1x4", .routing = "valiant", .pattern = "all_to_all"});
  EXPECT_NEAR(of_class(result, "level1", "max_load"), 15.0 / 16, 1e-9);
  EXPECT_NEAR(of_class(result, "level2", "max_load"), 1.40625, 1e-9);
}

/// Host 0 keeps its link in one plane, host 1 in the other: there is no path between them, and the error
/// contains both.
TEST(Hosts, DoNotForwardMessages) {
  Route::Params request{.topology = "xgft:children=4x2,parents=2x2", .from = "0", .to = "1"};
  request.failures.fail = "0-8+1-9";
  for (auto const* const routing : {"default", "minimal", "nearest_common_ancestor", "up_down", "valiant"}) {
    request.routing = routing;
    EXPECT_EQ(
        complaint_of([&] { run<Route>(request); }),
        "to: no path leads from terminal 0 to terminal 1 (too many parts have failed); choose other terminals")
        << routing;
  }
  request.to = "2";
  EXPECT_EQ(run<Route>(request).table("route").rows.size(), 2u);
}

/// The cables are in ports 5 and 6 of leaf1, and in ports 3 and 4 of leaf2.
TEST(Hosts, OfFabricsAreReachedByThePortsOfTheFile) {
  auto const topology = host_network("two_cables.ibnet");
  auto const port =
      run<Route>({.topology = topology, .from = "node01", .to = "node02"}).table("route").at(0, "port");
  EXPECT_TRUE(port == Value(5) || port == Value(6)) << port.exact_text();
  auto const result =
      run<Load>({.topology = topology, .pattern = "all_to_all", .details = ChannelDetails::channels});
  std::vector<Value> names;
  auto const& most_loaded = result.table("fullest");
  for (std::size_t row = 0; row < most_loaded.rows.size(); ++row)
    names.push_back(most_loaded.at(row, "channel"));
  EXPECT_EQ(names, (std::vector<Value>{"leaf1 -> leaf2 (port 5)", "leaf1 -> leaf2 (port 6)",
                                       "leaf2 -> leaf1 (port 3)", "leaf2 -> leaf1 (port 4)"}));
  auto const& channels = result.table("channel_loads");
  EXPECT_EQ(channels.at(0, "port"), Value(5));
  EXPECT_EQ(channels.at(0, "to_port"), Value(3));
}

/// `--ranks-per-node 2` is equivalent to a hostfile with two slots per host, in every verb that places tasks.
TEST(RanksPerNode, AreSlotsOfEachHost) {
  auto const topology = host_network("two_nodes.conf");
  Load::Params request{.topology = topology, .pattern = "all_to_all", .ranks_per_node = 2};
  auto const result = run<Load>(request);
  EXPECT_EQ(placement(result), (PlacedOn{0, 0, 1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(result.setting("ranks_per_node"), "2");
  EXPECT_EQ(result.table("throughput").at(0, "max_load"), Value{2.0}) << "as with slots=2, see above";
  // each task sends one unit to the task two ranks ahead: 2 units between neighboring hosts; 2 of these 4
  // links are between the switches, one in each direction
  request.pattern = "traffic:of=[shift:by=2]";
  EXPECT_EQ(run<Load>(request).table("throughput").at(0, "max_load"), Value{2.0});
  request.ranks_per_node = 0;
  request.pattern = "traffic:of=[shift:by=1]";
  EXPECT_EQ(run<Load>(request).table("throughput").at(0, "max_load"), Value{1.0});
  request.ranks_per_node = 2;
  request.grid = {3, 3};
  EXPECT_EQ(complaint_of([&] { run<Load>(request); }),
            "grid: grid=3x3 (has more tasks than the machine's 8 terminals)");
}

TEST(RanksPerNode, TakeTheTerminalsOfAHostInTurn) {
  auto const of = [](std::string const& topology, std::int64_t ranks, std::string const& mapping = "linear") {
    return run<Map>(
        {{.topology = topology, .pattern = "all_to_all", .mapping = mapping, .ranks_per_node = ranks}});
  };
  EXPECT_EQ(placement(of(host_network("two_rails.ibnet"), 5)), (PlacedOn{0, 1, 0, 1, 0})) << "two adapters";
  auto const torus = "torus:sides=2x2,concentration=2";  // a router is a host of two terminals
  EXPECT_EQ(placement(of(torus, 1)), (PlacedOn{0, 2, 4, 6}));
  EXPECT_EQ(placement(of(torus, 2)), placement(of(torus, 0)));
  EXPECT_EQ(placement(of(torus, 3)), (PlacedOn{0, 1, 0, 2, 3, 2, 4, 5, 4, 6, 7, 6}));
  EXPECT_EQ(placement(of("xgft:children=2x2,parents=1x1", 2)), (PlacedOn{0, 0, 1, 1, 2, 2, 3, 3}));
  // columns of a 2 x 4 grid: 0 and 4 are the first two, on the first host
  EXPECT_EQ(placement(of("xgft:children=2x2,parents=1x1", 2, "linear:order=columns")),
            (PlacedOn{0, 1, 2, 3, 0, 1, 2, 3}));
  for (auto const* const mapping :
       {"random", "greedy", "recursive_bisection", "local_search:moves=100", "best"}) {
    auto places = placement(of("xgft:children=2x2,parents=1x1", 2, mapping));
    std::ranges::sort(places);
    EXPECT_EQ(places, (PlacedOn{0, 0, 1, 1, 2, 2, 3, 3})) << mapping;
  }
}

/// 16 tasks on 4 of 64 hosts; of 6 tasks one host has the last two.
TEST(RanksPerNode, AreEqualOnAllHostsThatAMappingUses) {
  auto const counts = [](std::string const& topology, std::string const& mapping, Sides const& grid,
                         std::int64_t ranks) {
    auto const result = run<Map>({{.topology = topology,
                                   .pattern = "halo",
                                   .mapping = mapping,
                                   .grid = grid,
                                   .ranks_per_node = ranks}});
    Hosts const hosts(make_topology(topology));
    std::vector<std::uint32_t> on(hosts.size(), 0);
    for (auto const terminal : placement(result)) ++on[hosts.slot_of({terminal}).host];
    std::erase(on, 0);
    std::ranges::sort(on);
    return on;
  };
  for (auto const* const mapping :
       {"linear", "random", "greedy", "recursive_bisection", "reverse_cuthill_mckee", "space_filling_curve",
        "local_search:moves=3000", "best"}) {
    EXPECT_EQ(counts("fat_tree:arity=4,levels=3", mapping, {4, 4}, 4), PlacedOn(4, 4)) << mapping;
    EXPECT_EQ(counts("fat_tree:arity=4,levels=3", mapping, {6}, 4), (PlacedOn{2, 4})) << mapping;
    EXPECT_EQ(counts("torus:sides=4x4,concentration=2", mapping, {2, 4}, 2), PlacedOn(4, 2)) << mapping;
  }
  Scratch const scratch;
  write_file(scratch / "list", "0\n2\n4\n6\n");  // slots of four hosts
  EXPECT_EQ(complaint_of([&] {
              counts("fat_tree:arity=4,levels=3", "file:path=" + (scratch / "list").string(), {4}, 2);
            }).find("mapping: file does not place 2 tasks on each host"),
            0U);
}

TEST(RanksPerNode, AreWrittenToLaunchFiles) {
  auto const result =
      run<Map>({{.topology = "xgft:children=2x2,parents=1x1", .pattern = "all_to_all", .ranks_per_node = 2}});
  EXPECT_EQ(
      launch_file_of(result, LaunchFormat::rankfile, "a,b,c,d"),
      "rank 0=a slot=0\nrank 1=a slot=1\nrank 2=b slot=0\nrank 3=b slot=1\nrank 4=c slot=0\nrank 5=c slot=1\n"
      "rank 6=d slot=0\nrank 7=d slot=1\n");
  auto const rails =
      run<Map>({{.topology = host_network("two_rails.ibnet"), .pattern = "all_to_all", .ranks_per_node = 4}});
  EXPECT_EQ(launch_file_of(rails, LaunchFormat::rankfile),
            "rank 0=gpu01 slot=0\nrank 1=gpu01 slot=1\nrank 2=gpu01 slot=2\nrank 3=gpu01 slot=3\n");
}

/// Each of two ranks on a host sends 1 MB to the other host, over one channel of 1 GB/s: 2 ms.
TEST(RanksPerNode, ShareTheChannelsOfTheirHost) {
  std::string const topology = "complete:routers=2", flows = "flow:bandwidth=1GB/s,alpha=0,beta=0,base=0";
  std::string const exchange = "pattern:of=[traffic:of=[shift:by=2]],bytes=1MB,iterations=1";
  auto const simulated = run_verb(Spec{"simulate",
                                       {{"topology", topology},
                                        {"traffic", "traffic:of=[shift:by=2]"},
                                        {"ranks_per_node", "2"},
                                        {"engine", flows + ",bytes=1MB"}}});
  EXPECT_DOUBLE_EQ(simulated.table("summary").at(0, "last_finish").number(), 0.002);
  Replay::Params request{.topology = topology, .program = exchange, .ranks_per_node = 2, .engine = flows};
  EXPECT_DOUBLE_EQ(run<Replay>(request).table("summary").at(0, "end").number(), 0.002);
  request.ranks_per_terminal = 2;
  EXPECT_EQ(
      complaint_of([&] { run<Replay>(request); }),
      "ranks_per_node: ranks_per_node conflicts with ranks_per_terminal (both set the number of ranks on a terminal); omit one of them");
  auto const compared = run_verb(Spec{"compare",
                                      {{"topologies", "[complete:routers=2,ring:routers=4]"},
                                       {"programs", "[" + exchange + "]"},
                                       {"grid", "4"},
                                       {"ranks_per_node", "2"},
                                       {"cost", "rate=8"},
                                       {"engine", "flow:alpha=0,beta=0,base=0"}}});
  auto const& ranking = compared.table("ranking");
  for (std::size_t row = 0; row < 2; ++row)  // on the ring hosts 0 and 1, which are neighbors
    EXPECT_DOUBLE_EQ(ranking.at(row, "last_end").number(), 0.002);
  auto const swept = run_verb(Spec{"sweep",
                                   {{"topology", topology},
                                    {"ranks_per_node", "2"},
                                    {"rates", "0.1"},
                                    {"engine", "flit:cycles=200,warm_up=100"}}});
  EXPECT_EQ(swept.setting("grid"), "2x2");
  EXPECT_EQ(placement(swept), (PlacedOn{0, 0, 1, 1}));
}

/// Hosts whose switch has failed receive no rank as long as the others suffice; jobs occupy whole hosts.
TEST(RanksPerNode, SupportFailuresAndJobs) {
  auto const result = run<Map>({{.topology = "torus:sides=4",
                                 .pattern = "all_to_all",
                                 .grid = {6},
                                 .ranks_per_node = 2,
                                 .failures = {.fail = "1"}}});
  EXPECT_EQ(placement(result), (PlacedOn{0, 0, 2, 2, 3, 3}));
  auto const jobs = run<Load>(
      {.topology = "torus:sides=4", .jobs = "[a:grid=3,ranks_per_node=2,b:grid=2,ranks_per_node=1]"});
  auto const of_job = [&](std::string const& name) {
    auto const& array = *jobs.find_array("placement_" + name);
    PlacedOn all;
    for (std::size_t i = 0; i < array.size(); ++i) all.push_back(static_cast<std::uint32_t>(array.number(i)));
    return all;
  };
  EXPECT_EQ(of_job("a"), (PlacedOn{0, 0, 1}));
  EXPECT_EQ(of_job("b"), (PlacedOn{2, 3}));
  Load::Params const named{.topology = host_network("two_nodes.conf"),
                           .mapping = "hosts:file=" + host_data("h8"),
                           .ranks_per_node = 2};
  EXPECT_EQ(
      complaint_of([&] { run<Load>(named); }),
      "ranks_per_node: ranks_per_node conflicts with a mapping that lists the hosts (the list specifies the tasks of each host); omit it, and write :2 after each name or range, or slots=2 in a file");
  EXPECT_EQ(
      complaint_of([&] { run<Load>({.topology = "percs:supernodes=4,links=4", .ranks_per_node = 8}); }),
      "mapping: 1024 tasks are on 512 terminals (a processor of percs runs one task); specify one terminal per task");
}

}  // namespace
}  // namespace weft::verb
