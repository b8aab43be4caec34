// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// A group of `count` messages from one terminal to another.
struct MessageGroup {
  std::uint32_t source = 0, destination = 0;
  std::uint64_t count = 1;
  friend bool operator==(MessageGroup const&, MessageGroup const&) = default;
};

/// Parses a message list: lines `source destination [count]`; `#` begins a comment; blank lines are skipped.
/// Terminals are 0 .. terminals-1, counts at least 1. Throws InputError at file:line:column; `file`: name for
/// error messages.
std::vector<MessageGroup> parse_message_list(std::string_view text, std::string_view file,
                                             std::uint64_t terminals);
std::vector<MessageGroup> read_message_list(std::filesystem::path const& path, std::uint64_t terminals);

/// A message with a size and a start time.
struct TimedMessage {
  std::uint32_t from = 0, to = 0;
  double bytes = 0;
  double start = 0;  ///< s
  friend bool operator==(TimedMessage const&, TimedMessage const&) = default;
};

/// Parses CSV with the columns `from,to,bytes,start`: terminals 0 .. terminals-1, bytes and seconds of at
/// least 0, which may have units (64kB, 3us). Throws InputError at file:line:column; `file`: name for error
/// messages.
std::vector<TimedMessage> parse_timed_messages(std::string_view text, std::string file,
                                               std::uint64_t terminals);
std::vector<TimedMessage> read_timed_messages(std::filesystem::path const& path, std::uint64_t terminals);

}  // namespace weft
