// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/network/geometry/grid_geometry.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/grid/dimension_order_leg.hpp"

namespace weft::routing {

/// Selection of the ports that an adaptive routing requests.
enum class PortSelection : std::uint8_t { all, least_loaded, lowest };
/// Whether packets on escape channels may return to adaptive channels.
enum class EscapeUse : std::uint8_t { stay, leave };

}  // namespace weft::routing

namespace weft {
template <>
inline constexpr EnumValue<routing::PortSelection> enum_values<routing::PortSelection>[] = {
    {"all", routing::PortSelection::all, "all productive ports; the allocator of the router decides"},
    {"least_loaded", routing::PortSelection::least_loaded,
     "the port with the shortest queue, ties at random"},
    {"lowest", routing::PortSelection::lowest,
     "only the port of the lowest dimension; an escape channel, if there is one, has equal priority (as in min_adapt of BookSim 2, where output sets keep one entry per priority)"},
};
template <>
inline constexpr EnumValue<routing::EscapeUse> enum_values<routing::EscapeUse>[] = {
    {"stay", routing::EscapeUse::stay, "packets stay in the escape channels"},
    {"leave", routing::EscapeUse::leave, "packets return to adaptive channels (Duato)"},
};
}  // namespace weft

namespace weft::routing {

/// Calls visit(port) for each productive port along `dim` towards `target`: in both directions around a ring
/// if they are equally long, and for all parallel links along a complete axis.
template <class Visit>
void for_each_productive(GridGeometry const& grid, std::uint32_t at, std::uint32_t target, std::uint32_t dim,
                         Visit visit) {
  auto const here = grid.coord(at, dim), goal = grid.coord(target, dim);
  if (here == goal) return;
  switch (grid.axis(dim)) {
    case GridGeometry::Axis::path: return visit(grid.step(at, dim, goal > here));
    case GridGeometry::Axis::complete:
      for (std::uint32_t copy = 0; copy < grid.parallel(); ++copy)
        visit(static_cast<std::uint16_t>(grid.straight(at, dim, goal) + copy));
      return;
    case GridGeometry::Axis::one_way: return visit(grid.step(at, dim, true));
    case GridGeometry::Axis::ring: break;
  }
  auto const side = grid.side(dim), ahead = goal > here ? goal - here : goal + side - here;
  if (2 * ahead <= side) visit(grid.step(at, dim, true));
  if (2 * ahead >= side) visit(grid.step(at, dim, false));
}

/// Returns the maximum number of ports that for_each_productive visits, summed over all dimensions; 1 for a
/// single router.
inline std::uint16_t max_productive(GridGeometry const& grid) {
  std::uint32_t ports = 0;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim) {
    if (grid.side(dim) == 1) continue;
    bool const ties = grid.axis(dim) == GridGeometry::Axis::ring && grid.side(dim) % 2 == 0;
    ports += grid.axis(dim) == GridGeometry::Axis::complete ? grid.parallel() : 1 + ties;
  }
  return static_cast<std::uint16_t>(std::max(ports, 1u));
}

/// The cheapest of the offered paths; ties are broken at random.
class Cheapest {
 public:
  explicit Cheapest(std::uint64_t draw) : words_(RandomWords::derived(draw)) {}
  /// Offers a path. `cost`: in flits times hops, below 2^46 in magnitude.
  void offer(std::uint16_t port, std::uint16_t phase, std::int64_t cost) {
    if (offered_ % 4 == 0) word_ = words_(offered_ / 4);
    auto const random = word_ >> 16 * (offered_++ % 4) & 0xffff;
    auto const key = cost * 65536 + static_cast<std::int64_t>(random);
    if (key >= key_) return;
    key_ = key;
    way_ = std::uint32_t{phase} << 16 | port;
  }
  /// Returns the output port of the cheapest path. Requires at least one offer.
  std::uint16_t port() const { return static_cast<std::uint16_t>(way_); }
  std::uint16_t phase() const { return static_cast<std::uint16_t>(way_ >> 16); }
  /// Returns the minimum cost; if there was no offer, the maximum of the type.
  std::int64_t cost() const { return key_ >> 16; }

 private:
  RandomWords words_;
  std::uint64_t word_ = 0, offered_ = 0;  // each word yields four random numbers
  std::int64_t key_ = std::numeric_limits<std::int64_t>::max();
  std::uint32_t way_ = 0;
};

/// Escape routing of adaptive routings on grids: dimension order on the lowest virtual channels, one per
/// class; all other virtual channels are adaptive (Duato, A new theory of deadlock-free adaptive routing in
/// wormhole networks, IEEE TPDS 4(12), 1993). Phase of a packet: `bit` and the state of its escape leg if it
/// arrived on an escape channel, else the state of the adaptive routing.
class EscapeOnGrid {
 public:
  static constexpr std::uint16_t bit = 0x8000;

  EscapeOnGrid(DimensionOrderLeg leg, std::uint32_t vcs) : leg_(std::move(leg)) {
    auto const classes = leg_.classes(), last = vcs - 1;
    for (std::uint32_t c = 0; c < classes; ++c) any_ |= std::uint64_t{1} << std::min(c, last);
    masks_ = {1, std::uint64_t{1} << std::min(classes - 1, last), any_};
    auto const rest = VcBlocks(vcs, 1).all() & ~any_;
    adaptive_ = rest != 0 ? rest : std::uint64_t{1} << last;
  }

  DimensionOrderLeg const& leg() const { return leg_; }
  GridGeometry const& grid() const { return leg_.grid(); }
  /// Returns the virtual channels of the adaptive routing, as a bit set.
  std::uint64_t adaptive() const { return adaptive_; }
  /// Returns the maximum number of escape candidates of a packet.
  std::uint16_t width() const { return static_cast<std::uint16_t>(grid().parallel()); }
  /// Writes the escape candidates, with low priority, to `out`; returns their number.
  std::uint16_t route(Head const& head, Candidate* out) const {
    return route(head, (head.draw & 1) != 0, out);
  }
  /// Appends all candidates that `route` may write.
  void possible(Head const& head, Possible& out) const {
    auto const add = [&](bool plus) {
      auto const old = out.candidates.size();
      out.candidates.resize(old + width());
      out.candidates.resize(old + route(head, plus, &out.candidates[old]));
    };
    add(true);
    if (leg_.is_tie(head.at, head.target)) add(false);
  }

 private:
  std::uint16_t route(Head const& head, bool plus_on_tie, Candidate* out) const {
    std::uint16_t const state = (head.phase & bit) != 0 ? head.phase & ~bit : 0;
    auto const step = leg_.step(head.at, head.target, state, plus_on_tie);
    for (std::uint16_t copy = 0; copy < step.copies; ++copy)
      out[copy] = {.vcs = masks_[step.vc_class],
                   .phase = static_cast<std::uint16_t>(bit | step.state),
                   .port = static_cast<std::uint16_t>(step.port + copy),
                   .room = step.room,
                   .escape = true};
    return step.copies;
  }
  DimensionOrderLeg leg_;
  std::uint64_t any_ = 0, adaptive_ = 0;
  std::array<std::uint64_t, 3> masks_{};  // by class
};

}  // namespace weft::routing
