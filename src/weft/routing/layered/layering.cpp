#include "weft/routing/layered/layering.hpp"

#include <algorithm>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/routing/layered/ordered_layer.hpp"
#include "weft/routing/layered/route_dependencies.hpp"

namespace weft::routing {
namespace {

constexpr std::uint32_t most_layers = 65536;

[[noreturn]] void too_many_layers() {
  throw InputError("the routes need more than 65536 virtual layers", "layers are numbered with 16 bits");
}

/// Breaks the cycles of one layer after the other by moving routes to the next.
class CycleBreaker {
 public:
  explicit CycleBreaker(RouteDependencies const& all)
      : all_(all), shares_(all.size()), color_(all.num_channels()) {}

  /// Moves routes of `layer` to the next one until it is acyclic; returns whether any was moved.
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
    std::uint32_t channel, next;  // next: the dependency that is followed next
  };

  void count(std::uint16_t layer, std::vector<std::uint16_t> const& layer_of) {
    std::ranges::fill(shares_, 0u);
    for (std::size_t r = 0; r < layer_of.size(); ++r)
      if (layer_of[r] == layer)
        for (auto const d : all_.of_route(r)) ++shares_[d];
  }
  void enter(std::uint32_t channel) {
    color_[channel] = Color::gray;
    path_.push_back({channel, all_.first_out(channel)});
  }
  /// One step of the depth-first search; true if it met a cycle and moved routes.
  bool advance(std::uint16_t layer, std::vector<std::uint16_t>& layer_of) {
    auto& visit = path_.back();
    if (visit.next == all_.first_out(visit.channel + 1)) {
      color_[visit.channel] = Color::black;
      path_.pop_back();
      return false;
    }
    auto const d = visit.next++;
    auto const wanted = all_.wanted(d);
    if (shares_[d] == 0 || color_[wanted] == Color::black) return false;
    if (color_[wanted] == Color::white) {
      enter(wanted);
      return false;
    }
    move_routes(weakest(d), layer, layer_of);
    unwind();
    return true;
  }
  /// The dependency of the cycle that `last` closes which the fewest routes share.
  std::uint32_t weakest(std::uint32_t last) const {
    auto best = last;
    for (auto i = path_.size() - 1; path_[i].channel != all_.wanted(last); --i) {
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
  /// Goes back to where the path of the search is whole.
  void unwind() {
    std::size_t whole = 1;
    while (whole < path_.size() && shares_[path_[whole - 1].next - 1] > 0) ++whole;
    for (; path_.size() > whole; path_.pop_back()) color_[path_.back().channel] = Color::white;
  }

  RouteDependencies const& all_;
  std::vector<std::uint32_t> shares_;  // of each dependency: the routes of the layer that have it
  std::vector<Color> color_;
  std::vector<Visit> path_;
};

/// Such a route can wait for itself, whatever its layer.
void refuse_repeated_channels(RouteSet const& routes) {
  std::vector<std::size_t> last_route(routes.num_channels(), routes.size());
  for (std::size_t r = 0; r < routes.size(); ++r)
    for (auto const c : routes[r]) {
      if (last_route[c] == r)
        throw InputError("route " + std::to_string(r) + " takes channel " + std::to_string(c) + " twice",
                         "it can wait for itself in any layer");
      last_route[c] = r;
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
  refuse_repeated_channels(routes);
  RouteDependencies const all(routes);
  std::vector<OrderedLayer> layers;
  Layering layering;
  layering.layer.reserve(routes.size());
  for (std::size_t r = 0; r < routes.size(); ++r) {
    throw_if_interrupted();
    std::size_t l = 0;
    while (l < layers.size() && !layers[l].try_add(all.of_route(r))) ++l;
    if (l == layers.size()) {
      if (l == most_layers) too_many_layers();
      layers.emplace_back(all);
      layers.back().try_add(all.of_route(r));
    }
    layering.layer.push_back(static_cast<std::uint16_t>(l));
  }
  layering.layers = std::max(1u, static_cast<std::uint32_t>(layers.size()));
  return layering;
}

Layering layer_by_cycles(RouteSet const& routes) {
  refuse_repeated_channels(routes);
  RouteDependencies const all(routes);
  CycleBreaker breaker(all);
  Layering layering{std::vector<std::uint16_t>(routes.size(), 0), 1};
  while (breaker.clear(static_cast<std::uint16_t>(layering.layers - 1), layering.layer))
    if (layering.layers++ == most_layers) too_many_layers();
  return layering;
}

Layering layer_sparingly(RouteSet const& routes) {
  auto one_by_one = layer_one_by_one(routes);
  if (one_by_one.layers <= 1) return one_by_one;
  auto by_cycles = layer_by_cycles(routes);
  return by_cycles.layers < one_by_one.layers ? by_cycles : one_by_one;
}

}  // namespace weft::routing
