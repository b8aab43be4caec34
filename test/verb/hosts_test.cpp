#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/verb/export/export.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/map/map.hpp"
#include "weft/verb/queue/queue.hpp"
#include "weft/verb/replay/replay.hpp"
#include "weft/verb/route/route.hpp"
#include "weft/verb/verb.hpp"

/// Hosts in every verb that names them or runs tasks on them.
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

/// Four nodes below two switches below a third, two ranks each. Of 8 x 8 units (each task sends one to each,
/// itself included) 4 x 4 cross each half: twice the 8 units of the mean task on a channel. A switch has 2
/// nodes of 2 ranks, each of which may send half as much as alone: 4 / 2 = 2, as with one rank per node.
TEST(Hosts, OfAHostfileTakeSeveralRanks) {
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

TEST(Hosts, OfARankfileTakeSeveralRanks) {
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

/// A rankfile that Weft has written is read as the same placement, with its slots.
TEST(Hosts, OfARankfileKeepTheirRanks) {
  auto const mapping = "hosts:file=" + host_data("h8");
  auto const result = run<Map>({{.topology = host_network("two_nodes.conf"), .mapping = mapping}});
  auto const text = launch_file_of(result, LaunchFormat::rankfile);
  EXPECT_EQ(text.substr(0, 54), "rank 0=clx-003 slot=0\nrank 1=clx-003 slot=1\nrank 2=clx");
  Scratch const scratch;
  write_file(scratch / "ranks", text);
  EXPECT_EQ(placed(host_network("two_nodes.conf"), "file:path=" + (scratch / "ranks").string()),
            placement(result));
}

/// 64 messages, of which those between ranks of one node do not enter the network.
TEST(Hosts, WithSeveralRanksAreSimulated) {
  auto const result = run_verb(Spec{"simulate",
                                    {{"topology", host_network("two_nodes.conf")},
                                     {"traffic", "halo"},
                                     {"grid", "8x1"},
                                     {"mapping", "hosts:file=" + host_data("h8")},
                                     {"engine", "flow"},
                                     {"messages", "1"}}});
  EXPECT_EQ(result.setting("grid"), "8x1");
}

/// Eight ranks in a ring: each sends 1 MB to the next one, and every second one of these leaves its node.
TEST(Hosts, WithSeveralRanksReplayPrograms) {
  auto const result = run<Replay>({.topology = host_network("two_nodes.conf"),
                                   .program = "operation:of=allreduce,algorithm=ring,bytes=8MB",
                                   .mapping = "hosts:file=" + host_data("h8")});
  EXPECT_EQ(result.table("ranks").rows.size(), 8u);
}

TEST(Hosts, HaveSeveralAdapters) {
  auto const rails = host_network("two_rails.ibnet");
  EXPECT_EQ(placed(rails, "hosts:file=" + host_data("hg")), PlacedOn{0});
  auto const route = run<Route>({.topology = rails, .from = "gpu01", .to = "gpu01/mlx5_1"});
  EXPECT_EQ(route.setting("from"), "0");
  EXPECT_EQ(route.setting("to"), "1");
  auto const queue = run<QueueVerb>({.topology = rails, .log = "lublin:jobs=5"});
  EXPECT_EQ(queue.table("summary").at(0, "nodes"), Value{1});
  auto const conf = assemble(Spec{"export", {{"topology", rails}, {"format", "slurm"}}});
  conf->run();
  EXPECT_EQ(conf->document().content, "SwitchName=leaf1 Nodes=gpu01\n");
}

/// A Slurm tree of 78 nodes below six leaf switches, each below two cores: the first job of 12 fits below
/// one.
TEST(Hosts, BelowSwitchesOfAFileAreATree) {
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

/// Where terminals are hosts, each is a node: 16 hosts take one rank each, not four switches four each.
TEST(Hosts, OfAFatTreeAreItsTerminals) {
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
    EXPECT_EQ(experiment->document().content, "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np\n");
    EXPECT_NE(complaint_of([&] { assemble(request("router"))->run(); }).find("16 names for"),
              std::string::npos);
  }
}

/// Computing nodes that are vertices are the nodes of topology.conf: three switches, not seven.
TEST(Hosts, ThatAreVerticesAreNoSwitches) {
  auto const exported = [](std::string const& topology, std::string const& format) {
    auto const experiment = assemble(Spec{"export", {{"topology", topology}, {"format", format}}});
    experiment->run();
    return experiment->document().content;
  };
  std::string const tree =
      "SwitchName=r4 Nodes=t[0-1]\nSwitchName=r5 Nodes=t[2-3]\nSwitchName=r6 Switches=r[4-5]\n";
  for (auto const* const same :
       {"xgft:children=2x2,parents=1x1", "binary_tree:height=2", "leiserson_fat_tree:leaves=4,growth=1"})
    EXPECT_EQ(exported(same, "slurm"), tree) << same;
  Scratch const scratch;
  auto const path = (scratch / "xgft.ibnet").string();
  write_file(path, exported("xgft:children=2x2,parents=1x2", "ibnetdiscover"));
  auto const read = run<Load>({.topology = "file:path=" + path, .pattern = "all_to_all"});
  EXPECT_EQ(placement(read).size(), 4u);
}

/// Every message goes up to the switch of its host once, and down once: 15/16 at the hosts, since one message
/// in 16 stays. For a quarter of the messages the intermediate switch is that of the host; 3/4 of 4 x 15/16
/// leave a switch on each of two legs, over four links: 2 x 3/4 x 15/16 = 1.40625.
TEST(Hosts, AreNoIntermediateRoutersOfValiant) {
  auto const result =
      run<Load>({.topology = "xgft:children=4x4,parents=1x4", .routing = "valiant", .pattern = "all_to_all"});
  EXPECT_NEAR(of_class(result, "level1", "max_load"), 15.0 / 16, 1e-9);
  EXPECT_NEAR(of_class(result, "level2", "max_load"), 1.40625, 1e-9);
}

/// Host 0 keeps its link in one plane, host 1 in the other: they have no path; a message names them.
TEST(Hosts, ForwardNothing) {
  Route::Params request{.topology = "xgft:children=4x2,parents=2x2", .from = "0", .to = "1"};
  request.fail = "0-8+1-9";
  for (auto const* const routing : {"default", "minimal", "nearest_common_ancestor", "up_down", "valiant"}) {
    request.routing = routing;
    EXPECT_EQ(complaint_of([&] { run<Route>(request); }),
              "to: no path from terminal 0 to 1 (too much has failed); choose other terminals")
        << routing;
  }
  request.to = "2";
  EXPECT_EQ(run<Route>(request).table("route").rows.size(), 2u);
}

}  // namespace
}  // namespace weft::verb
