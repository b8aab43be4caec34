#include "weft/verb/schedule/applications/application_tables.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace weft::verb {
namespace {

/// Steps are slots, whatever the contention, if blocks do not go hop by hop.
Value steps_of(collective::Embedding embedding, std::uint64_t steps) {
  return embedding == collective::Embedding::rounds ? Value{steps} : Value{};
}

}  // namespace

MappingTotal::MappingTotal(std::vector<PhaseRun> const& runs)
    : mapping(runs.front().mapping), embedding(runs.front().embedding) {
  for (auto const& run : runs) {
    rounds += run.demand.rounds;
    steps += run.execution.steps;
    slots += run.execution.slots;
    widest = std::max(widest, run.widest);
  }
}

std::string MappingTotal::text() const {
  auto const of_rounds = fmt::format("{} round{}", rounds, rounds == 1 ? "" : "s");
  if (slots == rounds && widest <= 1)
    return fmt::format("mapping {}: {}, one slot each, free of contention", mapping, of_rounds);
  auto const counts = fmt::format("mapping {}: {} slots for {}", mapping, slots, of_rounds);
  if (embedding == collective::Embedding::slots) return counts + ", each block as early as channels are free";
  if (slots == steps) return counts + ", free of contention, but with paths of several hops";
  return fmt::format("{}, up to {} slots in a step", counts, widest);
}

Table contention_table(std::vector<MappingTotal> const& totals, double matrix_share) {
  Table table{"contention",
              "Contention by mapping",
              {{"mapping"},
               {"rounds", "", "of the algorithm: what it takes where neighbors are neighbors"},
               {"steps", "", "hop by hop: what the paths of the blocks take without contention"},
               {"slots", "", "that it takes"},
               {"slots per round"},
               {"slots per step", "", "contention: 1 if no channel had to carry two blocks at a time"},
               {"widest step", "slots"}},
              {}};
  if (matrix_share > 0)
    table.columns.push_back({"time", "matrices", "slots, in the time of a whole matrix over one channel"});
  for (auto const& it : totals) {
    auto const slots = static_cast<double>(it.slots);
    auto const steps = steps_of(it.embedding, it.steps);
    std::vector<Value> row{it.mapping,
                           it.rounds,
                           steps,
                           it.slots,
                           slots / static_cast<double>(it.rounds),
                           steps.is_empty() ? Value{} : Value{slots / steps.number()},
                           it.widest};
    if (matrix_share > 0) row.emplace_back(slots * matrix_share);
    table.add_row(std::move(row));
  }
  return table;
}

Table phases_table(std::vector<PhaseRun> const& runs) {
  Table table{
      "phases",
      "Phases, executed",
      {{"mapping"},
       {"phase"},
       {"rounds", "", "of the algorithm: what it takes where neighbors are neighbors"},
       {"steps", "", "hop by hop: what the paths of the blocks take without contention"},
       {"slots", "", "that it takes"},
       {"widest step", "slots", "1: no channel had to carry two blocks at a time"},
       {"bound", "slots", "the busiest task cannot send and receive its blocks faster, wherever it is"},
       {"blocks", "", "sent from task to task"},
       {"hops", "", "of a block, mean"},
       {"utilization", "", "of all channels, mean"}},
      {}};
  for (auto const& run : runs)
    table.add_row({run.mapping, run.phase, run.demand.rounds, steps_of(run.embedding, run.execution.steps),
                   run.execution.slots, run.widest, run.demand.bound, run.demand.blocks,
                   static_cast<double>(run.execution.transfers) / static_cast<double>(run.demand.blocks),
                   run.execution.utilization.mean()});
  return table;
}

}  // namespace weft::verb
