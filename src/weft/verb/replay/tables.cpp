// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/replay/tables.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "weft/core/quantity.hpp"
#include "weft/workload/flow/tables.hpp"

namespace weft::verb {
namespace {

using namespace replay;

constexpr std::size_t max_ranks = max_shown_ranks, max_stuck = 20, max_waits = 20;

std::string_view kind_of(weft::Operation const& it) {
  switch (it.kind) {
    case OperationKind::send: return "send";
    case OperationKind::receive: return "receive";
    case OperationKind::compute: return "compute";
    case OperationKind::call: return "call";
    case OperationKind::wait_any: return "wait any";
    case OperationKind::wait_some: return "wait some";
    case OperationKind::nothing: break;
  }
  return "wait";
}

std::string format_rank(std::uint32_t rank) {
  return rank == weft::Operation::any ? "any" : std::to_string(rank);
}

/// Returns the ranks shown in a table, ascending: all, or the last ones to end if there are many.
std::vector<std::uint32_t> shown_ranks(std::uint32_t ranks, auto const& end_of) {
  std::vector<std::uint32_t> order(ranks);
  std::iota(order.begin(), order.end(), 0U);
  if (ranks <= max_ranks) return order;
  std::ranges::partial_sort(order, order.begin() + max_ranks, [&](auto a, auto b) {
    return end_of(a) != end_of(b) ? end_of(a) > end_of(b) : a < b;
  });
  order.resize(max_ranks);
  std::ranges::sort(order);
  return order;
}

std::string ranks_title(std::uint32_t ranks) {
  return ranks <= max_ranks ? "Ranks" : fmt::format("The {} of {} ranks that end last", max_ranks, ranks);
}

void add_ends(std::vector<double> ends, Result& result) {
  auto const count = ends.size();
  result.arrays.push_back({"rank_ends", "The end of each rank", "s", "by rank", {count}, std::move(ends)});
}

Table stuck_table(Program const& program, ReplayOutcome const& outcome) {
  Table table{"stuck",
              outcome.cycle > 0 ? "Ranks that wait forever; the first ones wait for each other in a cycle"
                                : "Ranks that wait forever",
              {{"rank"},
               {"operation", "", "number of the operation within the rank, counted from 0"},
               {"kind"},
               {"waits_for", "", "rank for which it waits"},
               {"tag"},
               {"in_cycle"}},
              {}};
  for (std::size_t i = 0; i < std::min(std::max(max_stuck, outcome.cycle), outcome.stuck.size()); ++i) {
    auto const& stuck = outcome.stuck[i];
    auto const& it = program.operation(stuck.operation);
    table.add_row({stuck.rank, stuck.operation - program.first_operation(stuck.rank), kind_of(it),
                   format_rank(stuck.waits_for), format_rank(is_message(it) ? it.tag : weft::Operation::any),
                   i < outcome.cycle ? "yes" : "no"});
  }
  return table;
}

/// Returns the rank for which each rank waits longest; empty for ranks that never wait.
std::vector<Value> longest_partners(ReplayOutcome const& outcome) {
  std::vector<Value> partners(outcome.ranks.size());
  for (auto const& wait : outcome.waits)
    if (partners[wait.rank].is_empty()) partners[wait.rank] = wait.partner;
  return partners;
}

Table waits_table(ReplayOutcome const& outcome) {
  Table table{"waits", "Longest waits between ranks", {{"rank"}, {"for"}, {"seconds", "s"}}, {}};
  for (auto const& wait : std::span(outcome.waits).first(std::min(max_waits, outcome.waits.size())))
    table.add_row({wait.rank, wait.partner, wait.seconds});
  return table;
}

Table messages_table(ReplayOutcome const& outcome) {
  Table table{"messages",
              "Messages by size",
              {{"up_to", "bytes"},
               {"messages"},
               {"bytes", "bytes"},
               {"mean_time", "s", "time from departure to arrival"},
               {"longest", "s"}},
              {}};
  for (std::size_t i = 0; i < MessageClasses::count; ++i) {
    auto const& it = outcome.classes.classes()[i];
    if (it.messages == 0) continue;
    table.add_row({MessageClasses::limit(i), it.messages, it.bytes,
                   it.seconds / static_cast<double>(it.messages), it.max_seconds});
  }
  return table;
}

Table matching_table(ReplayOutcome const& outcome) {
  Table table{"matching", "Longest queues of a rank", {{"queue"}, {"longest"}, {"rank"}}, {}};
  for (auto const& [queue, longest] : {std::pair{"messages without a receive", outcome.max_waiting_messages},
                                       std::pair{"receives without a message", outcome.max_waiting_receives}})
    if (longest.count > 0) table.add_row({queue, longest.count, longest.rank});
  return table;
}

/// Adds the array `waits`: the time that each rank waits for each other rank.
void add_waits(ReplayOutcome const& outcome, Result& result) {
  auto const ranks = outcome.ranks.size();
  std::vector<double> seconds(ranks * ranks, 0);
  for (auto const& wait : outcome.waits) seconds[wait.rank * ranks + wait.partner] = wait.seconds;
  result.arrays.push_back({"waits",
                           "Waiting time of each rank for each other rank",
                           "s",
                           "by the rank that waits, then by the other",
                           {ranks, ranks},
                           std::move(seconds)});
}

/// Returns a clause with the rule for blocking sends if one of the operations is a send.
std::string rule_of_sends(Program const& program, std::span<StuckOperation const> stuck) {
  bool const sends = std::ranges::any_of(
      stuck, [&](auto const& it) { return program.operation(it.operation).kind == OperationKind::send; });
  return sends ? "; a send of more than eager= bytes waits for its receive (--costs)" : "";
}

/// Returns whether `rank` is a rank of the program with no operations.
bool is_idle(Program const& program, std::uint32_t rank) {
  return rank < program.num_ranks() && program.first_operation(rank) == program.first_operation(rank + 1);
}

Table summary_table(Program const& program, ReplayOutcome const& outcome) {
  Table table{
      "summary",
      "Summary",
      {{"ranks"},
       {"operations"},
       {"messages"},
       {"bytes", "bytes"},
       {"end", "s"},
       {"computing", "", "fraction of the time, mean over the ranks", 4, "computing (fraction of the time)"},
       {"unreceived", "messages"}},
      {}};
  double computing = 0;
  for (auto const& rank : outcome.ranks) computing += rank.computing;
  auto const end = outcome.end();
  auto const ranks = program.num_ranks();
  table.add_row({ranks, outcome.operations, outcome.messages, outcome.bytes, end,
                 end > 0 ? Value{computing / end / ranks} : Value{}, outcome.unreceived});
  return table;
}

Table rank_table(ReplayOutcome const& outcome, std::span<std::uint32_t const> terminal_of) {
  auto const ranks = static_cast<std::uint32_t>(outcome.ranks.size());
  Table table{"ranks",
              ranks_title(ranks),
              {{"rank"},
               {"terminal"},
               {"end", "s"},
               {"computing", "s"},
               {"overhead", "s"},
               {"waiting", "s", "idle until another rank proceeds"},
               {"waits_for", "", "the rank for which it waits longest"}},
              {}};
  auto const partners = longest_partners(outcome);
  for (auto const rank : shown_ranks(ranks, [&](std::uint32_t r) { return outcome.ranks[r].end; })) {
    auto const& it = outcome.ranks[rank];
    table.add_row({rank, terminal_of[rank], it.end, it.computing, it.overhead, it.waiting, partners[rank]});
  }
  return table;
}

}  // namespace

void add_replay_tables(Program const& program, ReplayOutcome const& outcome,
                       std::span<std::uint32_t const> terminal_of, Result& result) {
  result.tables.push_back(summary_table(program, outcome));
  if (!outcome.stuck.empty()) result.tables.push_back(stuck_table(program, outcome));
  result.tables.push_back(rank_table(outcome, terminal_of));
  for (auto& other : {waits_table(outcome), messages_table(outcome), matching_table(outcome),
                      weft::over_time_table(outcome.over_time, outcome.end())})
    if (!other.rows.empty()) result.tables.push_back(other);
  if (program.num_ranks() <= max_ranks && !outcome.waits.empty()) add_waits(outcome, result);
  std::vector<double> ends;
  for (auto const& rank : outcome.ranks) ends.push_back(rank.end);
  add_ends(std::move(ends), result);
}

void add_loggops_tables(Program const& program, LogGopsOutcome const& outcome, Result& result) {
  constexpr double seconds = 1e-9;
  auto const last = outcome.end.empty() ? 0 : *std::ranges::max_element(outcome.end);
  Table summary{"summary",
                "Summary",
                {{"ranks"}, {"operations"}, {"end", "ns"}, {"events"}, {"unreceived", "messages"}},
                {}};
  summary.add_row({program.num_ranks(), program.num_operations(), last, outcome.events, outcome.unreceived});
  Table ranks{"ranks", ranks_title(program.num_ranks()), {{"rank"}, {"end", "ns"}}, {}};
  for (auto const rank : shown_ranks(program.num_ranks(), [&](std::uint32_t r) { return outcome.end[r]; }))
    ranks.add_row({rank, outcome.end[rank]});
  result.tables.push_back(std::move(summary));
  if (!outcome.stuck.empty()) {
    Table stuck{
        "stuck", "Operations that never end", {{"rank"}, {"operation"}, {"kind"}, {"peer"}, {"tag"}}, {}};
    for (std::size_t i = 0; i < std::min(max_stuck, outcome.stuck.size()); ++i) {
      auto const& it = program.operation(outcome.stuck[i]);
      auto const rank = program.rank_of(outcome.stuck[i]);
      stuck.add_row({rank, outcome.stuck[i] - program.first_operation(rank), kind_of(it),
                     format_rank(is_message(it) ? it.peer : weft::Operation::any),
                     format_rank(is_message(it) ? it.tag : weft::Operation::any)});
    }
    result.tables.push_back(std::move(stuck));
  }
  result.tables.push_back(std::move(ranks));
  std::vector<double> ends;
  for (auto const end : outcome.end) ends.push_back(static_cast<double>(end) * seconds);
  add_ends(std::move(ends), result);
}

namespace {

std::string format_makespan(double seconds, std::uint32_t ranks, std::string const& conditions) {
  auto const text = fmt::format("makespan {} ({})", format_span(seconds), format_count(ranks, "rank"));
  return conditions.empty() ? text : text + "; " + conditions;
}

}  // namespace

std::string answer_of(Program const& program, ReplayOutcome const& outcome, std::string const& conditions,
                      std::string const& bottleneck) {
  if (outcome.stuck.empty()) {
    auto text = format_makespan(outcome.end(), program.num_ranks(), conditions);
    if (!bottleneck.empty()) text += "; longest blocking at " + bottleneck;
    return text;
  }
  auto const& first = outcome.stuck.front();
  if (outcome.cycle == 0 && is_idle(program, first.waits_for))
    return fmt::format(
        "stuck: rank {} waits for rank {}, which is idle in this program; a file of the trace may be missing",
        first.rank, first.waits_for);
  if (outcome.cycle == 0)
    return fmt::format("stuck: rank {} waits forever for rank {}", first.rank, format_rank(first.waits_for)) +
           rule_of_sends(program, std::span(outcome.stuck).first(1));
  std::string text = "stuck: ranks wait for each other:";
  for (std::size_t i = 0; i < std::min<std::size_t>(outcome.cycle, 8); ++i)
    text += fmt::format(" {} ->", outcome.stuck[i].rank);
  return text + (outcome.cycle > 8 ? " .. -> " : " ") + std::to_string(first.rank) +
         rule_of_sends(program, std::span(outcome.stuck).first(outcome.cycle));
}

std::string answer_of(Program const& program, LogGopsOutcome const& outcome, std::string const& conditions) {
  if (!outcome.stuck.empty())
    return fmt::format("stuck: {} of {} operations never end", outcome.stuck.size(),
                       program.num_operations());
  auto const last = outcome.end.empty() ? 0 : *std::ranges::max_element(outcome.end);
  return format_makespan(1e-9 * static_cast<double>(last), program.num_ranks(), conditions);
}

}  // namespace weft::verb
