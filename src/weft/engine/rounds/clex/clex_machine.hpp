#pragma once

#include <cstdint>

namespace weft::topology {
class Clex;
}  // namespace weft::topology

namespace weft::rounds {

/// The numbers of a CLEX that the engine computes with all the time.
struct ClexMachine {
  std::uint32_t m, levels;
  bool low_landing, single_link;

  explicit ClexMachine(topology::Clex const& clex);
  ClexMachine(std::uint32_t m_, std::uint32_t levels_, bool low = true, bool single = false)
      : m(m_), levels(levels_), low_landing(low), single_link(single) {}

  std::uint64_t power(std::uint32_t exponent) const {
    std::uint64_t result = 1;
    while (exponent-- > 0) result *= m;
    return result;
  }
  std::uint64_t nodes() const { return power(levels); }
  std::uint64_t cliques() const { return power(levels - 1); }
  std::uint64_t cliques_of_copy(std::uint32_t level) const { return power(level - 1); }
};

}  // namespace weft::rounds
