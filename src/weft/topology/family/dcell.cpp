// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/dcell.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"

namespace weft::topology {

Dcell::Dcell(Params const& params)
    : params_(params), cells_{Divisor{static_cast<std::uint64_t>(params.servers)}} {
  for (std::int64_t level = 0; level < params.levels; ++level)
    cells_.emplace_back(cells_.back().value() * (cells_.back().value() + 1));
}

void Dcell::check(Params const& params) {
  auto size = static_cast<double>(params.servers);
  for (std::int64_t level = 0; level < params.levels; ++level) size *= size + 1;
  bool const switched = params.model == MiniSwitch::vertex;
  if (size + (switched ? size / static_cast<double>(params.servers) : 0) > 0x1p32)
    throw InputError{"servers=" + std::to_string(params.servers) + " with levels=" +
                         std::to_string(params.levels) + " produce more than 2^32 servers and switches",
                     "router ids have 32 bits"};
}

/// Returns the server at the other end of the link of `server` on `level` >= 1.
std::uint32_t Dcell::across(std::uint32_t server, std::uint32_t level) const {
  auto const& cell = cells_[level - 1];
  auto const inside = cells_[level].remainder(server);
  auto const copy = cell.quotient(inside), index = cell.remainder(inside);
  auto const size = static_cast<std::uint32_t>(cell.value());
  return server - inside + (index >= copy ? (index + 1) * size + copy : index * size + copy - 1);
}

Hop Dcell::neighbor(RouterId r, PortId p) const {
  auto const servers = static_cast<std::uint32_t>(num_servers());
  if (!is_server(r)) return {{(r.v - servers) * n() + p.v}, {0}};
  if (p.v >= first_link()) return {{across(r.v, p.v - first_link() + 1)}, p};
  auto const mini = cells_[0].quotient(r.v), index = cells_[0].remainder(r.v);
  if (switched()) return {{servers + mini}, {static_cast<std::uint16_t>(index)}};
  std::uint32_t const to = p.v + (p.v >= index);
  return {{mini * n() + to}, {static_cast<std::uint16_t>(index > to ? index - 1 : index)}};
}

std::vector<ChannelClass> Dcell::classes() const {
  auto classes = numbered_classes("level", 1, levels() - 1);
  classes.insert(classes.begin(), {switched() ? "switch" : "clique"});
  return classes;
}

KnownMetrics Dcell::known() const {
  KnownMetrics known;
  std::uint64_t const servers = num_servers(), above = levels() - 1;
  known.links = servers * above / 2 + (switched() ? servers : servers * (n() - 1) / 2);
  known.loops = known.parallel = 0;
  auto const server = static_cast<std::uint32_t>(first_link() + above);
  known.degree_min = switched() ? std::min(server, n()) : server;
  known.degree_max = switched() ? std::max(server, n()) : server;
  if (!switched()) {
    // X. Wang, J. Fan, J. Zhou, C.-K. Lin, The restricted h-connectivity of the data center network DCell,
    // 2016.
    known.edge_connectivity = server;
    if (n() > 2) known.girth = 3;
  }
  if (above == 0) {
    known.diameter = switched() ? 2 : 1;
    if (switched()) known.girth = 0;
  }
  return known;
}

}  // namespace weft::topology
