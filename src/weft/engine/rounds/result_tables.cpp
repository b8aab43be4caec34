// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/result_tables.hpp"

#include <algorithm>
#include <bit>
#include <iterator>

namespace weft::rounds {
namespace {

/// Returns the table `faults`: columns that are common to all algorithms, then `own_columns`.
Table table_of_faults(std::uint64_t sent, std::uint64_t delivered, std::uint64_t unreachable,
                      std::uint64_t duplicates, std::vector<Column> own_columns, std::vector<Value> own) {
  Table table{"faults",
              "Under faults",
              {{"sent", "messages"},
               {"delivered", "messages", "messages delivered, each exactly once"},
               {"delivered_share", "%", "", 4},
               {"unreachable", "messages", "no path from source to destination survives"},
               {"duplicates", "messages", "repeated arrivals that the receiver dropped"}},
              {}};
  auto const share = sent == 0 ? 1.0 : static_cast<double>(delivered) / static_cast<double>(sent);
  std::vector<Value> row{sent, delivered, 100 * share, unreachable, duplicates};
  std::ranges::move(own_columns, std::back_inserter(table.columns));
  std::ranges::move(own, std::back_inserter(row));
  table.add_row(std::move(row));
  return table;
}

}  // namespace

Table fault_table(FaultOutcome const& outcome) {
  Histogram const& completion = outcome.completion;
  return table_of_faults(
      outcome.sent, outcome.delivered, outcome.unreachable, outcome.duplicates,
      {{"detours", "messages", "delivered over a shortest path from the node where they got stuck"},
       {"restarts", "messages", "detours that restarted at the source"},
       {"detour_hops", "hops"},
       {"makespan", "rounds", "until the last message arrives", 2},
       {"completion_mean", "rounds", "mean time of a message in flight", 3},
       {"completion_median", "rounds"},
       {"completion_p99", "rounds", "99 % of the messages need at most this number of rounds"},
       {"completion_max", "rounds"}},
      {outcome.detours, outcome.restarts, outcome.detour_hops, in_rounds(outcome.makespan), completion.mean(),
       completion.percentile(0.5), completion.percentile(0.99), completion.max()});
}

Table fault_table(ForwardResult const& outcome) {
  return table_of_faults(outcome.messages, outcome.delivered, outcome.unreachable, outcome.duplicates,
                         {{"transmissions", "", "hops, and transmissions that were lost or repeated"}},
                         {outcome.transmissions});
}

Table slowdown_table(FaultOutcome const& outcome, ClexMeasures const& perfect) {
  Table table{"slowdown",
              "A(l) under faults compared with the perfect machine",
              {{"level"},
               {"max_rounds", "rounds", "maximum over instances"},
               {"max_rounds_perfect", "rounds"},
               {"avg_rounds", "rounds", "mean per message", 4},
               {"avg_rounds_perfect", "rounds", "", 4},
               {"slowdown", "", "ratio of the average rounds", 4},
               {"avg_hops", "hops", "per message, including lost transmissions", 4},
               {"avg_hops_perfect", "hops", "", 4},
               {"extra_hops", "%", "", 2}},
              {}};
  auto const ratio = [](double a, double b) { return b > 0 ? a / b : 1.0; };
  for (std::size_t level = outcome.measures.levels.size(); level >= 1; --level) {
    double const rounds = outcome.measures.avg_rounds(level), hops = outcome.measures.avg_hops(level);
    table.add_row({level, outcome.measures.levels[level - 1].max_rounds, perfect.levels[level - 1].max_rounds,
                   rounds, perfect.avg_rounds(level), ratio(rounds, perfect.avg_rounds(level)), hops,
                   perfect.avg_hops(level), 100 * (ratio(hops, perfect.avg_hops(level)) - 1)});
  }
  return table;
}

Table unreachable_table(std::uint64_t messages, std::span<LostPair const> pairs) {
  Table table{"unreachable",
              std::to_string(messages) + " messages between terminals that no path connects",
              {{"source", "", "terminal"}, {"destination", "", "terminal"}},
              {}};
  for (auto const& [source, destination] : pairs) table.add_row({source, destination});
  return table;
}

Table level_table(ClexMachine const& machine, ClexMeasures const& measures) {
  Table table{"levels",
              "A(l), level by level",
              {{"level"},
               {"max_rounds", "rounds", "maximum over instances, without recursive calls"},
               {"avg_rounds", "rounds", "total per message on the level", 4},
               {"max_avg_load", "messages/node", "mean load of the instance with the highest load", 4},
               {"avg_hops", "hops", "mean per message", 4}},
              {}};
  for (std::uint32_t level = machine.levels; level >= 1; --level) {
    auto const& level_measures = measures.levels[level - 1];
    table.add_row(
        {level, level_measures.max_rounds, measures.avg_rounds(level),
         static_cast<double>(level_measures.max_messages) / static_cast<double>(machine.power(level)),
         measures.avg_hops(level)});
  }
  return table;
}

Table traffic_table(ClexMachine const& machine, ClexOptions const& options, ClexMeasures const& measures) {
  auto const bits_of = [](std::uint64_t numbers) { return std::uint64_t(std::bit_width(numbers - 1)); };
  std::uint64_t copies = 0, grants = 0, relaying = 0;
  for (auto const& phase : measures.phases) {
    copies += phase.copies;
    grants += phase.grants;
    relaying += phase.copies > 0;
  }
  std::uint64_t const requests = options.mode == Mode::dense ? copies : 0;
  std::uint64_t const hops = measures.hops(), in_cliques = measures.levels[0].hops;
  struct Part {
    char const* name;
    std::uint64_t number, bits, in_cliques;
  };
  std::uint64_t const signals = requests + grants;
  Part const parts[] = {{"payloads", hops, options.payload, in_cliques},
                        {"headers", hops, bits_of(machine.nodes()), in_cliques},
                        {"requests", requests, bits_of(machine.m), requests},
                        {"acknowledgments", grants, bits_of(machine.m), grants},
                        {"phase counters", signals, relaying == 0 ? 0 : bits_of(relaying), signals}};
  double all = 0, all_in_cliques = 0;
  for (auto const& part : parts) {
    all += static_cast<double>(part.number * part.bits);
    all_in_cliques += static_cast<double>(part.in_cliques * part.bits);
  }
  Table table{"traffic",
              "Bits that cross channels",
              {{"part"},
               {"number", "", "number of such parts over all hops"},
               {"bits", "bits", "size of each part"},
               {"per_message", "bits", "bits in total per message", 3},
               {"share", "%", "fraction of all bits", 3},
               {"share_in_cliques", "%", "fraction of the bits on level 1", 3}},
              {}};
  auto const percent = [](double bits, double of) { return of > 0 ? 100 * bits / of : 0; };
  for (auto const& part : parts)
    table.add_row({part.name, part.number, part.bits, measures.per_message(part.number * part.bits),
                   percent(static_cast<double>(part.number * part.bits), all),
                   percent(static_cast<double>(part.in_cliques * part.bits), all_in_cliques)});
  return table;
}

namespace {

/// Returns a table of the messages that remain after each step of the instances of level 1; callers may
/// append columns.
Table left_table(std::string name, std::string title, std::string step, ClexMeasures const& measures) {
  Table table{std::move(name),
              std::move(title),
              {{step},
               {"left_mean", "messages", "mean over all instances", 5},
               {"left_max", "messages", "maximum over instances"},
               {"ended", "instances", "instances that ended with this " + step}},
              {}};
  for (std::size_t p = 0; p < measures.phases.size(); ++p) {
    auto const& phase_measures = measures.phases[p];
    table.add_row(
        {p + 1, static_cast<double>(phase_measures.sum_remaining) / static_cast<double>(measures.instances),
         phase_measures.max_left, phase_measures.ended});
  }
  return table;
}

}  // namespace

Table phase_table(ClexMeasures const& measures) {
  auto table = left_table("phases", "A(1), phase by phase: messages left in a clique", "phase", measures);
  table.columns.push_back({"copies", "", "copies sent to relays: requests (dense) or messages (light)"});
  table.columns.push_back({"grants", "", "copies that a relay accepted and acknowledged"});
  for (std::size_t p = 0; p < measures.phases.size(); ++p) {
    table.rows[p].push_back(measures.phases[p].copies);
    table.rows[p].push_back(measures.phases[p].grants);
  }
  return table;
}

Table local_round_table(ClexMeasures const& measures) {
  return left_table("local_rounds", "Level 1, round by round: messages left in a local network", "round",
                    measures);
}

}  // namespace weft::rounds
