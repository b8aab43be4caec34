#include "weft/collective/routes/routes.hpp"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::collective {
namespace {

bool are_neighbors(GridView const& grid, std::uint32_t from, std::uint32_t to) {
  auto const& shape = grid.shape();
  std::uint32_t differing = 0;
  for (std::uint32_t dim = 0; dim < grid.dims(); ++dim) {
    auto const a = shape.coord({from}, dim), b = shape.coord({to}, dim);
    auto const apart = a > b ? a - b : b - a;
    if (apart == 0) continue;
    if (apart != 1 && (!grid.wraps(dim) || apart + 1 != grid.side(dim))) return false;
    ++differing;
  }
  return differing <= 1;
}

}  // namespace

bool is_all_of(GridView const& grid, TransferNetwork const& network) {
  for (std::uint32_t r = 0; r < network.num_routers(); ++r)
    for (auto c = network.first_channel(r); c < network.first_channel(r + 1); ++c)
      if (auto const to = network.target(c);
          to < network.num_routers() && network.bandwidth(c) > 0 && !are_neighbors(grid, r, to))
        return false;
  return true;
}

void check_ties(std::string_view name, Machine const& machine, Ties ties) {
  bool wraps = false;
  if (machine.grid && is_all_of(*machine.grid, machine.network))
    for (std::uint32_t dim = 0; dim < machine.grid->dims(); ++dim) wraps = wraps || machine.grid->wraps(dim);
  if (ties == Ties::split || wraps) return;
  throw InputError(fmt::format("{}:ties=plus on {}", name, machine.topology),
                   "only rings have something half round them", "leave it out");
}

Routes::Routes(Machine const& machine, Ties ties)
    : network_(&machine.network),
      ties_(ties),
      routers_(machine.network.num_routers()),
      is_fat_tree_(machine.is_fat_tree) {
  if (!network_->terminals_are_routers()) attach_terminals(machine);
  if (machine.grid && is_all_of(*machine.grid, *network_)) {
    use_grid(*machine.grid);
  } else if (machine.clex != nullptr && !machine.clex->single() &&
             (machine.clex->landing() == Landing::low || machine.clex->levels() <= 2) &&
             !network_->has_failures()) {
    clex_ = machine.clex;
    most_hops_ = clex_->diameter();
  } else {
    use_distances(machine);
  }
  if (!home_.empty()) most_hops_ += 2;
}

void Routes::attach_terminals(Machine const& machine) {
  home_.resize(network_->num_vertices());
  eject_.resize(network_->num_vertices() - routers_);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    home_[r] = r;
    for (auto c = network_->first_channel(r); c < network_->first_channel(r + 1); ++c) {
      auto const to = network_->target(c);
      if (to < routers_) continue;
      home_[to] = r;
      eject_[to - routers_] = c;
    }
  }
  for (auto const v : machine.ranks)
    if (v >= routers_ && (network_->bandwidth(network_->first_channel(v)) <= 0 ||
                          network_->bandwidth(eject_[v - routers_]) <= 0))
      throw InputError(fmt::format("{} has failed", network_->vertex_name(v)), "it is a rank",
                       "leave it out");
}

void Routes::use_grid(GridView const& grid) {
  grid_ = &grid;
  dims_ = grid.dims();
  coords_.resize(std::size_t{routers_} * dims_);
  for (std::uint32_t r = 0; r < routers_; ++r)
    for (std::uint32_t dim = 0; dim < dims_; ++dim)
      coords_[std::size_t{r} * dims_ + dim] = grid.shape().coord({r}, dim);
  for (std::uint32_t dim = 0; dim < dims_; ++dim) most_hops_ += grid.side(dim) - 1;
}

void Routes::use_distances(Machine const& machine) {
  constexpr auto none = ~std::uint32_t{0};
  row_of_.assign(routers_, none);
  std::vector<std::uint32_t> targets;
  for (auto const v : machine.ranks) {
    auto const r = home_.empty() ? v : home_[v];
    if (row_of_[r] != none) continue;
    row_of_[r] = static_cast<std::uint32_t>(targets.size());
    targets.push_back(r);
  }
  distances_ = std::make_shared<HopTable const>(router_graph(*network_), std::move(targets));
  most_hops_ = distances_->max_hops();
  for (std::size_t row = 0; row < distances_->num_targets(); ++row)
    for (auto const v : machine.ranks) {
      auto const start = network_->router_of(v);
      if (distances_->hops(row, start) == HopTable::unreachable)
        throw InputError(fmt::format("no path from router {} to router {} on {}", start,
                                     distances_->target(row), machine.topology),
                         "every rank must reach every other");
    }
}

bool Routes::goes_up(std::uint32_t at, std::uint32_t from, std::uint32_t to, std::uint32_t dim,
                     Direction direction) const {
  auto const a = coord(at, dim), b = coord(to, dim), side = grid_->side(dim);
  if (!grid_->wraps(dim)) return b > a;
  if (direction != Direction::shorter) return direction == Direction::up;
  auto const ahead = b > a ? b - a : b + side - a;
  if (2 * ahead != side || ties_ == Ties::plus) return 2 * ahead <= side;
  std::uint32_t sum = a;
  for (std::uint32_t d = 0; d < dims_; ++d) sum += coord(from, d) + coord(to, d);
  return sum % 2 == 0;
}

std::uint32_t Routes::next_on_grid(std::uint32_t at, std::uint32_t from, std::uint32_t to,
                                   Heading heading) const {
  std::uint32_t dim = heading.first_dim;
  while (coord(at, dim) == coord(to, dim)) dim = dim + 1 == dims_ ? 0 : dim + 1;
  return grid_->channel(at, dim, goes_up(at, network_->router_of(from), to, dim, heading.direction));
}

std::uint32_t Routes::next_on_clex(std::uint32_t at, std::uint32_t to) const {
  auto const m = clex_->m(), lowest = clex_->digit({at}, 1);
  std::uint32_t hop = 0, highest = 0;  // the level to take now, the highest other one that differs
  for (auto level = clex_->levels(); level >= 2; --level) {
    auto const wanted = clex_->digit({to}, level);
    if (wanted == clex_->digit({at}, level)) continue;
    if (hop == 0 && wanted == lowest)
      hop = level;
    else if (highest == 0)
      highest = level;
  }
  auto const free = clex_->digit({to}, highest == 0 ? 1 : highest);
  auto const port = hop == 0 ? free : (hop - 1) * m + free;
  return network_->channel({at}, {static_cast<std::uint16_t>(port)});
}

std::uint32_t Routes::next_by_distance(std::uint32_t at, std::uint32_t from, std::uint32_t to,
                                       std::uint32_t goal) const {
  auto const row = row_of_[goal];
  auto const nearer = distances_->hops(row, at) - 1;
  auto const is_good = [&](std::uint32_t c) {
    auto const v = network_->target(c);
    return v < routers_ && distances_->hops(row, v) == nearer && network_->bandwidth(c) > 0;
  };
  auto const first = network_->first_channel(at), last = network_->first_channel(at + 1);
  std::uint32_t good = 0;
  for (auto c = first; c < last; ++c) good += is_good(c);
  if (good > 1 && is_fat_tree_) {
    auto which = parent_for(to, distances_->hops(row, network_->router_of(from)) - distances_->hops(row, at), good);
    for (auto c = first;; ++c)
      if (is_good(c) && which-- == 0) return c;
  }
  auto const hash = mix64((std::uint64_t{from} << 32 | to) + at * std::uint64_t{0x9e3779b97f4a7c15u});
  auto which = good == 1 ? 0 : scale32(static_cast<std::uint32_t>(hash >> 32), good);
  for (auto c = first;; ++c)
    if (is_good(c) && which-- == 0) return c;
}

/// A digit of the destination: the lowest for the first parent, the next for its parent, and so on.
std::uint32_t Routes::parent_for(std::uint32_t to, std::uint32_t climbed, std::uint32_t parents) const {
  auto number = to >= routers_ ? to - routers_ : to;
  for (; climbed > 0; --climbed) number /= parents;
  return number % parents;
}

std::uint32_t Routes::router_hops(std::uint32_t from, std::uint32_t to, Direction direction) const {
  if (clex_ != nullptr) return clex_->distance({from}, {to});
  if (grid_ == nullptr) return distances_->hops(row_of_[to], from);
  std::uint32_t sum = 0;
  for (std::uint32_t dim = 0; dim < dims_; ++dim) {
    auto const a = coord(from, dim), b = coord(to, dim), side = grid_->side(dim);
    if (a == b) continue;
    auto const up = b > a ? b - a : b + side - a;
    if (!grid_->wraps(dim))
      sum += b > a ? b - a : a - b;
    else
      sum += direction == Direction::up     ? up
             : direction == Direction::down ? side - up
                                            : std::min(up, side - up);
  }
  return sum;
}

std::uint32_t Routes::hops(std::uint32_t from, std::uint32_t to, Heading heading) const {
  if (from == to) return 0;
  auto const ends = std::uint32_t{from >= routers_} + std::uint32_t{to >= routers_};
  auto const start = network_->router_of(from), goal = home_.empty() ? to : home_[to];
  return ends + (start == goal ? 0 : router_hops(start, goal, heading.direction));
}

}  // namespace weft::collective
