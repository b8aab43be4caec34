// SPDX-License-Identifier: Apache-2.0
#include "weft/library/interconnect.hpp"

#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "weft/experiment/assemble.hpp"
#include "weft/io/given_text.hpp"
#include "weft/network/hosts.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

double number_of(Value const& value, double otherwise) {
  if (value == Value{"infinite"}) return std::numeric_limits<double>::infinity();  // not connected
  return value.is_number() ? value.number() : otherwise;
}

using Arguments = std::vector<Spec::Argument>;

Result ask(char const* verb, Interconnect const& about, Arguments arguments) {
  arguments.insert(arguments.begin(), {"topology", about.text()});
  return verb::run_verb({verb, std::move(arguments)});
}

Arguments arguments_of(Job const& job) {
  Arguments arguments{{"routing", job.routing},
                      {"pattern", job.pattern},
                      {"mapping", job.mapping},
                      {"seed", std::to_string(job.seed)}};
  if (!job.grid.empty()) arguments.push_back({"grid", format_sides(job.grid)});
  return arguments;
}

/// Calls make(cell) for each row; cell(column) returns the value in a column.
template <class Make>
auto rows_of(Table const& table, Make make) {
  std::size_t row = 0;
  auto const cell = [&](char const* column) { return table.at(row, column); };
  std::vector<decltype(make(cell))> made;
  for (; row < table.rows.size(); ++row) made.push_back(make(cell));
  return made;
}

std::uint32_t id_of(Value const& value) { return static_cast<std::uint32_t>(value.number()); }

DeadlockReport deadlock_answer(Result result) {
  DeadlockReport answer{.is_free = result.table("verdict").at(0, "deadlock") == Value{"none"},
                        .text = result.answer};
  if (auto const* cycle = result.find_table("cycle"))
    answer.cycle = rows_of(*cycle, [](auto const& cell) {
      return fmt::format("{} waits for {}", cell("held").exact_text(), cell("waits_for").exact_text());
    });
  answer.result = std::move(result);
  return answer;
}

}  // namespace

std::string MetricValue::text() const {
  auto const one = [](double value) {
    return std::isinf(value) ? std::string("infinite") : Value(value).short_text();
  };
  if (is_exact()) return one(lower);
  if (std::isnan(lower)) return "unknown";
  return std::isinf(upper) ? "at least " + one(lower) : one(lower) + " to " + one(upper);
}

Interconnect::Interconnect(std::string const& topology) : topology_(make_topology(topology)) {}

Interconnect::Interconnect(std::string const& name, Wiring const& wiring)
    : graph_(std::in_place, name, wiring.graph()), topology_(make_topology(graph_->text())) {}

std::string Interconnect::text() const { return topology_->spec(true); }
std::uint64_t Interconnect::num_routers() const { return topology_->num_routers(); }
std::uint64_t Interconnect::num_terminals() const { return topology_->num_terminals(); }

std::vector<MetricValue> Interconnect::metrics(std::vector<std::string> const& keys, bool exact) const {
  auto const result = verb::run_verb({"show",
                                      {{"topology", text()},
                                       {"metrics", fmt::format("{}", fmt::join(keys, ","))},
                                       {"exact", exact ? "true" : "false"}}});
  auto const* const table = result.find_table("metrics");
  if (table == nullptr) return {};  // no metric has a value
  return rows_of(*table, [](auto const& cell) {
    constexpr auto none = std::numeric_limits<double>::quiet_NaN();
    auto const value = number_of(cell("value"), none), lower = number_of(cell("lower"), value);
    auto const upper =
        number_of(cell("upper"), cell("lower").is_number() ? number_of("infinite", none) : value);
    return MetricValue{.key = cell("key").exact_text(),
                       .name = cell("metric").exact_text(),
                       .unit = cell("unit").exact_text(),
                       .method = cell("how").exact_text(),
                       .lower = lower,
                       .upper = upper};
  });
}

MetricValue Interconnect::metric(std::string const& key, bool exact) const {
  auto const found = metrics({key}, exact);
  if (!found.empty()) return found.front();
  constexpr auto none = std::numeric_limits<double>::quiet_NaN();
  return {.key = key, .name = {}, .unit = {}, .method = {}, .lower = none, .upper = none};
}

std::vector<RouteHop> Interconnect::route(std::uint64_t from_terminal, std::uint64_t to_terminal,
                                          std::string const& routing) const {
  Hosts const hosts(topology_);
  auto const text = [&](std::uint64_t terminal) {
    return terminal < num_terminals() ? hosts.unique_name({static_cast<std::uint32_t>(terminal)})
                                      : fmt::format("t{}", terminal);
  };
  auto const result =
      ask("route", *this, {{"routing", routing}, {"from", text(from_terminal)}, {"to", text(to_terminal)}});
  auto const& routers = *result.find_array("route");
  auto const router = [&](std::size_t i) { return static_cast<std::uint32_t>(routers.number(i)); };
  std::vector<RouteHop> hops;
  auto const& table = result.table("route");
  for (std::size_t hop = 0; hop < table.rows.size(); ++hop)
    hops.push_back({router(hop), router(hop + 1), table.at(hop, "channel").exact_text()});
  return hops;
}

JobLoads Interconnect::loads(Job const& job) const {
  JobLoads loads{.result = ask("load", *this, arguments_of(job))};
  auto const& table = loads.result.table("throughput");
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (!table.at(row, "bottleneck").exact_text().empty()) {
      loads.throughput = table.at(row, "throughput").number();
      loads.bottleneck = table.at(row, "class").exact_text();
    }
  return loads;
}

std::vector<std::uint32_t> Interconnect::map(Job const& job) const {
  auto const result = ask("map", *this, arguments_of(job));
  return rows_of(result.table("mapping"), [](auto const& cell) { return id_of(cell("terminal")); });
}

Result Interconnect::simulate(SimulationOptions const& options) const {
  return ask("simulate", *this,
             {{"routing", options.routing},
              {"traffic", options.traffic},
              {"messages", std::to_string(options.messages)},
              {"engine", options.engine},
              {"seed", std::to_string(options.seed)}});
}

LatencyCurve Interconnect::sweep(SweepOptions const& options) const {
  Arguments arguments{{"routing", options.routing},
                      {"traffic", options.traffic},
                      {"engine", options.engine},
                      {"seed", std::to_string(options.seed)}};
  if (!options.rates.empty()) arguments.push_back({"rates", format_numbers(options.rates)});
  LatencyCurve curve{.result = ask("sweep", *this, std::move(arguments))};
  curve.points = rows_of(curve.result.table("curve"), [](auto const& cell) {
    return LatencyPoint{cell("rate").number(), cell("accepted").number(), cell("latency").number(),
                        cell("ending").exact_text().find("saturated") != std::string::npos};
  });
  return curve;
}

DeadlockReport Interconnect::deadlock(std::string const& routing, std::uint32_t vcs) const {
  return deadlock_answer(ask("deadlock", *this, {{"routing", routing}, {"vcs", std::to_string(vcs)}}));
}

DeadlockReport Interconnect::deadlock(PacketRoutes const& routes) const {
  std::string lines;
  for (auto const& visits : routes) lines += fmt::format("{}\n", fmt::join(visits, " "));
  GivenText const given("routes.txt", lines);
  return deadlock_answer(ask("deadlock", *this, {{"routes", given.path().string()}}));
}

Result Interconnect::collective(CollectiveOptions const& options) const {
  return ask("collective", *this,
             {{"operation", options.operation},
              {"algorithm", options.algorithm},
              {"bytes", options.bytes},
              {"alpha", format_number(options.alpha)},
              {"bandwidth", format_number(options.bandwidth)}});
}

Result Interconnect::schedule(std::string const& schedule) const {
  return ask("schedule", *this, {{"schedule", schedule}});
}

void Interconnect::draw(std::filesystem::path const& file) const {
  ask("draw", *this, {{"output", file.string()}});
}

void Interconnect::export_to(std::filesystem::path const& file) const {
  ask("export", *this, {{"output", file.string()}});
}

}  // namespace weft
