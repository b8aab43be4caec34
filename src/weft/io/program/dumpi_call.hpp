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

/// The role of a rank in the creation of a communicator. Each rank numbers its communicators: world, self,
/// then the communicators that it has created.
struct CreatedCommunicator {
  /// Ways to create a communicator.
  enum class By : std::uint8_t { copy, split, members };
  By by = By::copy;
  std::uint32_t of = 0;             ///< the parent communicator, whose ranks call collectively
  bool participates = true;         ///< the new communicator contains this rank
  std::int64_t color = 0, key = 0;  ///< split: ranks with equal colors form a communicator, ordered by key
  std::uint32_t members_of = 0;     ///< members: the communicator to which `members` refers
  std::vector<std::uint32_t> members = {};
  std::string place = {};  ///< position in the file
};

/// The communicators of all ranks.
struct Communicators {
  static constexpr std::uint32_t world = 0, self = 1;
  std::vector<std::vector<std::uint32_t>> members;  ///< ranks, by position in the communicator
  /// By rank and by the rank's number of the communicator: index into `members`.
  std::vector<std::vector<std::uint32_t>> of_rank;
};

/// Matches the calls of all ranks: in each communicator, the k-th calls of its ranks belong together. Throws
/// InputError at the position of a call that is missing on some ranks.
Communicators make_communicators(std::vector<std::vector<CreatedCommunicator>> const& created_communicators);

/// An MPI call and its arguments in the output of dumpi2ascii.
class DumpiCall {
 public:
  explicit DumpiCall(std::string_view file) : file_(file) {}

  std::string_view name;
  std::int64_t entered = 0, left = 0;  ///< ns

  /// Advances to the next call. Returns false after the last.
  bool read(LineReader& line);
  bool has(std::string_view argument) const;
  /// Returns an integer argument, such as `int count=3` or `MPI_Comm comm=2 (MPI_COMM_WORLD)`. Throws
  /// InputError at the position of the call if the argument is missing or not an integer.
  std::int64_t number(std::string_view argument) const;
  /// Returns an integer argument that is at least 0.
  std::uint64_t count(std::string_view argument) const;
  /// Returns all numbers of an argument such as `int recvcounts[4]=[1, 2, 3, 4]`; empty if it is <IGNORED>.
  std::vector<std::int64_t> numbers(std::string_view argument) const;
  /// Returns the number of a communicator, data type, request or group.
  std::uint32_t handle(std::string_view argument) const;
  [[noreturn]] void fail(std::string problem, std::string why = {}) const;
  std::uint32_t line() const { return place_.line; }
  /// Returns file:line:1.
  std::string place() const;

 private:
  std::string_view text_of(std::string_view argument) const;

  std::string_view file_;
  LineReader* line_ = nullptr;
  LineReader::Place place_;
  std::vector<std::pair<std::string_view, std::string_view>> arguments_;
};

}  // namespace weft
