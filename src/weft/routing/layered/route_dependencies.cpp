#include "weft/routing/layered/route_dependencies.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

namespace weft::routing {

RouteDependencies::RouteDependencies(RouteSet const& routes) : num_channels_(routes.num_channels()) {
  if (routes.size() > std::numeric_limits<std::uint32_t>::max())
    throw InputError(std::to_string(routes.size()) + " routes in layers", "at most 2^32 - 1");
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
  constexpr std::size_t least_sorted = 1 << 20;
  for (std::size_t r = 0, many = least_sorted; r < routes.size(); ++r) {
    check_for_interrupt();
    for_each_pair(r, [&](std::uint64_t pair) { pairs.push_back(pair); });
    if (pairs.size() < many) continue;
    forget_repeated();
    many = std::max(least_sorted, 2 * pairs.size());
  }
  forget_repeated();
  first_out_.assign(num_channels_ + std::size_t{1}, 0);
  first_into_.assign(num_channels_ + std::size_t{1}, 0);
  for (auto const pair : pairs) {
    held_.push_back(static_cast<std::uint32_t>(pair >> 32));
    wanted_.push_back(static_cast<std::uint32_t>(pair));
    ++first_out_[held_.back() + std::size_t{1}];
    ++first_into_[wanted_.back() + std::size_t{1}];
  }
  for (std::size_t c = 0; c < num_channels_; ++c) {
    first_out_[c + 1] += first_out_[c];
    first_into_[c + 1] += first_into_[c];
  }
  into_.resize(held_.size());
  auto next = first_into_;
  for (std::uint32_t d = 0; d < size(); ++d) into_[next[wanted_[d]]++] = d;
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
