#pragma once

#include "weft/core/spec.hpp"

namespace weft::verb {

/// Moves the failures of the topology of a request (`failed:topology=[..],fail=..`) into its parameter
/// `fail`. Throws InputError for a verb without failures. For code that reads parameters without assemble(),
/// which calls this.
Spec with_failures_apart(Spec request);

}  // namespace weft::verb
