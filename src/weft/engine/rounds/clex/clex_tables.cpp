#include "weft/engine/rounds/clex/clex_tables.hpp"

namespace weft::rounds {

Table level_table(ClexMachine const& machine, ClexMeasures const& measures) {
  Table table{"levels",
              "A(l), level by level",
              {{"level"},
               {"max_rounds", "rounds", "of any instance, recursive calls excluded"},
               {"avg_rounds", "rounds", "a message spends on the level in total", 4},
               {"max_avg_load", "messages/node", "of the fullest instance", 4},
               {"avg_hops", "hops", "per message", 4}},
              {}};
  for (std::uint32_t level = machine.levels; level >= 1; --level) {
    auto const& it = measures.levels[level - 1];
    table.add_row({level, it.max_rounds, measures.avg_rounds(level),
                   static_cast<double>(it.max_messages) / static_cast<double>(machine.power(level)),
                   measures.avg_hops(level)});
  }
  return table;
}

Table phase_table(ClexMeasures const& measures) {
  Table table{"phases",
              "A(1), phase by phase: messages left in a clique",
              {{"phase"},
               {"left_mean", "messages", "over all instances", 5},
               {"left_max", "messages", "of any instance"},
               {"ended", "instances", "instances whose last message went in this phase"}},
              {}};
  for (std::size_t p = 0; p < measures.phases.size(); ++p) {
    auto const& it = measures.phases[p];
    table.add_row({p + 1, static_cast<double>(it.sum_left) / static_cast<double>(measures.instances),
                   it.max_left, it.ended});
  }
  return table;
}

}  // namespace weft::rounds
