#pragma once

#include <span>
#include <string_view>

namespace weft::app {

/// The first argument of `weft` in a process that answers the requests of one session. The second is the
/// memory in bytes that it may use; 0: no limit. The others are the folders whose files it may read.
inline constexpr std::string_view session_program = "explore-session";
/// Where it writes its answers; standard output is for what libraries print.
inline constexpr int answers_descriptor = 3;

/// That process: reads requests from standard input (messages.hpp) until the server closes its end. SIGINT
/// stops the request at hand. Returns the exit status.
int run_session(std::span<char const* const> arguments);

}  // namespace weft::app
