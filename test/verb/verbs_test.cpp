// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/routings.hpp"
#include "support/scratch.hpp"
#include "support/verb_samples.hpp"
#include "weft/core/error.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/network/machine.hpp"
#include "weft/network/network.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/compare/compare.hpp"
#include "weft/verb/load/load.hpp"
#include "weft/verb/route/route.hpp"
#include "weft/verb/show/show.hpp"
#include "weft/verb/simulate/simulate.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

TEST(Simulate, ResolvesEveryPart) {
  auto const result = run<Simulate>({.topology = "torus:sides=4x4"});
  EXPECT_EQ(result.scenario.at(0).value, "torus:sides=4x4,concentration=1,doubled=false,injection=0");
  EXPECT_EQ(result.scenario.at(1).value, "dimension_order:direction=shortest,tie=random");
  EXPECT_EQ(run<Simulate>({.topology = "clex"}).scenario.at(1).value.substr(0, 14), "clex_recursive");
}

TEST(Simulate, TornadoUsesTheSidesOfTheTorus) {
  // Shifts of ceil(k/2) - 1 in each dimension: 3 + 1 hops on 8 x 4, for every message.
  auto const result = run<Simulate>({.topology = "torus:sides=8x4", .traffic = "tornado"});
  EXPECT_EQ(result.table("summary").at(0, "hops_per_message").number(), 4);
}

TEST(Simulate, LoadEngineAcceptsTheDefaultTraffic) {
  auto const result = run<Simulate>({.topology = "torus:sides=4x4", .engine = "load"});
  EXPECT_GT(result.table("throughput").rows.size(), 0U);
}

TEST(Simulate, PatternsTreatTerminalsOfASparseGridAsARing) {
  for (char const* traffic : {"tornado", "neighbor", "bisection"}) {
    auto const result = run<Simulate>({.topology = "sparse_mesh:side=4", .traffic = traffic});
    EXPECT_EQ(result.table("summary").at(0, "messages").number(), 4) << traffic;
  }
}

TEST(Simulate, DeliversAllReachableMessagesUnderLossAndFailures) {
  auto const lossy =
      run<Simulate>({.topology = "clex:m=6,levels=3", .messages = 6, .engine = "rounds:loss=0.1"});
  EXPECT_EQ(lossy.table("summary").at(0, "delivered"), Value{6 * 216});
  auto const broken =
      run<Simulate>({.topology = "clex:m=6,levels=3", .messages = 6, .engine = "rounds:failed_links=0.05"});
  auto const& faults = broken.table("faults");
  EXPECT_EQ(faults.at(0, "delivered").number() + faults.at(0, "unreachable").number(), 6 * 216);
}

TEST(Simulate, NotesThatNoRateSaturates) {
  auto const with = [](std::string const& arrivals) {
    return run<Simulate>({.topology = "clex:m=8,levels=2",
                          .engine = "rounds:saturation=true,rounds=400,arrivals=" + arrivals});
  };
  auto const bernoulli = with("bernoulli"), poisson = with("poisson");
  EXPECT_TRUE(bernoulli.table("saturation").at(0, "refused").is_empty());
  ASSERT_EQ(bernoulli.notes.size(), 1U);
  EXPECT_NE(bernoulli.notes.front().find("arrivals=poisson offers more"), std::string::npos);
  EXPECT_GT(poisson.table("saturation").at(0, "refused").number(), 1);
  EXPECT_TRUE(poisson.notes.empty());
}

TEST(Simulate, RejectsUnsupportedCombinations) {
  EXPECT_THROW(run<Simulate>({.topology = "clex:m=4,levels=2,bandwidth=1x2"}), InputError);
  EXPECT_THROW(run<Simulate>({.topology = "clex", .engine = "rounds:queue=farthest_first"}), InputError);
  EXPECT_THROW(Simulate::assemble({.topology = "torus", .engine = "rounds:execution=phases"}), InputError);
}

TEST(Route, StaysInTheCopyOfBothTerminals) {
  // clex:m=3,levels=3: terminals 9 .. 17 are copy 1 of level 2, so no hop is of level 3.
  for (std::int64_t from = 9; from < 18; ++from)
    for (std::int64_t to = 9; to < 18; ++to) {
      auto const result = run<Route>({.topology = "clex:m=3,levels=3",
                                      .from = std::to_string(from),
                                      .to = std::to_string(to),
                                      .routing = "clex_direct"});
      auto const& table = result.table("route");
      for (std::size_t r = 0; r < table.rows.size(); ++r) EXPECT_NE(table.at(r, "channel"), Value{"level3"});
    }
}

TEST(Route, EveryRoutingReachesTheDestination) {
  for (auto const* const topology :
       {"torus", "mesh", "hyperx", "dragonfly", "kary_ntree", "kary_nfly", "clex"})
    Routings::for_each([&]<class R>(std::type_identity<R>) {
      auto const machine = Machine(make_topology(topology));
      if (needs_file(R::name) || !routing::serves_in<R>(routing::Form::channels, machine)) return;
      auto const result =
          run<Route>({.topology = topology, .from = "0", .to = "7", .routing = std::string(R::name)});
      auto const& table = result.table("route");
      auto const to = machine.network()->ejection_router({7}).v;
      EXPECT_EQ(table.at(table.rows.size() - 1, "to"), Value{to}) << R::name << " on " << topology;
    });
}

/// The array and the figure contain the path of the table.
TEST(Route, ReportsRoutersInAnArrayAndAFigure) {
  for (auto const* const topology : {"torus:sides=4x4", "dragonfly", "kary_ntree", "kautz", "dcell"}) {
    SCOPED_TRACE(topology);
    auto const result = run<Route>({.topology = topology, .from = "1", .to = "7"});
    auto const& table = result.table("route");
    auto const* const route = result.find_array("route");
    ASSERT_NE(route, nullptr);
    ASSERT_EQ(route->size(), table.rows.size() + 1);
    ASSERT_GE(route->size(), 2u);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      EXPECT_EQ(table.at(i, "from").number(), route->number(i));
      EXPECT_EQ(table.at(i, "to").number(), route->number(i + 1));
    }
    auto const figures = figures_of(result);
    ASSERT_EQ(figures.size(), 1u);
    EXPECT_EQ(figures[0].name, "path");
    EXPECT_TRUE(figures[0].caption.starts_with(fmt::format("{} hop", table.rows.size())))
        << figures[0].caption;
    EXPECT_NE(figures[0].caption.find(" from terminal 1 to 7: "), std::string::npos);
    auto const& view = std::get<chart::NetworkView>(figures[0].picture);
    ASSERT_EQ(view.paths.size(), 1u);
    EXPECT_FALSE(view.paths[0].closed);
    for (std::size_t i = 0; i < route->size(); ++i) EXPECT_EQ(view.paths[0].vertices[i], route->number(i));
    EXPECT_NE(to_svg(figures[0]).find("<svg"), std::string::npos);
  }
}

TEST(Route, HasNoFigureWithoutHopsOrForALargeNetwork) {
  auto const stays = run<Route>({.topology = "torus:sides=4x4", .from = "3", .to = "3"});
  EXPECT_EQ(stays.find_array("route")->size(), 1u);
  EXPECT_EQ(stays.find_array("route")->number(0), 3);
  EXPECT_TRUE(figures_of(stays).empty());
  EXPECT_TRUE(figures_of(run<Route>({.topology = "torus:sides=256x256", .from = "0", .to = "300"})).empty());
  auto lacking = run<Route>({.topology = "torus:sides=4x4", .from = "0", .to = "3"});
  lacking.arrays.clear();
  EXPECT_TRUE(figures_of(lacking).empty());
}

TEST(Route, UgalIsMinimalInAnIdleNetwork) {
  auto const hops = [](std::string const& routing) {
    return run<Route>({.topology = "dragonfly", .from = "0", .to = "50", .routing = routing})
        .table("route")
        .rows.size();
  };
  EXPECT_LE(hops("ugal"), 3u);
  EXPECT_LE(hops("par"), 3u);
}

/// Returns the value of a metric in `column`.
Value metric(Result const& result, std::string const& key, std::string const& column) {
  auto const& table = result.table("metrics");
  for (std::size_t i = 0; i < table.rows.size(); ++i)
    if (table.at(i, "key") == Value{key}) return table.at(i, column);
  return "no metric " + key;
}

TEST(Failures, ChangeMetricsAndLoads) {
  auto const shown =
      run<Show>({.topology = "ring:routers=8", .metrics = "diameter,n_routers", .failures = {.fail = "0-1"}});
  EXPECT_EQ(metric(shown, "diameter", "value"), Value{7});
  auto const smaller =
      run<Show>({.topology = "ring:routers=8", .metrics = "diameter,n_routers", .failures = {.fail = "0"}});
  EXPECT_EQ(metric(smaller, "n_routers", "value"), Value{7});
  // The message that uses the failed link, one of four around a ring of four, takes three hops.
  for (auto const* const routing : {"minimal", "all_minimal", "k_shortest:paths=1", "up_down"}) {
    auto const loads = run<Load>({.topology = "ring:routers=4",
                                  .routing = routing,
                                  .pattern = "traffic:of=[shift:by=1]",
                                  .failures = {.fail = "0-1"}});
    EXPECT_DOUBLE_EQ(loads.table("dilation").at(0, "mean_hops").number(), 1.5) << routing;
  }
}

std::string id_of(Spec const& request) {
  auto const experiment = assemble(request);
  return run_id(experiment->resolved(), 1);
}

/// Except schedules and queues, which require complete networks.
TEST(Failures, ApplyToEveryVerbWithATopology) {
  std::size_t verbs = 0;
  for (auto const& sample : test::verb_samples()) {
    auto const is_network = [](auto const& argument) { return argument.key.starts_with("topolog"); };
    bool const is_whole = sample.name == "schedule" || sample.name == "queue";
    if (std::ranges::none_of(sample.arguments, is_network) || is_whole) continue;
    auto request = sample;
    request.arguments.push_back({"fail", "0-1"});
    EXPECT_NE(id_of(request), id_of(sample)) << sample.name;
    EXPECT_FALSE(run_verb(request).tables.empty()) << sample.name;
    ++verbs;
  }
  EXPECT_EQ(verbs + 3, verb_docs().size()) << "all but list, schedule and queue";
}

TEST(Failures, CanBeOptionsOfTheScenarioOrTheEngine) {
  for (std::string const engine : {"rounds", "flit", "load"}) {
    Spec const scenario{"simulate", {{"topology", "ring:routers=8"}, {"engine", engine}, {"fail", "0-1"}}},
        option{"simulate", {{"topology", "ring:routers=8"}, {"engine", engine + ":fail=0-1"}}};
    EXPECT_EQ(id_of(scenario), id_of(option)) << engine;
    auto both = option;
    both.arguments.push_back({"failed_links", "0.1"});
    EXPECT_THROW(assemble(both), InputError) << engine;
  }
  auto const loads = run<Simulate>({.topology = "ring:routers=4",
                                    .routing = "minimal",
                                    .traffic = "shift:by=1",
                                    .engine = "load",
                                    .failures = {.fail = "0-1"}});
  EXPECT_DOUBLE_EQ(loads.table("dilation").at(0, "mean_hops").number(), 1.5);
}

TEST(Failures, AreAvoidedByRoutes) {
  for (char const* routing : {"default", "minimal", "up_down", "valiant", "minimal_adaptive"}) {
    auto const result = run<Route>({.topology = "ring:routers=8",
                                    .from = "0",
                                    .to = "1",
                                    .routing = routing,
                                    .failures = {.fail = "0-1"}});
    EXPECT_GE(result.table("route").rows.size(), 7U) << routing;
    EXPECT_EQ(result.table("route").rows.back()[4], Value{1}) << routing;
  }
  EXPECT_THROW(
      run<Route>({.topology = "ring:routers=8", .from = "0", .to = "4", .failures = {.fail = "2+6"}}),
      InputError);
  EXPECT_THROW(run<Route>({.topology = "ring:routers=8", .from = "0", .to = "4", .failures = {.fail = "4"}}),
               InputError);
}

TEST(Failures, ApplyToExportCompareAndUniversality) {
  auto const exported =
      assemble({"export", {{"topology", "ring:routers=8"}, {"format", "edge_list"}, {"fail", "0-1"}}});
  exported->run();
  auto const text = exported->document().value().content;
  EXPECT_EQ(std::ranges::count(text, '\n') - std::ranges::count(text, '#'), 7) << text;
  auto const compared =
      run<Compare>({.topologies = "ring:routers=8,ring:routers=9", .failures = {.fail = "0-1"}});
  EXPECT_EQ(metric(compared, "diameter", "ring:routers=8"), Value{7});
  auto const universal = run_verb({"universality", {{"topology", "ring:routers=8"}, {"fail", "0-1"}}});
  EXPECT_EQ(universal.table("facts").at(5, "value"), Value{14}) << "messages: a channel each";
}

TEST(Failures, AreMarkedInPictures) {
  auto const picture = [](std::string const& fail) {
    auto const drawn = assemble({"draw", {{"topology", "ring:routers=8"}, {"fail", fail}}});
    drawn->run();
    return drawn->document().value().content;
  };
  EXPECT_EQ(picture("").find("failed"), std::string::npos);
  EXPECT_NE(picture("0-1").find("link that has failed"), std::string::npos);
  EXPECT_NE(picture("2").find("router that has failed"), std::string::npos);
}

TEST(Failures, RejectTasksOnFailedRouters) {
  auto const complaint = complaint_of([] {
    run<Load>(
        {.topology = "ring:routers=4", .pattern = "traffic:of=[shift:by=1]", .failures = {.fail = "2"}});
  });
  EXPECT_EQ(complaint.substr(0, 79),
            "mapping: task 2 is on terminal 2 (router 2 of this terminal has failed); place ")
      << complaint;
}

TEST(Show, MeanDistanceOfATorusMatchesTheClosedForm) {
  // 3 x 2 hops on average over all pairs, including a router with itself (Dally & Towles, sec. 5.2.2).
  EXPECT_NEAR(metric(run<Show>({.topology = "torus:sides=8x8x8"}), "avg_dist", "value").number(),
              6.0 * 512 / 511, 1e-12);
}

TEST(Show, HasTablesOfDistancesChannelsCostAndCopies) {
  auto const result = run<Show>({.topology = "clex:m=3,levels=3"});
  EXPECT_EQ(result.table("distances").rows.size(), 3U);
  EXPECT_EQ(result.table("channels").rows.size(), 3U);
  EXPECT_EQ(result.table("copies").rows.size(), 3U);
  EXPECT_FALSE(result.table("cost").rows.empty());
}

TEST(Show, UsesClosedFormsForLargeNetworks) {
  for (char const* topology :
       {"complete:routers=65536", "hypercube:dimensions=30", "polarfly:q=65521", "kautz:degree=2,length=31",
        "clex:m=2,levels=31", "clex:m=2,levels=32", "clex:m=2,levels=32,links=single",
        "clex:m=2,levels=31,landing=high", "percs:supernodes=1000000"}) {
    auto const result = run<Show>({.topology = topology});
    EXPECT_GT(metric(result, "n_routers", "value").number(), 60'000) << topology;
  }
}

TEST(Show, ComputesOnlyTheRequestedMetrics) {
  auto const result = run<Show>({.topology = "torus:sides=4x4", .metrics = "girth"});
  ASSERT_EQ(result.tables.size(), 1U);
  ASSERT_EQ(result.tables[0].rows.size(), 1U);
  EXPECT_EQ(metric(result, "girth", "value"), Value{4});
  EXPECT_THROW(Show::assemble({.topology = "torus", .metrics = "grith"}), InputError);
}

TEST(Show, UsesTheLayoutAndThePricesOfTheRequest) {
  auto const ring = run<Show>(
      {.topology = "ring:routers=9", .layout = "pitch=2,folding=plain", .cost = "port=0,router=1000"});
  EXPECT_EQ(ring.table("channels").at(0, "max"), Value{16.0});
  auto const& cost = ring.table("cost");
  double routers = 0;
  for (auto const& row : cost.rows)
    if (row[0] == Value{"price of routers"}) routers = row[1].number();
  EXPECT_DOUBLE_EQ(routers, 9000);
  EXPECT_THROW(read_layout("ptich=1"), InputError);
  EXPECT_THROW(read_cost("port=-1"), InputError);
}

TEST(Simulate, PhasesReportDelaysUnderFailuresLossAndJitter) {
  for (char const* faults : {"failed_links=0.1", "loss=0.2", "jitter=1", "loss=0.1,failed_routers=0.1"}) {
    auto const result = run<Simulate>({.topology = "clex:m=4,levels=3",
                                       .messages = 4,
                                       .engine = std::string("rounds:delays=true,") + faults});
    auto const& delays = result.table("delays");
    EXPECT_EQ(delays.at(0, "mean"), result.table("faults").at(0, "completion_mean")) << faults;
    std::uint64_t messages = 0;
    auto const& distribution = result.table("delay_distribution");
    for (std::size_t i = 0; i < distribution.rows.size(); ++i)
      if (distribution.at(i, "quantity") == Value{"delay_ns"})
        messages += static_cast<std::uint64_t>(distribution.at(i, "messages").number());
    EXPECT_EQ(Value{messages}, result.table("faults").at(0, "delivered")) << faults;
  }
}

TEST(Simulate, DelaysMatchTheLayout) {
  auto const longest = [](std::string const& layout) {
    auto const result = run<Simulate>(
        {.topology = "torus:sides=8x8", .messages = 4, .engine = "rounds:delays=true", .layout = layout});
    auto const& delays = result.table("delays");
    for (std::size_t i = 0; i < delays.rows.size(); ++i)
      if (delays.rows[i][0] == Value{"distance"}) return delays.at(i, "max").number();
    return 0.0;
  };
  EXPECT_GT(longest(""), 0);
  EXPECT_NEAR(longest("pitch=1"), 2 * longest("pitch=0.5"), 1e-9);
}

TEST(Compare, ReportsMetricsAndRuns) {
  auto const result =
      run<Compare>({.topologies = "torus:sides=4x4,mesh:sides=4x4,clex:m=4,levels=2", .messages = 2});
  EXPECT_EQ(result.table("metrics").columns.size(), 6U);
  EXPECT_EQ(metric(result, "bisection", "torus:sides=4x4"), Value{8});
  EXPECT_EQ(metric(result, "bisection", "mesh:sides=4x4"), Value{4});
  EXPECT_EQ(result.table("simulated").rows.size(), 3U);
  EXPECT_EQ(run<Compare>({.topologies = "torus,mesh"}).tables.size(), 2U);
}

TEST(Compare, SupportsEveryEngine) {
  for (char const* engine : {"rounds", "rounds:rate=0.05", "flit:rate=0.1,cycles=500,warm_up=200", "load"}) {
    auto const result = run<Compare>({.topologies = "torus:sides=4x4,mesh:sides=4x4", .engine = engine});
    auto const& simulated = result.table("simulated");
    EXPECT_GE(simulated.rows.size(), 2U) << engine;
    EXPECT_EQ(simulated.rows.front()[0], Value{"torus:sides=4x4"}) << engine;
    EXPECT_EQ(simulated.rows.back()[0], Value{"mesh:sides=4x4"}) << engine;
    EXPECT_EQ(simulated.at(0, "routing"), Value{"dimension_order"}) << engine;
  }
}

TEST(Compare, RejectsInvalidRequestsBeforeRunning) {
  EXPECT_THROW(Compare::assemble({.topologies = "polarfly,torus:sides=0"}), InputError);
  EXPECT_THROW(Compare::assemble({.topologies = "torus,mesh", .traffic = "foo"}), InputError);
  EXPECT_THROW(Compare::assemble({.topologies = "torus,mesh", .messages = 2, .engine = "load"}), InputError)
      << "loads count no messages";
}

TEST(Verbs, HaveADescriptionAndAnExample) {
  for (auto const& doc : verb_docs()) {
    EXPECT_FALSE(doc.doc.empty()) << doc.name;
    EXPECT_TRUE(doc.example.starts_with("weft " + doc.name)) << doc.name;
  }
}

TEST(Verbs, AreResolvedBeforeTheyRunAndReturnTables) {
  for (auto const& request : test::verb_samples()) {
    auto const experiment = assemble(request);
    auto const resolved = experiment->resolved();
    auto const result = experiment->run();
    EXPECT_EQ(result.scenario, resolved) << request.name;
    EXPECT_FALSE(result.tables.empty()) << request.name;
    for (auto const& file : pictures_of(*experiment, result)) {
      EXPECT_FALSE(file.content.empty()) << request.name << " " << file.name;
      EXPECT_NE(file.name.find('.'), std::string::npos) << request.name;
    }
  }
}

TEST(Verbs, BuildAtMostOneNetwork) {
  std::vector<Spec> requests = test::verb_samples();
  for (char const* engine :
       {"rounds", "rounds:rate=0.05,rounds=200", "flit:rate=0.1,warm_up=100,cycles=200", "load"})
    requests.push_back({"simulate", {{"topology", "torus:sides=3x3"}, {"engine", engine}}});
  requests.push_back({"load", {{"topology", "petersen"}, {"mapping", "best:seconds=0.1"}}});
  requests.push_back({"deadlock",
                      {{"topology", "ring:routers=4"},
                       {"vcs", "1"},
                       {"layers", "true"},
                       {"routing", "minimal:choice=lowest"}}});
  for (auto const& request : requests) {
    auto const before = networks_made().load();
    run_verb(request);
    EXPECT_LE(networks_made() - before, request.name == "compare" ? 2U : 1U) << request.to_string();
  }
}

/// Also if the routing determines the number of virtual channels.
TEST(Verbs, BindAtMostOneRouting) {
  std::vector<Spec> requests = test::verb_samples();
  for (char const* engine : {"rounds", "flit:rate=0.1,warm_up=100,cycles=200",
                             "flit:rate=0.1,warm_up=100,cycles=200,failed_links=0.1", "load"})
    for (char const* routing : {"minimal", "layered", "up_down"})
      requests.push_back({"simulate", {{"topology", "petersen"}, {"routing", routing}, {"engine", engine}}});
  for (char const* routing : {"minimal", "layered", "valiant"})
    requests.push_back({"deadlock", {{"topology", "petersen"}, {"routing", routing}}});
  requests.push_back({"simulate",
                      {{"topology", "torus:sides=9x9"},
                       {"routing", "valiant"},
                       {"engine", "flit:rate=0.1,warm_up=100,cycles=200,vcs=1"}}});
  for (auto const& request : requests) {
    auto const before = routing::routings_bound().load();
    try {
      run_verb(request);
    } catch (InputError const&) {}  // virtual channels given that are too few
    EXPECT_LE(routing::routings_bound() - before, request.name == "compare" ? 2U : 1U) << request.to_string();
  }
}

TEST(Verbs, RejectUnknownParametersAndVerbs) {
  for (auto request : test::verb_samples()) {
    request.arguments.push_back({"no_such_parameter", "1"});
    EXPECT_THROW(assemble(request), InputError) << request.name;
  }
  EXPECT_THROW(assemble({"shw", {}}), InputError);
}

TEST(Simulate, EnginesRejectUnsupportedFields) {
  auto const problem = [](Scenario const& scenario) {
    auto const rejection = rejection_of([&] { Simulate::assemble(scenario); });
    return rejection ? rejection->where + ": " + rejection->problem : "none";
  };
  EXPECT_EQ(problem({.topology = "torus", .messages = 2, .engine = "load"}),
            "messages: engine load does not support messages");
  EXPECT_EQ(problem({.topology = "torus", .engine = "load", .layout = "pitch=1"}),
            "layout: engine load does not support layout");
  EXPECT_EQ(problem({.topology = "torus:sides=4x4", .engine = "load"}), "none");
}

TEST(RunIds, DependOnTheContentOfFiles) {
  Scratch const scratch;
  auto const file = (scratch.path() / "messages.txt").string();
  Spec const request{"simulate", {{"topology", "ring:routers=4"}, {"traffic", "message_list:file=" + file}}};
  write_file(file, "0 1\n");
  auto const before = id_of(request);
  EXPECT_EQ(id_of(request), before);
  write_file(file, "0 2\n");
  EXPECT_NE(id_of(request), before);
}

TEST(RunIds, DependOnTheGraphInAFile) {
  Scratch const scratch;
  auto const file = (scratch.path() / "graph.txt").string();
  auto const topology = "file:path=" + file + ",format=edge_list";
  for (Spec const& request :
       {Spec{"show", {{"topology", topology}}}, Spec{"load", {{"topology", topology}}},
        Spec{"load",
             {{"topology", "ring:routers=3"}, {"mapping", "local_search:from=[file:path=" + file + "]"}}}}) {
    write_file(file, "0 1\n1 2\n");
    auto const before = id_of(request);
    EXPECT_EQ(id_of(request), before);
    write_file(file, "0 1\n1 2\n2 0\n");
    EXPECT_NE(id_of(request), before) << request.to_string();
  }
}

/// Experiment that resolves a single setting.
class Resolved final : public Experiment {
 public:
  explicit Resolved(Setting setting) : Experiment("resolved") { resolve({std::move(setting)}); }
  Estimate estimate() const override { return {}; }

 private:
  void execute(Result&, Progress&) override {}
};

TEST(RunIds, DependOnTheFileOfEveryParameter) {
  Scratch const scratch;
  auto const file = (scratch.path() / "some.file").string();
  std::size_t found = 0;
  auto const check = [&](CatalogDoc const& entry, ParamDoc const& param, bool top) {
    EXPECT_TRUE(is_file_key(param.name) || param.type != "text" ||
                param.doc.find(" file of ") == std::string::npos)
        << entry.name << " " << param.name;
    if (!is_file_key(param.name)) return;
    ++found;
    std::set<std::string> ids;
    for (char const* content : {"0 1\n", "0 2\n"}) {
      write_file(file, content);
      Setting const setting =
          top ? Setting{param.name, (param.name == "host" ? "@" : "") + file}
              : Setting{"traffic", "outer:of=[" + entry.name + ":" + param.name + "=" + file + "]"};
      ids.insert(run_id(Resolved(setting).resolved(), 1));
    }
    EXPECT_EQ(ids.size(), 2U) << entry.name << " " << param.name;
  };
  for (auto const& verb : verb_docs())
    for (auto const& param : verb.params) check(verb, param, true);
  for (auto const& section : list_catalogs())
    for (auto const& entry : section.entries)
      for (auto const& param : entry.params) check(entry, param, false);
  EXPECT_GE(found, 10U);
}

TEST(RunIds, DependOnAllFilesOfAMonitoredRun) {
  Scratch const scratch;
  auto const id = [&](std::string const& files) {
    return run_id(Resolved({"pattern", "monitoring:file=" + files}).resolved(), 1);
  };
  write_file(scratch.path() / "run.0.prof", "E\t0\t1\t108 bytes\t3 msgs sent\n");
  for (auto const& files : {scratch.path(), scratch.path() / "run.*.prof"}) {
    auto const before = id(files.string());
    write_file(scratch.path() / "run.1.prof", "E\t1\t0\t108 bytes\t3 msgs sent\n");
    EXPECT_NE(id(files.string()), before) << files;
    std::filesystem::remove(scratch.path() / "run.1.prof");
  }
}

TEST(RunIds, DependOnEveryOption) {
  std::vector<Spec> const requests{
      {"show", {{"topology", "torus:sides=3x3"}}},
      {"show", {{"topology", "torus:sides=3x3"}, {"exact", "true"}}},
      {"show", {{"topology", "torus:sides=3x3"}, {"metrics", "diameter"}}},
      {"show", {{"topology", "mesh:sides=3x3"}}},
      {"universality", {{"topology", "torus:sides=3x3"}}},
      {"draw", {{"topology", "torus:sides=3x3"}}},
      {"load", {{"topology", "torus:sides=3x3"}}},
      {"map", {{"topology", "torus:sides=3x3"}}},
  };
  std::set<std::string> ids;
  for (auto const& request : requests) ids.insert(id_of(request));
  EXPECT_EQ(ids.size(), requests.size());
}

}  // namespace
}  // namespace weft::verb
