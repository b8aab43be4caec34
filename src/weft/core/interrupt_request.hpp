#pragma once

namespace weft {

/// Stops the computation as the first Ctrl-C does while a CatchInterrupts lives. For programs with their own
/// end. A signal handler may call this.
void request_interrupt() noexcept;

}  // namespace weft
