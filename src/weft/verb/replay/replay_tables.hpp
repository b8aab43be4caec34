#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "weft/core/result.hpp"
#include "weft/engine/replay/flow_replay.hpp"
#include "weft/engine/replay/loggops.hpp"
#include "weft/io/program/program.hpp"

namespace weft::verb {

/// Tables summary, ranks and stuck; array rank_ends. `terminal_of`: of each rank.
void add_replay_tables(Program const& program, replay::ReplayOutcome const& outcome,
                       std::span<std::uint32_t const> terminal_of, Result& result);
void add_loggops_tables(Program const& program, replay::LogGopsOutcome const& outcome, Result& result);

/// When the program ends, or which ranks wait for ever. `bottleneck`: the channel that holds it up most.
std::string answer_of(Program const& program, replay::ReplayOutcome const& outcome,
                      std::string const& bottleneck);
std::string answer_of(Program const& program, replay::LogGopsOutcome const& outcome);

}  // namespace weft::verb
