// SPDX-License-Identifier: Apache-2.0
#include "weft/topology/family/clex.hpp"

#include <algorithm>
#include <bit>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace weft::topology {

namespace {

/// Returns the local network of `params`; null for cliques. A complete graph is a clique.
LocalNetworkPtr local_network_of(Clex::Params const& params) {
  if (params.clique == Clex::full_clique || params.clique == "[complete]") return nullptr;
  return make_local_network("clique", params.clique);
}

/// Returns the parameters with m and clique made consistent with the local network.
Clex::Params resolved(Clex::Params params, LocalNetworkPtr const& local) {
  if (local) params.m = local->size();
  params.clique = local && local->name() != Clex::full_clique ? "[" + local->spec() + "]"
                                                              : std::string(Clex::full_clique);
  return params;
}

std::string format_size(Clex::Params const& params) {
  return "m=" + std::to_string(params.m) + ", levels=" + std::to_string(params.levels);
}

void require_same_size(Clex::Params const& params, LocalNetwork const& local) {
  if (params.m != local.size())
    throw InputError{"m=" + std::to_string(params.m) + " conflicts with clique=" + params.clique,
                     "the local network has " + std::to_string(local.size()) + " routers", "omit m"};
}

}  // namespace

Clex::Clex(Params const& params)
    : params_(params),
      local_(local_network_of(params)),
      m_(static_cast<std::uint32_t>(local_ ? local_->size() : params.m)),
      ports_per_level_(m_),
      shape_(Sides(static_cast<std::size_t>(params.levels), m_)),
      upper_ports_((levels() - 1) * (single() ? 1 : m_)),
      degree_(static_cast<std::uint16_t>((single() ? m_ - 1 : m_) + upper_ports_)) {
  params_ = resolved(std::move(params_), local_);
  if (params_.clique == full_clique) local_ = nullptr;
}

Clex::Params Clex::read(Spec const& spec) {
  auto params = read_params<Params>(schema, spec);
  auto const local = local_network_of(params);
  bool const states_m = std::ranges::find(spec.arguments, "m", &Spec::Argument::key) != spec.arguments.end();
  if (local && states_m) require_same_size(params, *local);
  return resolved(std::move(params), local);
}

void Clex::check(Params const& given) {
  auto const local = local_network_of(given);
  if (local && given.m != Params{}.m) require_same_size(given, *local);
  auto const params = resolved(given, local);
  double nodes = 1;
  for (std::int64_t level = 0; level < params.levels; ++level) nodes *= static_cast<double>(params.m);
  if (nodes > 0x1p32)
    throw InputError{format_size(params) + " produce more than 2^32 nodes", "node ids have 32 bits"};
  auto const own = params.clique == full_clique ? (params.links == Links::single ? params.m - 1 : params.m)
                                                : std::max(local->max_degree(), local->max_in_degree());
  if (own + (params.levels - 1) * (params.links == Links::single ? 1 : params.m) > 65535)
    throw InputError{format_size(params) + " produce more than 65535 ports per node",
                     "port ids have 16 bits"};
  if (params.links == Links::single && params.landing != Landing::low)
    throw InputError{"links=single conflicts with landing=high",
                     "a single link swaps two digits, which is landing=low"};
  if (params.bandwidth.empty() || params.bandwidth.size() > static_cast<std::size_t>(params.levels))
    throw InputError{"bandwidth has " + std::to_string(params.bandwidth.size()) + " entries",
                     "must have 1 to levels=" + std::to_string(params.levels)};
}

namespace {

Clex::Params local_sample(std::string clique, std::int64_t levels, Landing landing = Landing::low,
                          Links links = Links::full) {
  return {.levels = levels, .landing = landing, .links = links, .clique = std::move(clique)};
}

}  // namespace

std::vector<Clex::Params> Clex::samples() {
  return {{3, 2},
          {5, 1},
          {1, 3},
          {2, 4},
          {3, 4, Landing::low, Links::full, {1, 1, 2}},
          {2, 3, Landing::high},
          {3, 4, Landing::high},
          {4, 2, Landing::low, Links::single},
          {3, 4, Landing::low, Links::single},
          {2, 5, Landing::low, Links::single, {3, 5}},
          {1, 2, Landing::low, Links::single},
          {6, 3, Landing::low, Links::single},
          local_sample("[mesh:sides=3]", 2),
          local_sample("[mesh:sides=4]", 2),
          local_sample("[torus:sides=2x3]", 2),
          local_sample("[kautz:degree=2,length=2]", 2),
          local_sample("[mesh:sides=2x2]", 3, Landing::high),
          local_sample("[ring:routers=4]", 2, Landing::low, Links::single),
          local_sample("[mesh:sides=3]", 3, Landing::low, Links::single),
          local_sample("[torus:sides=3x3]", 1)};
}

std::vector<ChannelClass> Clex::classes() const {
  std::vector<ChannelClass> classes;
  auto const& bandwidth = params_.bandwidth;
  for (std::uint32_t level = 1; level <= levels(); ++level) {
    double one = level <= bandwidth.size() ? bandwidth[level - 1] : bandwidth.back();
    if (level == 1 && local_) one *= local_->bandwidth();
    classes.push_back({"level" + std::to_string(level), single() && level > 1 ? one * m_ : one});
  }
  return classes;
}

std::uint32_t Clex::distance(RouterId a, RouterId b) const {
  WEFT_EXPECT(has_distance());
  std::uint32_t differ = 0;
  bool requested = false;
  auto const lowest = digit(a, 1);
  for (std::uint32_t level = 2; level <= levels(); ++level) {
    auto const goal = digit(b, level);
    if (digit(a, level) == goal) continue;
    ++differ;
    requested |= goal == lowest;
  }
  if (single()) return differ + jumps(a, b);
  if (local_ && differ == 0) return distance_in_clique(a, b);
  return differ + (differ > 0 ? !requested : lowest != digit(b, 1));
}

/// Returns the distance between nodes that differ at most in the lowest digit. A higher digit that equals the
/// lowest has edges to all nodes of the local network.
std::uint32_t Clex::distance_in_clique(RouterId a, RouterId b) const {
  auto const from = digit(a, 1), to = digit(b, 1);
  if (from == to) return 0;
  for (std::uint32_t level = 2; level <= levels(); ++level)
    if (digit(a, level) == from) return 1;
  for (std::uint16_t p = 0; p < local_->degree(from); ++p)
    if (local_->neighbor(from, p).router.v == to) return 1;
  return 2;
}

Hop Clex::local_neighbor(RouterId r, PortId p) const {
  auto const lowest = digit(r, 1);
  std::uint32_t const own = local_->degree(lowest);
  if (p.v < own) {
    auto const hop = local_->neighbor(lowest, p.v);
    return {shape_.shift(r, 0, hop.router.v - lowest), hop.port};
  }
  auto const [level, free] = upper_port(p.v - own);
  auto const to = land(r, level, single() ? digit(r, level) : free);
  auto const in = single() ? level - 2 : (level - 2) * m_ + digit(r, level);
  return {to, {static_cast<std::uint16_t>(local_->in_degree(digit(to, 1)) + in)}};
}

Hop Clex::local_source(RouterId r, PortId p) const {
  auto const lowest = digit(r, 1);
  std::uint32_t const own = local_->in_degree(lowest);
  if (p.v < own) {
    auto const hop = local_->source(lowest, p.v);
    return {shape_.shift(r, 0, hop.router.v - lowest), hop.port};
  }
  auto const [level, top] = upper_port(p.v - own);
  auto const from = single() ? land(r, level, digit(r, level)) : edge_source(r, level, top);
  auto const free = digit(r, landing() == Landing::high && level > 2 ? level - 1 : 1);
  auto const out = single() ? level - 2 : (level - 2) * m_ + free;
  return {from, {static_cast<std::uint16_t>(local_->degree(digit(from, 1)) + out)}};
}

/// Returns the digits as nested boxes. Local networks laid out on a grid or in nested boxes keep their
/// layout; others fill the box of a clique.
NestedLayout Clex::layout_hint() const {
  if (!local_ || !(std::holds_alternative<GridLayout>(local_->layout()) ||
                   std::holds_alternative<NestedLayout>(local_->layout())))
    return {shape_};
  return {shape_, std::make_shared<InnerLayout const>(InnerLayout{local_->layout()})};
}

namespace {

struct SwapEdge {
  std::uint32_t requested, replaced, part;
  bool touches(SwapEdge const& other) const {
    return requested == other.requested || requested == other.replaced || replaced == other.requested ||
           replaced == other.replaced;
  }
};

/// Merges the parts of edges that touch, into the part with the smallest number.
void join_parts(std::span<SwapEdge> edges) {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto& x : edges)
      for (auto const& y : edges)
        if (x.part > y.part && x.touches(y)) {
          x.part = y.part;
          changed = true;
        }
  }
}

/// Returns the number of edges that leave the target value of `edge` minus the number of edges that lead to
/// it.
std::int64_t surplus(std::span<SwapEdge const> edges, SwapEdge const& edge) {
  std::int64_t sum = 0;
  for (auto const& other : edges)
    sum += (other.requested == edge.requested) - (other.replaced == edge.requested);
  return sum;
}

}  // namespace

/// Returns the hops of a shortest path from a to b over single links, in addition to one hop for each
/// differing digit. Each differing digit defines an edge from its target value to its current value, and so
/// does the lowest digit, as end and start of the path. Hops follow the edges; a single closed trail over all
/// edges would need no additional hop. Each surplus edge out of a value costs a hop of level 1. Joining two
/// balanced connected components costs one hop: a digit is replaced twice, first to store the lowest digit
/// and later to restore it.
std::uint32_t Clex::jumps(RouterId a, RouterId b) const {
  std::array<SwapEdge, 32> storage{};
  std::size_t size = 0;
  for (std::uint32_t level = 1; level <= levels(); ++level)
    if (level == 1 || digit(a, level) != digit(b, level))
      storage[size++] = {digit(b, level), digit(a, level), level};
  std::span const edges{storage.data(), size};
  join_parts(edges);

  std::int64_t unmatched = 0;
  std::uint64_t parts = 0, unbalanced = 0;
  for (std::size_t i = 0; i < size; ++i) {
    parts |= std::uint64_t{1} << edges[i].part;
    bool counted = false;
    for (std::size_t j = 0; j < i; ++j) counted |= edges[j].requested == edges[i].requested;
    if (auto const more = surplus(edges, edges[i]); more > 0) {
      unbalanced |= std::uint64_t{1} << edges[i].part;
      if (!counted) unmatched += more;
    }
  }
  return static_cast<std::uint32_t>(unmatched + std::popcount(parts & ~unbalanced) - (unbalanced == 0));
}

std::vector<DigitCourse> Clex::digit_courses() const {
  std::vector<DigitCourse> courses;
  for (std::uint32_t level = 1; level <= levels(); ++level) {
    auto const top = level - 1;
    auto& course = courses.emplace_back();
    course.channels = num_channels_of(level);
    course.loops = num_routers() / m_;  // channels with a lowest digit equal to the digit of the level
    course.swap = single() && level > 1;
    if (level == 1 && local_) {
      course.loops = num_copies(1) * local_->num_loops();
      course.repetitions = num_copies(1);
      for (std::uint32_t from = 0; from < m_; ++from)
        for (std::uint16_t p = 0; p < local_->degree(from); ++p)
          if (auto const to = local_->neighbor(from, p).router.v; to != from)
            course.steps.emplace_back(from, to);
      continue;
    }
    if (level == 1) {
      course.loops = single() ? 0 : num_routers();
      course.moves = {{{}, 0}, {0, {}}};
    } else if (single()) {
      course.moves = {{0, top}, {top, 0}};
    } else if (landing() == Landing::low) {
      course.moves = {{{}, top}, {top, 0}, {0, {}}};
    } else {
      course.loops = num_copies(level) * m_;
      course.moves = {{{}, top}, {top, 0}, {top - 1, {}}};
      for (std::uint32_t k = 1; k < top; ++k) course.moves.push_back({k - 1, k});
    }
    auto const moved =
        std::ranges::count_if(course.moves, [](auto const& move) { return move.from.has_value(); });
    course.repetitions = num_copies(static_cast<std::uint32_t>(moved));
  }
  return courses;
}

std::string Clex::coordinates(RouterId r) const {
  std::string text;
  for (auto level = levels(); level >= 1; --level)
    text += std::to_string(digit(r, level)) + (level > 1 ? "." : "");
  return text;
}

}  // namespace weft::topology
