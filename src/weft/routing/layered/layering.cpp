// SPDX-License-Identifier: Apache-2.0
#include "weft/routing/layered/layering.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::routing {
namespace {

/// Dependencies of one virtual layer, which remain acyclic while routes are added, with a topological order
/// of the channels that is repaired when a new dependency contradicts it (D. J. Pearce and P. H. J. Kelly, A
/// dynamic topological sort algorithm for directed acyclic graphs, ACM JEA 11, 2007).
class OrderedLayer {
 public:
  explicit OrderedLayer(RouteDependencies const& all);
  /// Adds a route unless it closes a cycle; returns whether it was added.
  bool try_add(std::span<std::uint32_t const> route);

 private:
  enum class State : std::uint8_t { absent, present, rejected };
  /// Adapts the order to a dependency; returns false if the dependency closes a cycle.
  bool insert(std::uint32_t dependency);
  bool collect_after(std::uint32_t start, std::uint32_t upper);
  void collect_before(std::uint32_t start, std::uint32_t lower);
  void reorder();

  RouteDependencies const& all_;
  std::vector<State> state_;          // by dependency; a rejected dependency always closes a cycle
  std::vector<std::uint32_t> place_;  // position of each channel in the order
  std::vector<bool> seen_;            // by channel, in the current search
  std::vector<std::uint32_t> after_, before_, stack_, added_;
};

OrderedLayer::OrderedLayer(RouteDependencies const& all)
    : all_(all), state_(all.size(), State::absent), place_(all.num_channels()), seen_(all.num_channels()) {
  std::iota(place_.begin(), place_.end(), 0u);
}

bool OrderedLayer::try_add(std::span<std::uint32_t const> route) {
  for (auto const d : route)
    if (state_[d] == State::rejected) return false;
  added_.clear();
  for (auto const d : route) {
    if (state_[d] == State::present) continue;
    if (insert(d)) {
      state_[d] = State::present;
      added_.push_back(d);
      continue;
    }
    for (auto const other : added_) state_[other] = State::absent;
    if (added_.empty()) state_[d] = State::rejected;
    return false;
  }
  return true;
}

bool OrderedLayer::insert(std::uint32_t dependency) {
  auto const held = all_.held(dependency), requested = all_.requested(dependency);
  if (held == requested) return false;
  if (place_[held] < place_[requested]) return true;
  after_.clear();
  before_.clear();
  bool const closes = !collect_after(requested, place_[held]);
  if (!closes) {
    collect_before(held, place_[requested]);
    reorder();
  }
  for (auto const c : after_) seen_[c] = false;
  for (auto const c : before_) seen_[c] = false;
  return !closes;
}

/// Collects the channels that are reachable from `start`, up to position `upper` of the order. Returns false
/// if the channel at this position is reachable.
bool OrderedLayer::collect_after(std::uint32_t start, std::uint32_t upper) {
  stack_.assign(1, start);
  seen_[start] = true;
  while (!stack_.empty()) {
    auto const at = stack_.back();
    stack_.pop_back();
    after_.push_back(at);
    for (auto d = all_.first_out(at); d < all_.first_out(at + 1); ++d) {
      auto const next = all_.requested(d);
      if (state_[d] != State::present || seen_[next] || place_[next] > upper) continue;
      if (place_[next] == upper) {
        for (auto const c : stack_) seen_[c] = false;
        return false;
      }
      seen_[next] = true;
      stack_.push_back(next);
    }
  }
  return true;
}

void OrderedLayer::collect_before(std::uint32_t start, std::uint32_t lower) {
  stack_.assign(1, start);
  seen_[start] = true;
  while (!stack_.empty()) {
    auto const at = stack_.back();
    stack_.pop_back();
    before_.push_back(at);
    for (auto const d : all_.into(at)) {
      auto const previous = all_.held(d);
      if (state_[d] != State::present || seen_[previous] || place_[previous] < lower) continue;
      seen_[previous] = true;
      stack_.push_back(previous);
    }
  }
}

/// Reassigns the positions of the collected channels: the lower positions to the channels in `before_`, the
/// higher positions to the channels in `after_`.
void OrderedLayer::reorder() {
  auto const by_place = [&](std::uint32_t a, std::uint32_t b) { return place_[a] < place_[b]; };
  std::ranges::sort(before_, by_place);
  std::ranges::sort(after_, by_place);
  auto& places = stack_;
  places.clear();
  for (auto const c : before_) places.push_back(place_[c]);
  for (auto const c : after_) places.push_back(place_[c]);
  std::ranges::sort(places);
  std::size_t i = 0;
  for (auto const c : before_) place_[c] = places[i++];
  for (auto const c : after_) place_[c] = places[i++];
}

constexpr std::uint32_t max_layers = 65536;

[[noreturn]] void too_many_layers() {
  throw InputError("the routes need more than 65536 virtual layers", "layers are numbered with 16 bits");
}

/// Breaks the cycles of the layers, one layer after another, by moving routes to the next layer.
class CycleBreaker {
 public:
  explicit CycleBreaker(RouteDependencies const& all)
      : all_(all), shares_(all.size()), color_(all.num_channels()) {}

  /// Moves routes of `layer` to the next layer until `layer` is acyclic; returns whether a route was moved.
  bool clear(std::uint16_t layer, std::vector<std::uint16_t>& layer_of) {
    count(layer, layer_of);
    std::ranges::fill(color_, Color::white);
    bool moved = false;
    for (std::uint32_t root = 0; root < all_.num_channels(); ++root) {
      throw_if_interrupted();
      if (color_[root] != Color::white) continue;
      enter(root);
      while (!path_.empty()) {
        throw_if_interrupted();
        moved |= advance(layer, layer_of);
      }
    }
    return moved;
  }

 private:
  enum class Color : std::uint8_t { white, gray, black };
  struct Visit {
    std::uint32_t channel, next;  // next dependency to follow
  };

  void count(std::uint16_t layer, std::vector<std::uint16_t> const& layer_of) {
    std::ranges::fill(shares_, 0u);
    InterruptCheck check_for_interrupt;
    for (std::size_t r = 0; r < layer_of.size(); ++r) {
      check_for_interrupt();
      if (layer_of[r] == layer)
        for (auto const d : all_.of_route(r)) ++shares_[d];
    }
  }
  void enter(std::uint32_t channel) {
    color_[channel] = Color::gray;
    path_.push_back({channel, all_.first_out(channel)});
  }
  /// Makes one step of the depth-first search; returns whether a cycle was found, in which case routes were
  /// moved.
  bool advance(std::uint16_t layer, std::vector<std::uint16_t>& layer_of) {
    auto& visit = path_.back();
    if (visit.next == all_.first_out(visit.channel + 1)) {
      color_[visit.channel] = Color::black;
      path_.pop_back();
      return false;
    }
    auto const d = visit.next++;
    auto const requested = all_.requested(d);
    if (shares_[d] == 0 || color_[requested] == Color::black) return false;
    if (color_[requested] == Color::white) {
      enter(requested);
      return false;
    }
    move_routes(weakest(d), layer, layer_of);
    unwind();
    return true;
  }
  /// Returns the dependency with the fewest routes in the cycle that dependency `last` closes.
  std::uint32_t weakest(std::uint32_t last) const {
    auto best = last;
    for (auto i = path_.size() - 1; path_[i].channel != all_.requested(last); --i) {
      auto const d = path_[i - 1].next - 1;
      if (shares_[d] <= shares_[best]) best = d;
    }
    return best;
  }
  void move_routes(std::uint32_t dependency, std::uint16_t layer, std::vector<std::uint16_t>& layer_of) {
    for (auto const r : all_.routes(dependency)) {
      if (layer_of[r] != layer) continue;
      ++layer_of[r];
      for (auto const d : all_.of_route(r)) --shares_[d];
    }
  }
  /// Backtracks the search path to its longest prefix that is still valid.
  void unwind() {
    std::size_t whole = 1;
    while (whole < path_.size() && shares_[path_[whole - 1].next - 1] > 0) ++whole;
    for (; path_.size() > whole; path_.pop_back()) color_[path_.back().channel] = Color::white;
  }

  RouteDependencies const& all_;
  std::vector<std::uint32_t> shares_;  // by dependency: number of its routes in the layer
  std::vector<Color> color_;
  std::vector<Visit> path_;
};

/// Throws InputError if a route uses a channel twice, because it can wait for itself in any layer.
void reject_repeated_channels(RouteSet const& routes) {
  std::vector<std::size_t> last_route(routes.num_channels(), routes.size());
  InterruptCheck check_for_interrupt;
  for (std::size_t r = 0; r < routes.size(); ++r) {
    check_for_interrupt();
    for (auto const c : routes[r]) {
      if (last_route[c] == r)
        throw InputError("route " + std::to_string(r) + " uses channel " + std::to_string(c) + " twice",
                         "the route can wait for itself in any layer");
      last_route[c] = r;
    }
  }
}

}  // namespace

void RouteSet::add(std::span<std::uint32_t const> channels) {
  channels_.insert(channels_.end(), channels.begin(), channels.end());
  first_.push_back(channels_.size());
  for (auto const c : channels) num_channels_ = std::max(num_channels_, c + 1);
}

bool is_acyclic(RouteSet const& routes, Layering const& layering) {
  RouteDependencies const all(routes);
  CycleBreaker breaker(all);
  auto layer = layering.layer;
  for (std::uint32_t l = 0; l < layering.layers; ++l)
    if (breaker.clear(static_cast<std::uint16_t>(l), layer)) return false;
  return true;
}

Layering layer_one_by_one(RouteSet const& routes) {
  reject_repeated_channels(routes);
  RouteDependencies const all(routes);
  std::vector<OrderedLayer> layers;
  Layering layering;
  layering.layer.reserve(routes.size());
  for (std::size_t r = 0; r < routes.size(); ++r) {
    throw_if_interrupted();
    std::size_t l = 0;
    while (l < layers.size() && !layers[l].try_add(all.of_route(r))) ++l;
    if (l == layers.size()) {
      if (l == max_layers) too_many_layers();
      layers.emplace_back(all);
      layers.back().try_add(all.of_route(r));
    }
    layering.layer.push_back(static_cast<std::uint16_t>(l));
  }
  layering.layers = std::max(1u, static_cast<std::uint32_t>(layers.size()));
  return layering;
}

Layering layer_by_cycles(RouteSet const& routes) {
  reject_repeated_channels(routes);
  RouteDependencies const all(routes);
  CycleBreaker breaker(all);
  Layering layering{std::vector<std::uint16_t>(routes.size(), 0), 1};
  while (breaker.clear(static_cast<std::uint16_t>(layering.layers - 1), layering.layer))
    if (layering.layers++ == max_layers) too_many_layers();
  return layering;
}

Layering layer_sparingly(RouteSet const& routes) {
  auto one_by_one = layer_one_by_one(routes);
  if (one_by_one.layers <= 1) return one_by_one;
  auto by_cycles = layer_by_cycles(routes);
  return by_cycles.layers < one_by_one.layers ? by_cycles : one_by_one;
}

RouteDependencies::RouteDependencies(RouteSet const& routes) : num_channels_(routes.num_channels()) {
  if (routes.size() > std::numeric_limits<std::uint32_t>::max())
    throw InputError("too many routes for layers: " + std::to_string(routes.size()),
                     "the maximum is 2^32 - 1");
  number(routes);
  link_routes();
}

void RouteDependencies::number(RouteSet const& routes) {
  std::vector<std::uint64_t> pairs;
  auto const for_each_pair = [&](std::size_t route, auto visit) {
    auto const channels = routes[route];
    for (std::size_t i = 1; i < channels.size(); ++i)
      visit(std::uint64_t{channels[i - 1]} << 32 | channels[i]);
  };
  InterruptCheck check_for_interrupt;
  auto const forget_repeated = [&] {
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  };
  constexpr std::size_t min_sorted = 1 << 20;
  for (std::size_t r = 0, many = min_sorted; r < routes.size(); ++r) {
    check_for_interrupt();
    for_each_pair(r, [&](std::uint64_t pair) { pairs.push_back(pair); });
    if (pairs.size() < many) continue;
    forget_repeated();
    many = std::max(min_sorted, 2 * pairs.size());
  }
  forget_repeated();
  first_out_.assign(num_channels_ + std::size_t{1}, 0);
  first_into_.assign(num_channels_ + std::size_t{1}, 0);
  for (auto const pair : pairs) {
    held_.push_back(static_cast<std::uint32_t>(pair >> 32));
    requested_.push_back(static_cast<std::uint32_t>(pair));
    ++first_out_[held_.back() + std::size_t{1}];
    ++first_into_[requested_.back() + std::size_t{1}];
  }
  for (std::size_t c = 0; c < num_channels_; ++c) {
    first_out_[c + 1] += first_out_[c];
    first_into_[c + 1] += first_into_[c];
  }
  into_.resize(held_.size());
  auto next = first_into_;
  for (std::uint32_t d = 0; d < size(); ++d) into_[next[requested_[d]]++] = d;
  for (std::size_t r = 0; r < routes.size(); ++r) {
    check_for_interrupt();
    for_each_pair(r, [&](std::uint64_t pair) {
      auto const place = std::ranges::lower_bound(pairs, pair) - pairs.begin();
      of_route_.push_back(static_cast<std::uint32_t>(place));
    });
    first_of_route_.push_back(of_route_.size());
  }
}

void RouteDependencies::link_routes() {
  first_route_.assign(held_.size() + 1, 0);
  for (auto const d : of_route_) ++first_route_[d + std::size_t{1}];
  for (std::size_t d = 0; d < held_.size(); ++d) first_route_[d + 1] += first_route_[d];
  routes_.resize(of_route_.size());
  auto next = first_route_;
  InterruptCheck check_for_interrupt;
  for (std::size_t r = 0; r + 1 < first_of_route_.size(); ++r) {
    check_for_interrupt();
    for (auto const d : of_route(r)) routes_[next[d]++] = static_cast<std::uint32_t>(r);
  }
}

}  // namespace weft::routing
