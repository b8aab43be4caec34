// SPDX-License-Identifier: Apache-2.0
#include "weft/core/interrupt.hpp"

// There are no signals: a page stops a computation by ending its worker.
namespace weft {

bool interrupted() noexcept { return false; }
void throw_if_interrupted() {}
void send_sigterm_again() noexcept {}
InterruptGuard::InterruptGuard() {}
InterruptGuard::~InterruptGuard() = default;

}  // namespace weft
