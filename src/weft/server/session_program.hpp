// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace weft::server {

/// What the server and a process that computes send each other through pipes: a letter, and a text of any
/// size.
struct Message {
  static constexpr char request = 'r', request_figures = 'f';  ///< to the process: the text of a request
  static constexpr char progress = 'p';                        ///< from it: JSON with share and text
  static constexpr char answer = 'a';                          ///< from it: a bundle
  char kind = 0;
  std::string text;
};

/// Writes a message whole. False if nobody reads any more.
bool write_message(int descriptor, char kind, std::string_view text);

/// Reads the next message; nothing at the end.
std::optional<Message> read_message(int descriptor);

/// Messages from pieces of bytes as they arrive.
class MessageBuffer {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }
  /// The next message that is complete.
  std::optional<Message> take();

 private:
  std::string bytes_;
};

/// The first argument of `weft` in a process that answers the requests of one session. The second is the
/// memory in bytes that it may use; 0: no limit. The others are the folders whose files it may read.
inline constexpr std::string_view session_program = "explore-session";
/// Where it writes its answers; standard output is for what libraries print.
inline constexpr int answers_descriptor = 3;

/// That process: reads requests from standard input until the server closes its end. SIGINT
/// stops the request at hand. Returns the exit status.
int run_session(std::span<char const* const> arguments);

}  // namespace weft::server
