#pragma once

#include <cstdint>
#include <vector>

#include "weft/io/program/program.hpp"

namespace weft::replay {

/// When each operation of a program began and ended, and what it waited for last. Times in s; those of
/// operations that never began are below 0.
struct ReplayTrace {
  static constexpr std::uint32_t none = Operation::any;

  std::vector<double> begin, end;
  std::vector<std::uint32_t> cause;    ///< the operation whose start or end let it begin
  std::vector<std::uint32_t> partner;  ///< the receive of a send, the send of a receive
  std::vector<double> left, arrived;   ///< of the data of a send
  std::vector<double> latency;         ///< of a send, s
  std::vector<std::uint32_t>
      left_by;  ///< the operation that let the data of a send leave: itself or its receive

  explicit ReplayTrace(std::uint32_t operations)
      : begin(operations, -1),
        end(operations, -1),
        cause(operations, none),
        partner(operations, none),
        left(operations, -1),
        arrived(operations, -1),
        latency(operations, 0),
        left_by(operations, none) {}
};

}  // namespace weft::replay
