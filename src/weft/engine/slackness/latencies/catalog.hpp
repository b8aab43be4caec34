#pragma once

#include "weft/core/catalog.hpp"
#include "weft/engine/slackness/latencies/distances.hpp"
#include "weft/engine/slackness/latencies/fixed.hpp"
#include "weft/engine/slackness/latencies/geometric.hpp"
#include "weft/engine/slackness/latencies/listed.hpp"
#include "weft/engine/slackness/latencies/uniform.hpp"

namespace weft::slackness {

/// All distributions of latencies that users can name. Adding one is adding it here.
using Latencies = Catalog<Distances, Fixed, Uniform, Geometric, Listed>;

}  // namespace weft::slackness
