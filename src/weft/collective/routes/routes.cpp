// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/routes/routes.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/routing/form/shares.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::collective {
namespace {

/// Storage for the candidates of a head, on the stack if there are few.
template <class T>
class Candidates {
 public:
  explicit Candidates(std::size_t count) : more_(count > few_.size() ? count : 0), count_(count) {}
  std::span<T> all() { return more_.empty() ? std::span<T>(few_).first(count_) : std::span<T>(more_); }

 private:
  std::array<T, 16> few_{};
  std::vector<T> more_;
  std::size_t count_;
};

}  // namespace

DrawnPaths::DrawnPaths(NetworkPtr network, PacketRoutingPtr routing, std::uint64_t seed)
    : network_(std::move(network)),
      routing_(std::move(routing)),
      traits_(routing_->traits()),
      words_(seed, Purpose::route),
      encoded_(network_->num_routers()) {
  std::iota(encoded_.begin(), encoded_.end(), 0u);
  routing_->encode(encoded_);
}

std::uint32_t DrawnPaths::start(std::uint32_t from, std::uint32_t to, std::uint64_t item) const {
  if (!traits_.has_state) return 0;
  RouterId const at{from};
  std::uint32_t state = 0;
  auto const draw = traits_.draws ? word(to, item, 0) : 0;
  Heads heads{};
  heads.at = {&at, 1};
  heads.to = {&encoded_[to], 1};
  if (traits_.draws) heads.draw = {&draw, 1};
  heads.next_state = {&state, 1};
  routing_->start(heads);
  return state;
}

DrawnPaths::Hop DrawnPaths::next(std::uint32_t at, std::uint32_t to, std::uint64_t item, std::uint32_t taken,
                                 std::uint32_t state) const {
  RouterId const router{at};
  auto const draw = traits_.draws ? word(to, item, taken + std::uint64_t{1}) : 0;
  Candidates<PortId> ports(traits_.width);
  Candidates<std::uint32_t> states(traits_.width);
  std::uint16_t count = 1;
  Heads heads{};
  heads.at = {&router, 1};
  heads.to = {&encoded_[to], 1};
  if (traits_.has_state) heads.state = {&state, 1};
  if (traits_.draws) heads.draw = {&draw, 1};
  heads.port = ports.all();
  if (traits_.has_state) heads.next_state = states.all();
  if (traits_.width > 1) heads.candidates = {&count, 1};
  routing_->route(heads);
  auto const choice = count == 1 ? 0 : below32(mix64(draw), count);
  return {ports.all()[choice], states.all()[choice]};
}

std::uint32_t DrawnPaths::hops(std::uint32_t from, std::uint32_t to, std::uint64_t item) const {
  if (!routing_->reaches({from}, encoded_[to])) routing::no_path({from}, {to});
  auto at = from, state = start(from, to, item);
  for (std::uint32_t taken = 0; taken <= traits_.hop_bound; ++taken) {
    auto const hop = next(at, to, item, taken, state);
    if (hop.port == arrived) return taken;
    at = network_->target(network_->channel({at}, hop.port)).v;
    state = hop.state;
  }
  throw std::logic_error("a routing exceeds its declared hop bound");
}

namespace {

/// Returns whether each router is a host; empty if no host has several channels, so that no path can pass
/// through a host.
std::vector<bool> multihomed_hosts(Machine const& machine) {
  auto const& network = *machine.network();
  std::vector<bool> hosts;
  if (network.has_multihomed_hosts())
    for (std::uint32_t r = 0; r < network.num_routers(); ++r) hosts.push_back(network.is_host({r}));
  return hosts;
}

}  // namespace

void check_ties(std::string_view name, Ranks const& ranks, Ties ties) {
  if (ties == Ties::split) return;
  if (auto const& routing = ranks.routing())
    throw InputError(fmt::format("{}:ties=plus conflicts with routing={}", name, routing->spec.name),
                     "the routing determines the paths of blocks", "omit ties");
  if (auto const grid = ranks.grid(); grid != nullptr && !grid->has_shortcuts())
    for (std::uint32_t dim = 0; dim < grid->dims(); ++dim)
      if (grid->closes(dim)) return;
  throw InputError(fmt::format("{}:ties=plus has no effect on {}", name, ranks.machine().spec()),
                   "only rings have a node halfway around", "omit ties");
}

PathRule path_rule(Ranks const& ranks) {
  if (ranks.routing()) return PathRule::routing;
  if (auto const grid = ranks.grid(); grid != nullptr && !grid->has_shortcuts())
    return PathRule::dimension_order;
  auto const clex = ranks.machine().as<topology::Clex>();
  if (clex != nullptr && !clex->local() && !clex->single() && clex->has_distance() &&
      !ranks.machine().has_failures())
    return PathRule::clex;
  return ranks.is_fat_tree() ? PathRule::by_destination : PathRule::shortest;
}

std::string format_path_rule(Ranks const& ranks) {
  switch (path_rule(ranks)) {
    case PathRule::routing: return "routed by " + ranks.routing()->spec.name;
    case PathRule::dimension_order: return "routed in dimension order";
    case PathRule::by_destination: return "routed by destination";
    case PathRule::clex:
    case PathRule::shortest: break;
  }
  return "routed on shortest paths";
}

Routes::Routes(Ranks const& ranks, Ties ties, std::uint64_t seed)
    : network_(&ranks.network()), ties_(ties), routers_(ranks.network().num_routers()) {
  if (!network_->terminals_are_routers()) attach_terminals(ranks);
  auto const rule = path_rule(ranks);
  switch (rule) {
    case PathRule::routing:
      drawn_ = std::make_shared<DrawnPaths const>(ranks.machine().network(), ranks.routing()->packets, seed);
      max_hops_ = std::min(drawn_->max_hops(), 0xfffffffdu);
      break;
    case PathRule::dimension_order:
      grid_ = ranks.grid();
      for (std::uint32_t dim = 0; dim < grid_->dims(); ++dim) max_hops_ += grid_->side(dim) - 1;
      break;
    case PathRule::clex:
      clex_ = ranks.machine().as<topology::Clex>();
      max_hops_ = clex_->diameter();
      break;
    case PathRule::by_destination:
    case PathRule::shortest: use_distances(ranks, rule == PathRule::by_destination);
  }
  if (!home_.empty()) max_hops_ += 2;
}

void Routes::attach_terminals(Ranks const& ranks) {
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
  for (auto const v : ranks.vertices())
    if (v >= routers_ && (network_->bandwidth(network_->first_channel(v)) <= 0 ||
                          network_->bandwidth(eject_[v - routers_]) <= 0))
      throw InputError(fmt::format("{} has failed", network_->vertex_name(v)), "a rank runs there",
                       "omit the failure");
}

void Routes::use_distances(Ranks const& ranks, bool has_bases) {
  constexpr auto none = ~std::uint32_t{0};
  row_of_.assign(routers_, none);
  std::vector<std::uint32_t> targets;
  for (auto const v : ranks.vertices()) {
    auto const r = home_.empty() ? v : home_[v];
    if (row_of_[r] != none) continue;
    row_of_[r] = static_cast<std::uint32_t>(targets.size());
    targets.push_back(r);
  }
  auto graph = router_graph(*network_);
  graph.set_ends(multihomed_hosts(ranks.machine()));
  passes_.clear();
  if (!graph.ends().empty())
    for (std::uint32_t r = 0; r < routers_; ++r) passes_.push_back(graph.passes(r));
  distances_ = std::make_shared<HopTable const>(graph, std::move(targets));
  max_hops_ = distances_->max_hops();
  bases_.clear();
  for (std::size_t row = 0; row < distances_->num_targets(); ++row)
    for (auto const v : ranks.vertices()) {
      auto const start = network_->router_of(v);
      if (distances_->hops(row, start) == HopTable::unreachable)
        throw InputError(fmt::format("no path leads from router {} to router {} on {}", start,
                                     distances_->target(row), ranks.machine().spec()),
                         "every rank must reach every other rank", "choose other failures");
      if (has_bases && bases_.empty() && distances_->hops(row, start) == max_hops_) find_bases(start, row);
    }
}

bool Routes::is_up_hop(std::uint32_t at, std::uint32_t from, std::uint32_t to, std::uint32_t dim,
                       Direction direction) const {
  auto const a = grid_->coord(at, dim), b = grid_->coord(to, dim), side = grid_->side(dim);
  if (!grid_->closes(dim)) return b > a;
  if (direction != Direction::shorter) return direction == Direction::up;
  auto const ahead = b > a ? b - a : b + side - a;
  if (2 * ahead != side || ties_ == Ties::plus) return 2 * ahead <= side;
  std::uint32_t sum = a;
  for (std::uint32_t d = 0; d < grid_->dims(); ++d) sum += grid_->coord(from, d) + grid_->coord(to, d);
  return sum % 2 == 0;
}

std::uint32_t Routes::next_on_grid(std::uint32_t at, std::uint32_t from, std::uint32_t to,
                                   Heading heading) const {
  std::uint32_t dim = heading.first_dim;
  while (grid_->coord(at, dim) == grid_->coord(to, dim)) dim = dim + 1 == grid_->dims() ? 0 : dim + 1;
  bool const up = is_up_hop(at, network_->router_of(from), to, dim, heading.direction);
  return network_->channel({at}, {grid_->port(at, dim, up)});
}

std::uint32_t Routes::next_on_clex(std::uint32_t at, std::uint32_t to) const {
  auto const m = clex_->m(), lowest = clex_->digit({at}, 1);
  std::uint32_t hop = 0, highest = 0;  // the level of the next hop, and the highest other level that differs
  for (auto level = clex_->levels(); level >= 2; --level) {
    auto const requested = clex_->digit({to}, level);
    if (requested == clex_->digit({at}, level)) continue;
    if (hop == 0 && requested == lowest)
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
  auto const good = closer_channels(at, row);
  if (good == 1) return closer_channel(at, row, 0);
  if (!bases_.empty()) {
    auto const climbed = distances_->hops(row, network_->router_of(from)) - distances_->hops(row, at);
    auto const number = to >= routers_ ? to - routers_ : to;
    return closer_channel(at, row, static_cast<std::uint32_t>(number / bases_[climbed] % good));
  }
  auto const hash = mix64((std::uint64_t{from} << 32 | to) + at * std::uint64_t{0x9e3779b97f4a7c15u});
  return closer_channel(at, row, scale32(static_cast<std::uint32_t>(hash >> 32), good));
}

/// Returns whether channel c works and ends at a router that is `nearer` hops from the target of a row of
/// distances_.
bool Routes::leads_closer(std::uint32_t c, std::uint32_t nearer, std::uint32_t row) const {
  auto const v = network_->target(c);
  bool const may_enter = nearer == 0 || passes_.empty() || passes_[v];
  return v < routers_ && may_enter && distances_->hops(row, v) == nearer && network_->bandwidth(c) > 0;
}
/// Returns the number of channels from `at` on shortest paths to the target of a row.
std::uint32_t Routes::closer_channels(std::uint32_t at, std::uint32_t row) const {
  auto const nearer = distances_->hops(row, at) - 1;
  std::uint32_t good = 0;
  for (auto c = network_->first_channel(at), end = network_->first_channel(at + 1); c < end; ++c)
    good += leads_closer(c, nearer, row);
  return good;
}
/// Returns the channel with index `which` among the channels that closer_channels() counts.
std::uint32_t Routes::closer_channel(std::uint32_t at, std::uint32_t row, std::uint32_t which) const {
  auto const nearer = distances_->hops(row, at) - 1;
  for (auto c = network_->first_channel(at);; ++c)
    if (leads_closer(c, nearer, row) && which-- == 0) return c;
}

/// Computes the bases of the digits. On the way up, parents are selected by digits of the destination: the
/// lowest digit at the first router with several parents, the next digit at its parent, and so on. The base
/// of a digit is the product of the numbers of parents at the routers below. All ranks are at the same level,
/// so the path between two ranks at maximum distance has all bases.
void Routes::find_bases(std::uint32_t from, std::uint32_t row) {
  bases_.assign(1, 1);
  for (auto router = from; distances_->hops(row, router) > 0;) {
    bases_.push_back(std::min(bases_.back() * closer_channels(router, row), std::uint64_t{1} << 32));
    router = network_->target(closer_channel(router, row, 0));
  }
}

std::uint32_t Routes::router_hops(std::uint32_t from, std::uint32_t to, Direction direction) const {
  if (clex_ != nullptr) return clex_->distance({from}, {to});
  if (grid_ == nullptr) return distances_->hops(row_of_[to], from);
  std::uint32_t sum = 0;
  for (std::uint32_t dim = 0; dim < grid_->dims(); ++dim) {
    auto const a = grid_->coord(from, dim), b = grid_->coord(to, dim), side = grid_->side(dim);
    if (a == b) continue;
    auto const up = b > a ? b - a : b + side - a;
    if (!grid_->closes(dim))
      sum += b > a ? b - a : a - b;
    else
      sum += direction == Direction::up     ? up
             : direction == Direction::down ? side - up
                                            : std::min(up, side - up);
  }
  return sum;
}

Trip Routes::start(std::uint32_t from, std::uint32_t to, Heading heading, std::uint64_t item) const {
  auto const ends = std::uint32_t{from >= routers_} + std::uint32_t{to >= routers_};
  auto const start = network_->router_of(from), goal = home_.empty() ? to : home_[to];
  if (drawn_ != nullptr) {
    if (start == goal) return {{}, from == to ? 0 : ends};
    return {{drawn_->start(start, goal, item), 0}, ends + drawn_->hops(start, goal, item)};
  }
  auto const half = static_cast<unsigned>(heading.direction) | static_cast<unsigned>(heading.first_dim) << 2;
  Course const course{from, static_cast<std::uint16_t>(half)};
  if (from == to) return {course, 0};
  return {course, ends + (start == goal ? 0 : router_hops(start, goal, heading.direction))};
}

Hop Routes::next_drawn(std::uint32_t at, std::uint32_t to, std::uint32_t goal, Course course,
                       std::uint64_t item) const {
  bool const stays = at == goal && course.half == 0;  // both terminals are at router `at`
  auto const hop =
      stays ? DrawnPaths::Hop{arrived, 0} : drawn_->next(at, goal, item, course.half, course.word);
  if (hop.port == arrived) return {eject_[to - routers_], course};
  return {network_->channel({at}, hop.port), {hop.state, static_cast<std::uint16_t>(course.half + 1)}};
}

}  // namespace weft::collective
