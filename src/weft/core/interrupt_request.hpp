#pragma once

namespace weft {

/// What the first Ctrl-C does while a CatchInterrupts lives, for the signal handlers of a program that ends in
/// its own way. Safe in a signal handler.
void request_interrupt() noexcept;

}  // namespace weft
