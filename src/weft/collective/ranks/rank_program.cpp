#include "weft/collective/ranks/rank_program.hpp"

#include "weft/collective/ranks/round_schedule.hpp"
#include "weft/collective/ranks/slot_schedule.hpp"

namespace weft::collective {

std::unique_ptr<Schedule> embed(RankProgram program, Machine const& machine, Routes routes,
                                Embedding embedding, std::uint32_t sends) {
  if (embedding == Embedding::slots)
    return std::make_unique<SlotSchedule>(std::move(program), machine, std::move(routes), sends);
  return std::make_unique<RoundSchedule>(std::move(program), machine, std::move(routes), sends);
}

}  // namespace weft::collective
