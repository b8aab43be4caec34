#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "weft/io/line_reader.hpp"
#include "weft/io/program/program.hpp"

namespace weft {

/// A collective call of SimGrid's time-independent traces.
struct TiCollective {
  std::string_view name;
  CallKind kind;
};

std::span<TiCollective const> ti_collectives();
/// That with this name, if any, and whether it blocks: those that do not begin with an i.
std::pair<TiCollective const*, bool> ti_collective_named(std::string_view word);

/// The next word as a number of elements, at most 2^63 - 1.
double read_ti_count(LineReader& line);
/// Bytes of an element: of the data type that the next word numbers as SMPI does; `none` at the end of the
/// line.
double read_ti_type(LineReader& line, double none);
/// The rest of the line of a call among so many ranks. `compute` is in operations.
CollectiveCall read_ti_collective(LineReader& line, TiCollective const& action, std::uint32_t ranks,
                                  double no_type);

}  // namespace weft
