// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/graph/hop_table.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/packet_routing.hpp"

namespace weft::collective {

/// Paths between routers under an oblivious routing of the catalog, hop by hop. A path depends only on its
/// ends, the seed and `item`, the index of the block.
class DrawnPaths {
 public:
  DrawnPaths(NetworkPtr network, PacketRoutingPtr routing, std::uint64_t seed);

  /// The next port, or `arrived`, and the routing state after the hop.
  struct Hop {
    PortId port;
    std::uint32_t state;
  };
  std::uint32_t start(std::uint32_t from, std::uint32_t to, std::uint64_t item) const;
  /// Returns the next hop from router `at`. `taken`: number of previous hops; `state`: the current routing
  /// state.
  Hop next(std::uint32_t at, std::uint32_t to, std::uint64_t item, std::uint32_t taken,
           std::uint32_t state) const;
  /// Returns the number of hops of a path between different routers. Throws InputError if there is no path.
  std::uint32_t hops(std::uint32_t from, std::uint32_t to, std::uint64_t item) const;

  /// Returns the maximum number of hops of a path.
  std::uint32_t max_hops() const { return traits_.hop_bound; }
  /// Returns whether paths of different items between the same routers may differ.
  bool draws() const { return traits_.draws; }

 private:
  std::uint64_t word(std::uint32_t to, std::uint64_t item, std::uint64_t k) const {
    return RandomWords::derived(words_(mix64(item) ^ to))(k);
  }

  NetworkPtr network_;
  PacketRoutingPtr routing_;
  PacketTraits traits_;
  RandomWords words_;
  std::vector<std::uint32_t> encoded_;  // by router: its encoding as a destination
};

}  // namespace weft::collective

namespace weft::topology {
class Clex;
}  // namespace weft::topology

namespace weft::collective {

/// Direction around a ring for destinations that are halfway around.
enum class Ties : std::uint8_t { plus, split };

/// Direction of a block along a dimension that wraps around.
enum class Direction : std::uint8_t { shorter, up, down };

/// Parameters of a path on a grid: the direction around rings, and the first dimension in cyclic order.
struct Heading {
  Direction direction = Direction::shorter;
  std::uint16_t first_dim = 0;

  friend bool operator==(Heading, Heading) = default;
};

/// State of a block on its path; opaque to users of Routes.
struct Course {
  std::uint32_t word = 0;  // the first vertex; with a routing, the routing state
  std::uint16_t half = 0;  // the heading; with a routing, the number of hops between routers so far
};

/// The course of a block at the start of its path, and the number of hops.
struct Trip {
  Course course;
  std::uint32_t hops = 0;
};

/// The next channel of a block, and its course after the channel.
struct Hop {
  std::uint32_t channel = 0;
  Course course;
};

/// Rule of the paths between the ranks of a machine; see Routes.
enum class PathRule : std::uint8_t { routing, dimension_order, clex, by_destination, shortest };
/// Returns the rule that Routes follows.
PathRule path_rule(Ranks const& ranks);
/// Returns the rule as a clause: "routed by valiant", "routed in dimension order".
std::string format_path_rule(Ranks const& ranks);

/// The paths of blocks between the ranks of a machine, hop by hop. If the ranks have a routing, each path is
/// drawn independently (DrawnPaths), and headings and ties are ignored. Otherwise, paths on grids follow
/// dimension order; on CLEX (all links, landing = low) they use the lowest level that leads to a required
/// digit, else the clique to reach the highest level that differs, which is a shortest path; on other
/// machines they are shortest paths, selected by a hash of the pair and the router or, on fat trees, by the
/// digits of the destination, so that shifts and exchanges do not collide (E. Zahavi et al., Optimized
/// InfiniBand fat-tree routing for shift all-to-all communication patterns, Concurrency Computat. 22, 2010).
/// Failed channels are not used.
class Routes {
 public:
  /// Throws InputError if a rank cannot reach another rank; with a routing, this error occurs at the first
  /// hop. `seed`: for drawn paths.
  explicit Routes(Ranks const& ranks, Ties ties = Ties::plus, std::uint64_t seed = 1);

  /// Returns the start of the path of a block from vertex `from` to vertex `to`. `item`: index of the block
  /// among the blocks between the two vertices, which selects the draw of the path.
  Trip start(std::uint32_t from, std::uint32_t to, Heading heading = {}, std::uint64_t item = 0) const;
  /// Returns the hop with which a block leaves `at`. Requires that hops remain.
  Hop next(std::uint32_t at, std::uint32_t to, Course course, std::uint64_t item = 0) const {
    if (at >= routers_) return {network_->first_channel(at), course};
    auto const goal = home_.empty() ? to : home_[to];
    if (drawn_ != nullptr) return next_drawn(at, to, goal, course, item);
    if (at == goal) return {eject_[to - routers_], course};
    if (grid_ != nullptr) return {next_on_grid(at, course.word, goal, heading_of(course)), course};
    if (clex_ != nullptr) return {next_on_clex(at, goal), course};
    return {next_by_distance(at, course.word, to, goal), course};
  }
  /// Returns the maximum number of channels in a path.
  std::uint32_t max_hops() const { return max_hops_; }
  /// Returns whether blocks between the same vertices may follow different paths.
  bool draws() const { return drawn_ != nullptr && drawn_->draws(); }

 private:
  static Heading heading_of(Course course) {
    return {static_cast<Direction>(course.half & 3), static_cast<std::uint16_t>(course.half >> 2)};
  }
  Hop next_drawn(std::uint32_t at, std::uint32_t to, std::uint32_t goal, Course course,
                 std::uint64_t item) const;
  void attach_terminals(Ranks const& ranks);
  /// `has_bases`: whether paths depend on the digits of the destination.
  void use_distances(Ranks const& ranks, bool has_bases);
  bool is_up_hop(std::uint32_t at, std::uint32_t from, std::uint32_t to, std::uint32_t dim,
                 Direction direction) const;
  std::uint32_t next_on_grid(std::uint32_t at, std::uint32_t from, std::uint32_t to, Heading heading) const;
  std::uint32_t next_on_clex(std::uint32_t at, std::uint32_t to) const;
  std::uint32_t next_by_distance(std::uint32_t at, std::uint32_t from, std::uint32_t to,
                                 std::uint32_t goal) const;
  bool leads_closer(std::uint32_t c, std::uint32_t nearer, std::uint32_t row) const;
  std::uint32_t closer_channels(std::uint32_t at, std::uint32_t row) const;
  std::uint32_t closer_channel(std::uint32_t at, std::uint32_t row, std::uint32_t which) const;
  void find_bases(std::uint32_t from, std::uint32_t row);
  std::uint32_t router_hops(std::uint32_t from, std::uint32_t to, Direction direction) const;

  TransferNetwork const* network_;
  Ties ties_;
  std::uint32_t routers_;
  // by vertex: its router; by terminal: its ejection channel; empty: terminals are routers
  std::vector<std::uint32_t> home_, eject_;
  std::shared_ptr<DrawnPaths const> drawn_;  // null if there is no routing
  std::shared_ptr<GridGeometry const> grid_;
  std::shared_ptr<topology::Clex const> clex_;
  std::shared_ptr<HopTable const> distances_;
  std::vector<std::uint32_t> row_of_;  // by router: its row in distances_
  std::uint32_t max_hops_ = 0;
  /// By hops: base of the digit that selects a parent; empty: not a fat tree
  std::vector<std::uint64_t> bases_;
  // by router: whether paths may pass through it; empty: through all routers
  std::vector<bool> passes_;
};

/// Throws InputError with the name `name` of the algorithm if `ties` = plus and the paths have no ties: on
/// machines other than tori, or with a routing.
void check_ties(std::string_view name, Ranks const& ranks, Ties ties);

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::Ties> weft::enum_values<weft::collective::Ties>[] = {
    {"plus", weft::collective::Ties::plus, "upward"},
    {"split", weft::collective::Ties::split, "half upward, half downward, by the parity of the coordinates"}};
