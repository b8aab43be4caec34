#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/io/line_reader.hpp"

namespace weft {

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
