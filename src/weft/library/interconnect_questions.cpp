#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/experiment/collective/collective.hpp"
#include "weft/experiment/deadlock/deadlock.hpp"
#include "weft/experiment/export.hpp"
#include "weft/experiment/flit/sweep.hpp"
#include "weft/experiment/load.hpp"
#include "weft/experiment/picture.hpp"
#include "weft/experiment/route.hpp"
#include "weft/experiment/schedule/schedule.hpp"
#include "weft/experiment/simulate.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/library/interconnect.hpp"
#include "weft/library/scratch_file.hpp"
#include "weft/report/network/network_picture.hpp"

namespace weft {
namespace {

LoadRequest request_of(std::string const& topology, Job const& job) {
  LoadRequest request{.topology = topology,
                      .routing = job.routing,
                      .pattern = job.pattern,
                      .mapping = job.mapping,
                      .seed = static_cast<std::int64_t>(job.seed)};
  if (!job.grid.empty()) request.grid = job.grid;
  return request;
}

DeadlockAnswer answer_of(Result result) {
  DeadlockAnswer answer{.is_free = is_free_of_deadlock(result), .text = result.answer};
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
  auto const result =
      weft::route({.topology = text(), .routing = routing, .from = from_terminal, .to = to_terminal});
  auto const& table = result.table("route");
  std::vector<RouteHop> hops;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    hops.push_back({static_cast<std::uint32_t>(table.at(row, "from").number()),
                    static_cast<std::uint32_t>(table.at(row, "to").number()),
                    table.at(row, "channel").exact_text()});
  return hops;
}

JobLoads Interconnect::loads(Job const& job) const {
  JobLoads loads{.result = load_channels(request_of(text(), job))};
  auto const& table = loads.result.table("throughput");
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    if (!table.at(row, "bottleneck").exact_text().empty()) {
      loads.throughput = table.at(row, "throughput").number();
      loads.bottleneck = table.at(row, "class").exact_text();
    }
  return loads;
}

std::vector<std::uint32_t> Interconnect::map(Job const& job) const {
  return place_tasks(request_of(text(), job)).placement;
}

Result Interconnect::simulate(SimulationOptions const& options) const {
  return weft::simulate({.topology = text(),
                         .routing = options.routing,
                         .traffic = options.traffic,
                         .messages = options.messages,
                         .engine = options.engine,
                         .seed = static_cast<std::int64_t>(options.seed)});
}

LatencyCurve Interconnect::sweep(SweepOptions const& options) const {
  LatencyCurve curve{.result = run_sweep({.topology = text(),
                                          .routing = options.routing,
                                          .traffic = options.traffic,
                                          .engine = options.engine,
                                          .seed = static_cast<std::int64_t>(options.seed),
                                          .rates = options.rates})};
  auto const& table = curve.result.table("curve");
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    curve.points.push_back({table.at(row, "rate").number(), table.at(row, "accepted").number(),
                            table.at(row, "latency").number(),
                            table.at(row, "ending").exact_text().find("saturated") != std::string::npos});
  return curve;
}

DeadlockAnswer Interconnect::deadlock(std::string const& routing, std::uint32_t vcs) const {
  return answer_of(analyse_deadlock({.topology = text(), .routing = routing, .vcs = vcs}));
}

DeadlockAnswer Interconnect::deadlock(PacketRoutes const& routes) const {
  std::string lines;
  for (auto const& visits : routes) lines += fmt::format("{}\n", fmt::join(visits, " "));
  ScratchFile const file(lines);
  return answer_of(analyse_deadlock({.topology = text(), .routes = file.path().string()}));
}

Result Interconnect::collective(CollectiveOptions const& options) const {
  CollectiveRequest request{.topology = text(),
                            .algorithm = options.algorithm,
                            .bytes = options.bytes,
                            .alpha = options.alpha,
                            .bandwidth = options.bandwidth};
  detail::read_value("operation", options.operation, {}, request.operation);
  return run_collective(request);
}

Result Interconnect::schedule(std::string const& schedule) const {
  return run_schedule({.topology = text(), .schedule = schedule});
}

void Interconnect::draw(std::filesystem::path const& file) const {
  auto const picture = picture_of(text());
  write_file(file, picture.vertices.empty() ? report::to_svg(matrix_of(text())) : report::to_svg(picture));
}

void Interconnect::export_to(std::filesystem::path const& file) const {
  export_topology({.topology = text(), .output = file.string()});
}

}  // namespace weft
