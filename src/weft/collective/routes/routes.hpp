#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "weft/collective/algorithm.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/graph/hop_table.hpp"

namespace weft {
namespace topology {
class Clex;
}
}  // namespace weft

namespace weft::collective {

/// Which way round a ring goes what may go either way, being as long.
enum class Ties : std::uint8_t { plus, split };

/// Which way round a block goes along a dimension that wraps.
enum class Direction : std::uint8_t { shorter, up, down };

/// How a block goes over a grid: which way round its rings, and from which dimension on in cyclic order.
struct Heading {
  Direction direction = Direction::shorter;
  std::uint16_t first_dim = 0;

  friend bool operator==(Heading, Heading) = default;
};

/// The ways of blocks between the ranks of a machine, hop by hop. On grids by dimension order; on CLEX (all links,
/// landing = low) by the level whose wanted digit the node has lowest, else through the clique to the highest level that differs, which
/// is a shortest way; elsewhere by shortest paths, spread over equal ones by a hash of the pair and the router, or on fat trees by the
/// digits of the destination, so that shifts and exchanges do not collide (E. Zahavi et al., Optimized InfiniBand fat-tree routing for
/// shift all-to-all communication patterns, Concurrency Computat. 22, 2010). Failed channels are not used.
class Routes {
 public:
  /// Throws InputError if some rank does not reach another.
  explicit Routes(Ranks const& ranks, Ties ties = Ties::plus);

  /// The channel by which a block that goes from one rank's vertex to another's leaves `at` != to.
  std::uint32_t next(std::uint32_t at, std::uint32_t from, std::uint32_t to, Heading heading = {}) const {
    if (at >= routers_) return network_->first_channel(at);
    auto const goal = home_.empty() ? to : home_[to];
    if (at == goal) return eject_[to - routers_];
    if (grid_ != nullptr) return next_on_grid(at, from, goal, heading);
    if (clex_ != nullptr) return next_on_clex(at, goal);
    return next_by_distance(at, from, to, goal);
  }
  /// Channels on the way between two ranks' vertices.
  std::uint32_t hops(std::uint32_t from, std::uint32_t to, Heading heading = {}) const;
  /// No way has more channels.
  std::uint32_t most_hops() const { return most_hops_; }

 private:
  void attach_terminals(Ranks const& ranks);
  void use_distances(Ranks const& ranks);
  bool goes_up(std::uint32_t at, std::uint32_t from, std::uint32_t to, std::uint32_t dim,
               Direction direction) const;
  std::uint32_t next_on_grid(std::uint32_t at, std::uint32_t from, std::uint32_t to, Heading heading) const;
  std::uint32_t next_on_clex(std::uint32_t at, std::uint32_t to) const;
  std::uint32_t next_by_distance(std::uint32_t at, std::uint32_t from, std::uint32_t to,
                                 std::uint32_t goal) const;
  std::uint32_t parent_for(std::uint32_t to, std::uint32_t climbed, std::uint32_t parents) const;
  std::uint32_t router_hops(std::uint32_t from, std::uint32_t to, Direction direction) const;

  TransferNetwork const* network_;
  Ties ties_;
  std::uint32_t routers_;
  std::vector<std::uint32_t> home_, eject_;  // of a vertex and of a terminal; empty: terminals are routers
  std::shared_ptr<GridGeometry const> grid_;
  std::shared_ptr<topology::Clex const> clex_;
  std::shared_ptr<HopTable const> distances_;
  std::vector<std::uint32_t> row_of_;  // of a router
  std::uint32_t most_hops_ = 0;
  bool is_fat_tree_ = false;
};

/// Refuses ties that an algorithm was told to send upwards where ways have none: not on a torus.
void check_ties(std::string_view name, Ranks const& ranks, Ties ties);

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::Ties> weft::enum_values<weft::collective::Ties>[] = {
    {"plus", weft::collective::Ties::plus, "upwards"},
    {"split", weft::collective::Ties::split, "half upward, half downward, by the parity of the coordinates"}};
