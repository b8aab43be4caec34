// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include "weft/topology/family.hpp"

namespace weft {

/// Families with members for routers of many ports: `T::members_with_ports(ports, terminals)` returns the
/// arguments of members with about `terminals` terminals and at most `ports` ports per router, balanced by
/// the rule of the family, such as p = h and a = 2h in a dragonfly.
template <class T>
concept FitsPorts = Topology<T> && requires(std::uint64_t ports, std::uint64_t terminals) {
  { T::members_with_ports(ports, terminals) } -> std::same_as<Members>;
};

}  // namespace weft
