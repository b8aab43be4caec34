// SPDX-License-Identifier: Apache-2.0
// Forwarding tables of OpenSM for generated fabrics, judged by an independent program: test/data/fabrics,
// from shared/reference/fabrics. Files of production fabrics are read only if the latter folder is present.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "support/scratch.hpp"
#include "weft/analysis/deadlock/dependency_graph.hpp"
#include "weft/analysis/fabric/contention.hpp"
#include "weft/analysis/fabric/route_judgment.hpp"
#include "weft/io/file.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/forwarding/lane_dependencies.hpp"

namespace weft {
namespace {

std::string const own_data = WEFT_SOURCE_DIR "/test/data/fabrics/";

/// Returns the folder of the collection; empty if there is none.
std::string collection() {
  auto const* const named = std::getenv("WEFT_FABRICS");
  std::string const folder = named != nullptr ? named : WEFT_SOURCE_DIR "/../shared/reference/fabrics";
  return std::filesystem::exists(folder + "/rocket.ibnet") ? folder + "/" : std::string();
}

struct Case {
  std::string fabric;   ///< topology file
  std::string archive;  ///< archive of the tables
};

/// Returns the files of a fabric of engines.csv; nullopt if they are not present.
std::optional<Case> files_of(std::string const& name) {
  if (auto const own = own_data + "nets/" + name + ".net"; std::filesystem::exists(own))
    return Case{own, own_data + "tables/" + name + ".tar.xz"};
  auto const folder = collection();
  if (folder.empty()) return {};
  auto const file = name == "plafrim" ? "plafrim/plafrim.ibnet" : name + ".ibnet";
  return Case{folder + file, folder + "tables/" + name + ".tar.xz"};
}

/// A fabric of the collection, with the data that all its rows share.
class JudgedFabric {
 public:
  explicit JudgedFabric(Case const& files)
      : topology_(make_topology("file:format=ibnetdiscover,path=" + files.fabric)),
        network_(Machine(topology_).network()),
        hops_(router_graph(*network_)),
        fabric_(fabric_of(*topology_)) {
    auto const command = "tar -xJf '" + files.archive + "' -C '" + scratch_.path().string() + "'";
    if (std::system(command.c_str()) != 0) throw std::runtime_error(command);
  }

  /// Returns the tables of a row; nullopt if the collection does not contain them.
  std::optional<ForwardingTables> tables_of(ReferenceRow const& row) const {
    ForwardingTables tables;
    if (row.at("engine") == "real") {
      for (auto const& path : list_directory(collection() + row.at("fabric")))
        if (path.filename().string().starts_with("ibroute"))
          add_forwarding_tables(read_file(path), path.string(), tables);
      return tables;
    }
    auto const file = scratch_.path() / row.at("engine") / "opensm-lfts.dump";
    if (!std::filesystem::exists(file)) return {};
    add_forwarding_tables(read_file(file), file.string(), tables);
    return tables;
  }

  void check(ReferenceRow const& row, ForwardingTables const& tables) const {
    auto const ends = row.at("ends") == "all" ? routing::FabricEnds::all : routing::FabricEnds::hosts;
    auto const forwarded =
        routing::forwarded_routes(fabric_, *network_, tables, routing::end_nodes(fabric_, ends));
    auto const judged = fabric::judge(forwarded.routes, *network_, hops_);
    check_delivery(row, judged.delivery);
    check_loads(row, judged.load);
    auto const cycles = deadlock::cycle_facts(judged.waits);
    expect(row, "cdg_channels", channels_with_dependencies(judged.waits));
    expect(row, "cdg_arcs", judged.waits.num_arcs());
    expect(row, "cdg_components", cycles.components);
    expect(row, "cdg_in_cycles", cycles.vertices);
    expect(row, "cdg_shortest", cycles.shortest.size());
    if (ends == routing::FabricEnds::hosts) check_contention(row, forwarded.routes);
    if (row.at("engine") != "real") check_lanes(row, forwarded, routing::end_nodes(fabric_, ends));
  }

 private:
  /// Compares a value with an integer column.
  static void expect(ReferenceRow const& row, std::string const& column, std::uint64_t value) {
    if (row.at(column).empty()) return;
    EXPECT_EQ(std::to_string(value), row.at(column)) << column;
  }

  /// Compares a value with a column that has six decimal places; ties may be rounded either way.
  static void expect_near(ReferenceRow const& row, std::string const& column, double value) {
    if (row.at(column).empty()) return;
    EXPECT_NEAR(value, std::stod(row.at(column)), 0.5000001e-6) << column;
  }

  static std::uint64_t channels_with_dependencies(Graph const& waits) {
    auto const back = transposed(waits);
    std::uint64_t count = 0;
    for (Vertex v = 0; v < waits.num_vertices(); ++v) count += waits.degree(v) + back.degree(v) > 0;
    return count;
  }

  static void check_delivery(ReferenceRow const& row, fabric::DeliveryCounts const& delivery) {
    expect(row, "pairs", delivery.pairs);
    expect(row, "reachable", delivery.reachable);
    expect(row, "no_entry", delivery.no_entry);
    expect(row, "dead_port", delivery.dead_port);
    expect(row, "loops", delivery.loops);
    expect(row, "wrong_host", delivery.wrong_host);
    expect(row, "not_shortest", delivery.not_shortest);
    expect(row, "max_hops", delivery.max_hops);
    expect(row, "sum_hops", delivery.sum_hops);
  }

  static void check_loads(ReferenceRow const& row, std::vector<std::uint64_t> const& load) {
    auto const maximum = std::ranges::max(load);
    expect(row, "load_max", maximum);
    expect(row, "load_at_max", static_cast<std::uint64_t>(std::ranges::count(load, maximum)));
    expect(row, "load_idle", static_cast<std::uint64_t>(std::ranges::count(load, 0U)));
  }

  void check_lanes(ReferenceRow const& row, routing::ForwardedRoutes const& forwarded,
                   routing::EndNodes const& ends) const {
    auto const folder = scratch_.path() / row.at("engine");
    Sl2VlTables tables;
    add_sl2vl_tables(read_file(folder / "opensm-sl2vl.dump"), "opensm-sl2vl.dump", tables);
    ServiceLevels levels;
    add_service_levels(read_file(folder / "opensm-path-records.dump"), "opensm-path-records.dump", levels);
    routing::PairLevels const pairs(*fabric_.fabric, ends, forwarded.lids, levels);
    EXPECT_EQ(pairs.unknown(), 0u);
    auto const found = routing::lane_dependencies(forwarded.routes, *network_,
                                                  routing::Lanes(fabric_, *network_, ends, tables), pairs);
    EXPECT_EQ(found.dropped, 0u);
    std::string list;
    for (int lane = 0; lane < 16; ++lane)
      if (found.used >> lane & 1) list += (list.empty() ? "" : ";") + std::to_string(lane);
    EXPECT_EQ(list, row.at("vl_list"));
    auto const cycles = deadlock::cycle_facts(found.waits);
    expect(row, "vl_channels", found.lanes.size());
    expect(row, "vl_arcs", found.waits.num_arcs());
    expect(row, "vl_components", cycles.components);
    expect(row, "vl_in_cycles", cycles.vertices);
    expect(row, "vl_shortest", cycles.shortest.size());
  }

  void check_contention(ReferenceRow const& row, routing::DestinationRoutes const& routes) const {
    auto const bisection = fabric::effective_bisection(routes, *network_, 1000);
    expect_near(row, "ebb_mean", bisection.mean);
    expect_near(row, "ebb_sd", bisection.deviation);
    expect_near(row, "ebb_worst", bisection.worst);
    expect_near(row, "ebb_worst_pair", bisection.worst_pair);
    expect(row, "ebb_max_flows", bisection.max_flows);
    auto const shifts = fabric::shifts(routes, *network_);
    expect_near(row, "shift_mean", shifts.mean);
    expect_near(row, "shift_worst", shifts.worst);
    expect(row, "shift_worst_k", shifts.worst_k);
    expect(row, "shift_max_flows", shifts.max_flows);
    expect(row, "shift_contention_free", shifts.contention_free);
  }

  Scratch scratch_;
  TopologyPtr topology_;
  NetworkPtr network_;
  HopTable hops_;
  NumberedFabric fabric_;
};

class PublishedFabrics : public testing::TestWithParam<std::string> {};

TEST_P(PublishedFabrics, MatchPublishedJudgments) {
  auto const files = files_of(GetParam());
  if (!files) GTEST_SKIP() << "the real fabrics are not here; WEFT_FABRICS names their folder";
  JudgedFabric const fabric(*files);
  std::size_t judged = 0;
  for (auto const& row : csv_rows(own_data + "engines.csv")) {
    if (row.at("fabric") != GetParam() || row.at("pairs").empty()) continue;
    SCOPED_TRACE(row.at("engine") + ", ends " + row.at("ends"));
    auto const tables = fabric.tables_of(row);
    if (!tables) continue;
    fabric.check(row, *tables);
    ++judged;
  }
  EXPECT_GT(judged, 4u);
}

INSTANTIATE_TEST_SUITE_P(All, PublishedFabrics,
                         testing::Values("clos_8_4_8", "dragonfly_2_4_2", "hyperx_4x4_4", "mesh_6x6_2",
                                         "random_32_5_3", "ring_8_2", "slimfly_5_4", "torus_4x4x4_1",
                                         "torus_5x5_2", "tree_4_3", "rocket", "plafrim", "dgx"),
                         [](auto const& fabric) { return fabric.param; });

}  // namespace
}  // namespace weft
