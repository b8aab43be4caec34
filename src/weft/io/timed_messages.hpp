#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// A message of a list with sizes and starts.
struct TimedMessage {
  std::uint32_t from = 0, to = 0;
  double bytes = 0;
  double start = 0;  ///< s
  friend bool operator==(TimedMessage const&, TimedMessage const&) = default;
};

/// Reads CSV with the columns `from,to,bytes,start`: terminals 0 .. terminals-1, bytes and seconds of at
/// least 0, which may have units (64kB, 3us). Throws InputError at file:line:column; `file` is the name used
/// there.
std::vector<TimedMessage> parse_timed_messages(std::string_view text, std::string file,
                                               std::uint64_t terminals);
std::vector<TimedMessage> read_timed_messages(std::filesystem::path const& path, std::uint64_t terminals);

}  // namespace weft
