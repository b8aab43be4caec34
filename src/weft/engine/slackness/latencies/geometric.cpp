#include "weft/engine/slackness/latencies/geometric.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft::slackness {

void Geometric::check(Params const& params) {
  if (params.mean < params.least)
    throw InputError(fmt::format("mean = {} is below least = {}", number_text(params.mean), params.least),
                     "no request is faster than least", "lower least or raise mean");
}

}  // namespace weft::slackness
