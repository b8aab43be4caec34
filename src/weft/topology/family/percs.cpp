// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/percs.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "weft/core/error.hpp"

namespace weft::topology {
namespace {

/// Maps node u to the p-th other node of its drawer (or of the other drawers), with the port that leads back.
struct InnerHop {
  std::uint32_t node;
  std::uint16_t port;
};

InnerHop inside_drawer(std::uint32_t u, std::uint32_t p) {
  auto const drawer = u / 8 * 8, here = u % 8, there = p + (p >= here);
  return {drawer + there, static_cast<std::uint16_t>(here - (here > there))};
}

InnerHop across_drawers(std::uint32_t u, std::uint32_t p) {
  auto const index = [](std::uint32_t of, std::uint32_t in) { return of / 8 > in / 8 ? of - 8 : of; };
  auto const there = p + (p >= u / 8 * 8 ? 8 : 0);
  return {there, static_cast<std::uint16_t>(index(u, there))};
}

/// Returns the bisection if the supernodes are halved. Upper bound: halving the supernodes cuts every second
/// D link. Lower bound: all pairs of nodes use L-D-L paths; a D link then carries 1024 / links pairs, an L
/// link at most 1 + 64 / links times the maximum number of D links of a node, and traffic across a cut uses
/// the links of the cut.
Bounds bisection_between_supernodes(std::uint64_t supernodes, std::uint32_t links) {
  auto const cut = static_cast<double>(supernodes / 2 * (supernodes / 2) * links);
  std::uint64_t const width = 32 / links, max_d = (supernodes + width - 1) / width;
  auto const inner = static_cast<double>(links + 64 * max_d) / links, outer = 1024.0 / links;
  auto const half = 16 * static_cast<double>(supernodes);
  auto const proven = inner <= outer ? cut : std::ceil(half * half / inner * (1 - 1e-12));
  return {proven, cut, "supernodes halved; all pairs routed L-D-L"};
}

}  // namespace

void Percs::check(Params const& params) {
  if (!std::has_single_bit(static_cast<std::uint64_t>(params.links)))
    throw InputError{"links=" + std::to_string(params.links), "must be 1, 2, 4, 8, 16 or 32"};
  auto const ports = first_d + params.supernodes * params.links / nodes_per_supernode + 1;
  if (ports > 65535)
    throw InputError{"supernodes=" + std::to_string(params.supernodes) + " with links=" +
                         std::to_string(params.links) + " produce more than 65535 ports per node",
                     "port ids have 16 bits"};
}

PortId Percs::port_to(RouterId from, RouterId to) const {
  auto const a = from.v / nodes_per_supernode, b = to.v / nodes_per_supernode;
  auto const u = from.v % nodes_per_supernode, v = to.v % nodes_per_supernode;
  if (a != b) return {static_cast<std::uint16_t>(first_d + d_index(a, b))};
  auto const drawer = u / nodes_per_drawer * nodes_per_drawer;
  if (v / nodes_per_drawer == u / nodes_per_drawer) return {static_cast<std::uint16_t>(v - drawer - (v > u))};
  return {static_cast<std::uint16_t>(first_lr + v - (v > u ? nodes_per_drawer : 0))};
}

Hop Percs::neighbor(RouterId r, PortId p) const {
  auto const a = r.v / nodes_per_supernode, u = r.v % nodes_per_supernode;
  if (p.v < first_d) {
    auto const [node, port] = p.v < first_lr ? inside_drawer(u, p.v) : across_drawers(u, p.v - first_lr);
    return {{r.v - u + node}, {static_cast<std::uint16_t>(p.v < first_lr ? port : first_lr + port)}};
  }
  auto const residue = u % width_;
  std::uint32_t turn = p.v - first_d;
  if (a % width_ == residue && turn >= a / width_) ++turn;
  auto const b = turn * width_ + residue;
  auto const v = u - residue + a % width_;
  return {{b * nodes_per_supernode + v}, {static_cast<std::uint16_t>(first_d + d_index(b, a))}};
}

std::uint32_t Percs::distance(RouterId from, RouterId to) const {
  if (from == to) return 0;
  auto const a = from.v / nodes_per_supernode, u = from.v % nodes_per_supernode;
  auto const b = to.v / nodes_per_supernode, v = to.v % nodes_per_supernode;
  if (a == b) return 1;
  bool const leaves = u % width_ == b % width_, lands = v % width_ == a % width_;
  if (leaves && lands && u / width_ == v / width_) return 1;
  if (leaves || lands) return 2;
  bool const over_a_third = u == v && a % width_ == b % width_ && u % width_ < supernodes_;
  return over_a_third ? 2 : 3;
}

void Percs::set_cut_between_supernodes(KnownMetrics& known) const {
  auto const cut = bisection_between_supernodes(supernodes_, static_cast<std::uint32_t>(params_.links));
  known.bisection = cut;
  double min = classes()[2].bandwidth;
  for (auto const& links : classes()) min = std::min(min, links.bandwidth);
  known.terminal_bisection = Bounds{2 * cut.lower * min, 2 * cut.upper * classes()[2].bandwidth, cut.method};
}

std::pair<std::uint32_t, std::uint32_t> Percs::extreme_degrees() const {
  auto min = ~0u, max = 0u;
  for (std::uint32_t residue = 0; residue < width_; ++residue)
    for (std::uint32_t supernode = 0; supernode < std::min(supernodes_, width_); ++supernode) {
      min = std::min(min, first_d + d_ports(supernode, residue));
      max = std::max(max, first_d + d_ports(supernode, residue));
    }
  return {min, max};
}

PortCounts Percs::port_counts() const {
  auto const [min, max] = extreme_degrees();
  auto const channels = classes();
  auto const bandwidth = channels[0].bandwidth * first_lr + channels[1].bandwidth * (first_d - first_lr) +
                         channels[2].bandwidth * (min - first_d);
  return {2 * *known().links, max + processors_per_node, bandwidth / processors_per_node};
}

KnownMetrics Percs::known() const {
  KnownMetrics known;
  std::uint64_t const ns = supernodes_, nd = static_cast<std::uint64_t>(params_.links), w = width_;
  known.links = ns * (32 * 31 / 2) + nd * (ns * (ns - 1) / 2);
  known.loops = known.parallel = 0;
  known.girth = 3;
  known.diameter = diameter();

  auto const [min, max] = extreme_degrees();
  known.degree_min = min;
  known.degree_max = max;

  // Ordered pairs of supernodes with equal residues modulo W: r residues occur q + 1 times, the others q
  // times.
  std::uint64_t const q = ns / w, r = ns % w, alike = r * (q + 1) * q + (w - r) * q * (q == 0 ? 0 : q - 1);
  std::uint64_t const nodes = num_routers(), one = 2 * *known.links;
  std::uint64_t const two = ns * (ns - 1) * (64 * nd - nd * nd - nd) + alike * nd * (std::min(ns, w) - 1);
  for (auto const count : {one, two, nodes * (nodes - 1) - one - two})
    if (count > 0) known.pairs_at_distance.push_back(count);

  if (ns == 1) {
    known.edge_connectivity = 31;
    known.algebraic_connectivity = 32;
    known.bisection = Bounds{256, 256, "complete graph"};
    return known;
  }
  // A cut that divides a supernode into more than 1 and 31 nodes has at least 60 links; a cut that isolates
  // nodes has their degree.
  if (min <= 60)
    known.edge_connectivity = static_cast<std::uint32_t>(std::min<std::uint64_t>(min, nd * (ns - 1)));
  if (w == 1) known.algebraic_connectivity = std::min<double>(32, static_cast<double>(ns));
  if (w > 1 && r == 0) {
    auto const h = static_cast<double>(q);
    known.algebraic_connectivity = 16 + h - std::sqrt(256 + h * h);
  }
  // D links of all buckets are equivalent: a D link carries 1024 / links pairs of nodes, and an L link
  // carries the pair of its ends and W pairs for every supernode adjacent to its head or its tail.
  auto const channels = classes();
  double const pairs = processors_per_node * processors_per_node;
  double const between = pairs * 32 * static_cast<double>(w) / channels[2].bandwidth;
  double const inside = pairs * static_cast<double>(1 + 2 * w * ((ns + w - 1) / w)) /
                        std::min(channels[0].bandwidth, channels[1].bandwidth);
  known.uniform_load = Bounds{between, std::max(between, inside), "L, D, L links"};
  if (ns % 2 == 0) set_cut_between_supernodes(known);
  return known;
}
}  // namespace weft::topology
