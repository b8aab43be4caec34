#pragma once

#include "weft/core/catalog.hpp"
#include "weft/engine/queue/policies/conservative.hpp"
#include "weft/engine/queue/policies/easy.hpp"
#include "weft/engine/queue/policies/fcfs.hpp"

namespace weft::queue {

/// All policies that users can name. Adding one is adding it here. `pass(cluster)` starts, at one moment, the
/// jobs that shall start then.
using Policies = Catalog<Fcfs, Easy, Conservative>;

}  // namespace weft::queue
