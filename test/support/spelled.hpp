// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "weft/engine/rounds/clex/clex_options.hpp"

namespace weft::rounds {

/// All measures of a run of A(l) as text, to be compared and read where they differ.
inline std::string spelled(ClexMeasures const& measures) {
  std::string text =
      std::to_string(measures.messages) + " messages, " + std::to_string(measures.instances) + " instances";
  for (auto const& l : measures.levels)
    text += "\nlevel " + std::to_string(l.max_rounds) + " " + std::to_string(l.sum_rounds) + " " +
            std::to_string(l.hops) + " " + std::to_string(l.max_messages);
  text += "\nsteps";
  for (auto const rounds : measures.step_rounds) text += " " + std::to_string(rounds);
  for (auto const& p : measures.phases)
    text += "\nphase " + std::to_string(p.sum_remaining) + " " + std::to_string(p.max_left) + " " +
            std::to_string(p.ended) + " " + std::to_string(p.copies) + " " + std::to_string(p.grants);
  return text;
}

}  // namespace weft::rounds
