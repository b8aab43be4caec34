#pragma once

#include <array>

namespace weft {

/// Stops the computation as the first Ctrl-C does while a CatchInterrupts lives. For programs with their own
/// end. A signal handler may call this.
void request_interrupt() noexcept;

/// The signals that a CatchInterrupts catches: Ctrl-C, SIGTERM, SIGTERM as app/termination.hpp passes it on,
/// and the end of the terminal (SIGHUP).
std::array<int, 4> ending_signals() noexcept;

}  // namespace weft
