// SPDX-License-Identifier: Apache-2.0
#include "weft/library/wiring.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

void check_router(std::uint32_t router, std::uint64_t routers) {
  if (router >= routers)
    throw InputError(fmt::format("router {}", router), fmt::format("must be in [0, {}]", routers - 1));
}

}  // namespace

Wiring::Wiring(std::uint32_t routers, std::uint32_t concentration) {
  if (routers == 0) throw InputError("the network has no routers");
  graph_.vertices = routers;
  graph_.terminals.assign(routers, concentration);
}

Wiring& Wiring::add(std::uint32_t a, std::uint32_t b, std::string_view channel_class, double bandwidth,
                    bool directed) {
  check_router(a, graph_.vertices);
  check_router(b, graph_.vertices);
  if (!(bandwidth > 0)) throw InputError(fmt::format("bandwidth={}", bandwidth), "must be positive");
  if (!graph_.links.empty() && graph_.directed != directed)
    throw InputError("a network cannot contain links and arcs", "", "write each link as two arcs");
  graph_.directed = directed;
  auto const known = std::ranges::find(graph_.classes, channel_class) - graph_.classes.begin();
  if (known == std::ssize(graph_.classes)) graph_.classes.emplace_back(channel_class);
  graph_.links.push_back({a, b, bandwidth, static_cast<std::uint16_t>(known)});
  return *this;
}

Wiring& Wiring::link(std::uint32_t a, std::uint32_t b, std::string_view channel_class, double bandwidth) {
  return add(a, b, channel_class, bandwidth, false);
}

Wiring& Wiring::arc(std::uint32_t from, std::uint32_t to, std::string_view channel_class, double bandwidth) {
  return add(from, to, channel_class, bandwidth, true);
}

Wiring& Wiring::terminals(std::uint32_t router, std::uint32_t count) {
  check_router(router, graph_.vertices);
  graph_.terminals[router] = count;
  return *this;
}

void add_topology(TopologyFamily family) {
  add_program_topology(std::move(family.name), [make = std::move(family.make)](Spec const& spec) {
    ProgramGraph made;
    made.graph = make(spec, made.resolved).graph();
    return made;
  });
}

}  // namespace weft
