#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "weft/collective/ranks/rank_plan.hpp"

namespace weft::collective {

/// Ranks for algorithms that need a power of two: the `core` of them; each other rank core + v is v's twin
/// and takes part through v.
struct PowerOfTwoCore {
  explicit PowerOfTwoCore(std::uint32_t number) : ranks(number), core(std::bit_floor(number)) {}

  std::uint32_t ranks, core;

  std::uint32_t twins() const { return ranks - core; }
  /// The rounds of exchanges among the core, and with what goes before and after them for the twins.
  std::uint32_t exchanges() const { return doublings(core); }
  bool folds() const { return twins() > 0; }

  /// Appends a message of the parts of ranks first .. first + count - 1 of the core and of their twins,
  /// `per_rank` blocks each.
  void send_parts(std::uint32_t from, std::uint32_t to, std::uint32_t first, std::uint32_t count,
                  std::uint32_t per_rank, Arrival arrival, std::vector<Message>& out) const {
    out.push_back({from, to, first * per_rank, count * per_rank, arrival});
    if (first < twins())
      out.push_back(
          {from, to, (core + first) * per_rank, std::min(count, twins() - first) * per_rank, arrival});
  }
  /// Appends messages of blocks first .. first + count - 1 of each v with a twin to it.
  void send_to_twins(std::uint32_t first, std::uint32_t count, Arrival arrival,
                     std::vector<Message>& out) const {
    for (std::uint32_t v = 0; v < twins(); ++v) out.push_back({v, core + v, first, count, arrival});
  }
  /// The same from the twins.
  void send_from_twins(std::uint32_t first, std::uint32_t count, Arrival arrival,
                       std::vector<Message>& out) const {
    for (std::uint32_t v = 0; v < twins(); ++v) out.push_back({core + v, v, first, count, arrival});
  }
};

}  // namespace weft::collective
