#pragma once

#include "weft/core/spec.hpp"

namespace weft::verb {

/// The request with the failures of its topology (`failed:topology=[..],fail=..`) in its parameter `fail`. Throws
/// InputError for a verb without failures. assemble() does this; for those that read parameters themselves.
Spec with_failures_apart(Spec request);

}  // namespace weft::verb
