#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "weft/core/table.hpp"

namespace weft::verb {

/// Wall time since construction.
class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// The one row that every execution gives, so that runs can be compared: table `summary`.
struct Summary {
  std::uint64_t terminals = 0, messages = 0, delivered = 0, hops = 0;
  double rounds_per_message = 0;
  std::uint64_t makespan = 0;

  Table table(double seconds) const {
    Table table{"summary",
                "In all",
                {{"terminals"},
                 {"messages"},
                 {"delivered"},
                 {"hops_per_message", "hops", "of those delivered", 4},
                 {"rounds_per_message", "rounds", "mean rounds from departure to arrival", 4},
                 {"makespan", "rounds", "until the last message arrives"},
                 {"million_hops_per_second", "", "message-hops simulated", 1}},
                {}};
    auto const arrived = static_cast<double>(std::max<std::uint64_t>(delivered, 1));
    table.add_row({terminals, messages, delivered, static_cast<double>(hops) / arrived, rounds_per_message,
                   makespan, static_cast<double>(hops) / seconds / 1e6});
    return table;
  }
};

}  // namespace weft::verb
