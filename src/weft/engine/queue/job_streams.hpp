#pragma once

#include "weft/core/catalog.hpp"
#include "weft/engine/queue/lublin.hpp"

namespace weft::queue {

/// The models of streams of jobs that users can name. Adding one is adding it here. Each has name, doc,
/// Params, schema and `make(params, nodes, seed)`, its jobs by their submission.
using JobStreams = Catalog<Lublin>;

}  // namespace weft::queue
