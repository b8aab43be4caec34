// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "weft/engine/replay/critical_path.hpp"
#include "weft/verb/replay/tables.hpp"

namespace weft::verb {
namespace {

using namespace replay;

constexpr std::size_t time_parts = 120, max_critical_ranks = 10;

Table path_table(std::vector<PathSegment> const& path, double end) {
  std::array<double, path_part_names.size()> seconds{};
  for (auto const& it : path) seconds[static_cast<std::size_t>(it.part)] += it.to - it.from;
  Table table{"critical_path", "Critical path", {{"part"}, {"seconds", "s"}, {"share", "%", "", 1}}, {}};
  for (std::size_t i = 0; i < seconds.size(); ++i)
    if (seconds[i] > 0) table.add_row({path_part_names[i], seconds[i], 100 * seconds[i] / end});
  return table;
}

Table ranks_table(std::vector<PathSegment> const& path, double end, std::uint32_t ranks) {
  std::vector<double> seconds(ranks, 0);
  for (auto const& it : path) seconds[it.rank] += it.to - it.from;
  std::vector<std::uint32_t> order;
  for (std::uint32_t rank = 0; rank < ranks; ++rank)
    if (seconds[rank] > 0) order.push_back(rank);
  std::ranges::stable_sort(order, std::greater{}, [&](std::uint32_t rank) { return seconds[rank]; });
  order.resize(std::min(order.size(), max_critical_ranks));
  Table table{"critical_ranks",
              "Ranks on the critical path",
              {{"rank"},
               {"seconds", "s", "time on the critical path, including messages in transit to the rank"},
               {"share", "%", "", 1}},
              {}};
  for (auto const rank : order) table.add_row({rank, seconds[rank], 100 * seconds[rank] / end});
  return table;
}

/// Adds the array `timeline`: the fraction of each time interval in which a rank computes.
void add_timeline(Program const& program, ReplayTrace const& trace, double end, Result& result) {
  std::vector<double> busy(std::size_t{program.num_ranks()} * time_parts, 0);
  auto const width = end / time_parts;
  for (std::uint32_t rank = 0; rank < program.num_ranks(); ++rank)
    for (auto i = program.first_operation(rank); i < program.first_operation(rank + 1); ++i) {
      if (program.operation(i).kind != OperationKind::compute || trace.end[i] <= trace.begin[i]) continue;
      auto const first = static_cast<std::size_t>(trace.begin[i] / width);
      for (auto part = first; part < time_parts; ++part) {
        auto const from = std::max(trace.begin[i], static_cast<double>(part) * width),
                   to = std::min(trace.end[i], static_cast<double>(part + 1) * width);
        if (from >= to) break;
        busy[rank * time_parts + part] += (to - from) / width;
      }
    }
  for (auto& part : busy) part = std::min(part, 1.0);
  result.arrays.push_back({"timeline",
                           "When ranks compute",
                           "",
                           "fraction of each of the equal intervals until the end; by rank, then by time",
                           {program.num_ranks(), time_parts},
                           std::move(busy)});
}

}  // namespace

Table jobs_table(ReplayedJobs const& jobs, ReplayOutcome const& outcome,
                 std::vector<std::optional<double>> const& alone) {
  Table table{"jobs",
              "Jobs",
              {{"job"},
               {"ranks"},
               {"start", "s"},
               {"end", "s"},
               {"time", "s", "time with the other jobs"},
               {"alone", "s"},
               {"slowdown", "", "time / time alone", 4}},
              {}};
  auto const end_of = [&](ReplayPart const& part) {
    double end = 0;
    for (auto rank = part.first_rank; rank < part.first_rank + part.ranks; ++rank)
      end = std::max(end, outcome.ranks[rank].end);
    return end;
  };
  for (std::size_t i = 0; i < jobs.jobs.size(); ++i) {
    auto const& nodes = jobs.jobs[i].nodes;
    auto const& part = jobs.jobs[i].part;
    auto const start = part.start + (part.after ? end_of(jobs.jobs[*part.after].part) : 0);
    auto const end = std::max(start, end_of(part));
    bool const stuck = std::ranges::any_of(outcome.stuck, [&](StuckOperation const& it) {
      return it.rank >= part.first_rank && it.rank < part.first_rank + part.ranks;
    });
    if (stuck || !alone[i])
      table.add_row(
          {nodes.name, part.ranks, start, Value{}, Value{}, alone[i] ? Value{*alone[i]} : Value{}, Value{}});
    else
      table.add_row({nodes.name, part.ranks, start, end, end - start, *alone[i],
                     *alone[i] > 0 ? Value{(end - start) / *alone[i]} : Value{}});
  }
  return table;
}

void add_trace_tables(Program const& program, ReplayTrace const& trace, ReplayOutcome const& outcome,
                      Result& result) {
  auto const end = outcome.end();
  if (end <= 0) return;
  auto const path = critical_path(program, trace);
  result.tables.push_back(path_table(path, end));
  result.tables.push_back(ranks_table(path, end, program.num_ranks()));
  if (program.num_ranks() <= max_shown_ranks) add_timeline(program, trace, end, result);
}

}  // namespace weft::verb
