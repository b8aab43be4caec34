// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/clex/faults/surviving_clex.hpp"

#include "weft/core/parallel.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {

SurvivingClex::SurvivingClex(topology::Clex const& clex)
    : clex_(std::make_shared<topology::Clex const>(clex)), machine_(clex), degree_(clex.degree({0})) {}

SurvivingClex::SurvivingClex(topology::Clex const& clex, RouterFailed const& router_failed,
                             ChannelFailed const& channel_failed)
    : SurvivingClex(clex) {
  std::uint64_t const nodes = clex.num_routers();
  nodes_.assign((nodes + 63) / 64, 0);
  channels_.assign((nodes * degree_ + 63) / 64, 0);
  std::size_t const chunk = 64 * 64;  // nodes; chunks share no words
  auto const set = [](std::vector<std::uint64_t>& bits, std::uint64_t at) {
    bits[at / 64] |= std::uint64_t{1} << at % 64;
  };
  parallel_chunks(nodes, chunk, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (std::uint64_t node = begin; node < end; ++node)
      if (!router_failed({static_cast<std::uint32_t>(node)})) set(nodes_, node);
  });
  parallel_chunks(nodes, chunk, [&](std::uint64_t begin, std::uint64_t end, unsigned) {
    for (std::uint64_t node = begin; node < end; ++node) {
      RouterId const router{static_cast<std::uint32_t>(node)};
      if (!node_works(router.v)) continue;
      for (std::uint32_t p = 0; p < degree_; ++p) {
        PortId const port{static_cast<std::uint16_t>(p)};
        if (node_works(clex.neighbor(router, port).router.v) && !channel_failed({router, port}))
          set(channels_, node * degree_ + p);
      }
    }
  });
}

PortId SurvivingClex::port(std::uint32_t node, std::uint32_t level, std::uint32_t w) const {
  std::uint32_t const m = machine_.m;
  if (!machine_.single_link) return {static_cast<std::uint16_t>((level - 1) * m + w)};
  return {static_cast<std::uint16_t>(level == 1 ? w - (w > node % m) : m - 1 + level - 2)};
}

std::uint32_t SurvivingClex::landing(std::uint32_t node, std::uint32_t level, std::uint32_t w) const {
  return landing({{node}, port(node, level, w)});
}

std::uint32_t SurvivingClex::landing(ChannelId channel) const {
  return clex_->neighbor(channel.router(), channel.port()).router.v;
}

bool SurvivingClex::leads_on(std::uint32_t node, std::uint32_t level) const {
  for (std::uint32_t w = 0; w < clex_->ports_of(level); ++w)
    if (edge_works(node, level, w)) return true;
  return false;
}

bool SurvivingClex::clique_connects(std::uint32_t node, std::uint32_t target) const {
  if (clique_link_works(node, target)) return true;
  std::uint32_t const first = node - node % machine_.m;
  for (std::uint32_t w = 0; w < machine_.m; ++w)
    if (clique_link_works(node, w) && clique_link_works(first + w, target)) return true;
  return false;
}

}  // namespace weft::rounds
