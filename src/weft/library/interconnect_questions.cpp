#include <fmt/format.h>

#include "weft/core/param_visit.hpp"
#include "weft/library/interconnect.hpp"
#include "weft/library/scratch_file.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

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
  if (!job.grid.empty()) arguments.push_back({"grid", sides_text(job.grid)});
  return arguments;
}

std::uint32_t id_at(Table const& table, std::size_t row, char const* column) {
  return static_cast<std::uint32_t>(table.at(row, column).number());
}

DeadlockAnswer deadlock_answer(Result result) {
  DeadlockAnswer answer{.is_free = result.table("verdict").at(0, "deadlock") == Value{"none"},
                        .text = result.answer};
  if (auto const* cycle = result.find_table("cycle"))
    for (std::size_t row = 0; row < cycle->rows.size(); ++row)
      answer.cycle.push_back(fmt::format("{} waits for {}", cycle->at(row, "held").exact_text(),
                                         cycle->at(row, "waits_for").exact_text()));
  answer.result = std::move(result);
  return answer;
}

}  // namespace

std::vector<RouteHop> Interconnect::route(std::uint64_t from_terminal, std::uint64_t to_terminal,
                                          std::string const& routing) const {
  auto const result = ask(
      "route", *this,
      {{"routing", routing}, {"from", std::to_string(from_terminal)}, {"to", std::to_string(to_terminal)}});
  auto const& table = result.table("route");
  std::vector<RouteHop> hops;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    hops.push_back(
        {id_at(table, row, "from"), id_at(table, row, "to"), table.at(row, "channel").exact_text()});
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
  auto const& table = result.table("mapping");
  std::vector<std::uint32_t> terminals;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    terminals.push_back(id_at(table, row, "terminal"));
  return terminals;
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
  if (!options.rates.empty()) arguments.push_back({"rates", numbers_text(options.rates)});
  LatencyCurve curve{.result = ask("sweep", *this, std::move(arguments))};
  auto const& table = curve.result.table("curve");
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    curve.points.push_back({table.at(row, "rate").number(), table.at(row, "accepted").number(),
                            table.at(row, "latency").number(),
                            table.at(row, "ending").exact_text().find("saturated") != std::string::npos});
  return curve;
}

DeadlockAnswer Interconnect::deadlock(std::string const& routing, std::uint32_t vcs) const {
  return deadlock_answer(ask("deadlock", *this, {{"routing", routing}, {"vcs", std::to_string(vcs)}}));
}

DeadlockAnswer Interconnect::deadlock(PacketRoutes const& routes) const {
  std::string lines;
  for (auto const& visits : routes) lines += fmt::format("{}\n", fmt::join(visits, " "));
  ScratchFile const file(lines);
  return deadlock_answer(ask("deadlock", *this, {{"routes", file.path().string()}}));
}

Result Interconnect::collective(CollectiveOptions const& options) const {
  return ask("collective", *this,
             {{"operation", options.operation},
              {"algorithm", options.algorithm},
              {"bytes", options.bytes},
              {"alpha", number_text(options.alpha)},
              {"bandwidth", number_text(options.bandwidth)}});
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
