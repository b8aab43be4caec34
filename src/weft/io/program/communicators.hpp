#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// How a rank takes part in making a communicator. Communicators are named by the rank's own count: all,
/// itself, then those that it has made.
struct MadeCommunicator {
  /// How a communicator is made.
  enum class By : std::uint8_t { copy, split, members };
  By by = By::copy;
  std::uint32_t of = 0;             ///< the communicator whose ranks call together
  bool takes_part = true;           ///< this rank belongs to the new one
  std::int64_t color = 0, key = 0;  ///< split: those with one color are together, by key
  std::uint32_t members_of = 0;     ///< members: places in this communicator
  std::vector<std::uint32_t> members = {};
  std::string place = {};  ///< in its file
};

/// The communicators of all ranks.
struct Communicators {
  static constexpr std::uint32_t world = 0, self = 1;
  std::vector<std::vector<std::uint32_t>> members;  ///< ranks, by their place
  /// Of each rank: which one is that of its count.
  std::vector<std::vector<std::uint32_t>> of_rank;
};

/// What the calls of all ranks make: in each communicator the k-th such calls of its ranks belong together.
/// Throws InputError at the place of a call that not all ranks make.
Communicators make_communicators(std::vector<std::vector<MadeCommunicator>> const& made);

}  // namespace weft
