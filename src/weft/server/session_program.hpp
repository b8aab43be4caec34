// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace weft::server {

/// A message through the pipes between the server and the process of a session: a letter for its kind, and a
/// text of any size.
struct Message {
  static constexpr char request = 'r', request_figures = 'f';  ///< sent to the process: the text of a request
  static constexpr char progress = 'p';  ///< sent by the process: JSON with the completed fraction and a text
  static constexpr char answer = 'a';    ///< sent by the process: a bundle
  char kind = 0;
  std::string text;
};

/// Writes a complete message. Returns false if the reader has closed its end.
bool write_message(int descriptor, char kind, std::string_view text);

/// Returns the next message; nullopt at the end of the input.
std::optional<Message> read_message(int descriptor);

/// A buffer that assembles messages from pieces of bytes as they arrive.
class MessageBuffer {
 public:
  void add(std::string_view bytes) { bytes_ += bytes; }
  /// Removes and returns the next message if it is complete.
  std::optional<Message> next();

 private:
  std::string bytes_;
};

/// First argument of `weft` in a process that serves the requests of one session. The second argument is the
/// memory limit in bytes; 0: no limit. Further arguments are the folders with readable files.
inline constexpr std::string_view session_program = "explore-session";
/// File descriptor for responses; standard output is for output that libraries print.
inline constexpr int answers_descriptor = 3;
/// Limit of the server's data (RLIMIT_DATA): the stacks of its threads occupy 1 GiB of address space, the
/// responses of its sessions the rest. Sessions replace the limit.
inline constexpr std::uint64_t max_server_bytes = std::uint64_t{4} << 30;

/// Runs the process of a session: serves requests from standard input until the server closes its end. SIGINT
/// stops the current request. Returns the exit status.
int run_session(std::span<char const* const> arguments);

}  // namespace weft::server
