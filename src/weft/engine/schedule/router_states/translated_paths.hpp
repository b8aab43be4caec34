#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

namespace weft::schedule {

/// A message of another processor that is not where the one of processor 0 is, translated.
struct BrokenSymmetry {
  std::uint64_t slot = 0;
  std::string what;
};

/// Sends all messages of the given processors, each hop over real coordinates and with the state that its real level has in
/// that slot, beside those of processor 0, and compares after every hop. The program must be free of violations.
std::optional<BrokenSymmetry> compare_translated_paths(RouterProgram const& program,
                                                       std::vector<std::uint32_t> const& sources,
                                                       Progress& progress);

}  // namespace weft::schedule
