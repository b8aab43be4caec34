// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/io/line_reader.hpp"

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

/// A call of MPI in the text of dumpi2ascii, with its arguments.
class DumpiCall {
 public:
  explicit DumpiCall(std::string_view file) : file_(file) {}

  std::string_view name;
  std::int64_t entered = 0, left = 0;  ///< ns

  /// Goes to the next call; false after the last.
  bool read(LineReader& line);
  bool has(std::string_view argument) const;
  /// A whole argument, such as `int count=3` or `MPI_Comm comm=2 (MPI_COMM_WORLD)`. Throws InputError at the
  /// place of the call if it has none.
  std::int64_t number(std::string_view argument) const;
  /// The same, not below 0.
  std::uint64_t count(std::string_view argument) const;
  /// All of `int recvcounts[4]=[1, 2, 3, 4]`; empty if it is <IGNORED>.
  std::vector<std::int64_t> numbers(std::string_view argument) const;
  /// A communicator, data type, request or group by its number.
  std::uint32_t handle(std::string_view argument) const;
  [[noreturn]] void fail(std::string problem, std::string why = {}) const;
  std::uint32_t line() const { return place_.line; }
  /// file:line:1
  std::string place() const;

 private:
  std::string_view text_of(std::string_view argument) const;

  std::string_view file_;
  LineReader* line_ = nullptr;
  LineReader::Place place_;
  std::vector<std::pair<std::string_view, std::string_view>> arguments_;
};

}  // namespace weft
