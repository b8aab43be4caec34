#pragma once

#include <cstdint>
#include <string>

#include "weft/core/error.hpp"
#include "weft/experiment/fields.hpp"
#include "weft/network/failures.hpp"

namespace weft::explore {

/// The parameters of every request on a network.
struct NetworkRequest {
  std::string topology = "torus:sides=8x8";
  std::string layout = {};
  FailureParams failures = {};
  std::int64_t seed = 1;
};

template <class Params>
constexpr std::tuple network_schema = std::tuple_cat(
    std::tuple{topology_field(&Params::topology), layout_field(&Params::layout), seed_field(&Params::seed)},
    group(&Params::failures, failure_schema));

/// A parameter that is the number of a router.
template <class Params>
constexpr auto router_field(std::string_view name, std::int64_t Params::*member) {
  return param(name, member, Range{0, 4294967294.0}, "the number of a router");
}

/// The router of that number. Throws InputError about the parameter if there are not so many.
inline RouterId checked_router(std::string_view name, std::int64_t number, std::uint64_t routers) {
  if (static_cast<std::uint64_t>(number) >= routers)
    throw InputError(std::string(name) + "=" + std::to_string(number),
                     "there are " + std::to_string(routers) + " routers, numbered from 0")
        .about(name);
  return {static_cast<std::uint32_t>(number)};
}

}  // namespace weft::explore
