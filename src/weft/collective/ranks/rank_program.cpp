#include "weft/collective/ranks/rank_program.hpp"

#include <fmt/format.h>

#include "weft/collective/ranks/schedules/round_schedule.hpp"
#include "weft/collective/ranks/schedules/slot_schedule.hpp"
#include "weft/collective/ranks/schedules/straight_schedule.hpp"
#include "weft/core/memory.hpp"

namespace weft::collective {

std::unique_ptr<Schedule> embed(RankProgram program, Ranks const& ranks, Routes routes, Embedding embedding,
                                std::uint32_t sends, Switching switching) {
  bool const one_place = program.promise.holdings == Holdings::one_place;
  std::uint64_t const blocks = program.promise.blocks, n = ranks.size();
  bool const is_straight = one_place && program.rounds <= 1;
  auto const per_block = embedding == Embedding::rounds ? RoundSchedule::bytes_per_block
                         : is_straight                  ? StraightSchedule::bytes_per_block
                                                        : SlotSchedule::bytes_per_block;
  auto const held = one_place                       ? blocks * per_block
                    : embedding == Embedding::slots ? blocks * n * SlotSchedule::bytes_per_flow
                                                    : 0;
  require_memory(held, fmt::format("a schedule of {} blocks among {} ranks", blocks, n));
  if (embedding == Embedding::rounds)
    return std::make_unique<RoundSchedule>(std::move(program), ranks, std::move(routes), sends, switching);
  if (is_straight)
    return std::make_unique<StraightSchedule>(std::move(program), ranks, std::move(routes), sends, switching);
  return std::make_unique<SlotSchedule>(std::move(program), ranks, std::move(routes), sends, switching);
}

}  // namespace weft::collective
