#include "weft/routing/reachability.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "weft/core/error.hpp"

namespace weft {

/// Tarjan's search with a stack of its own. Components are numbered so that channels lead to lower ones.
class Reachability::Search {
 public:
  Search(Network const& network, std::vector<std::uint32_t>& component)
      : network_(network),
        component_(component),
        order_(network.num_routers(), unseen),
        low_(network.num_routers()) {
    component_.assign(network.num_routers(), unseen);
    for (std::uint32_t r = 0; r < order_.size(); ++r)
      if (order_[r] == unseen) explore(r);
  }
  std::uint32_t components() const { return components_; }

 private:
  static constexpr auto unseen = std::numeric_limits<std::uint32_t>::max();
  struct Visit {
    std::uint32_t router, port;
  };

  void enter(std::uint32_t r) {
    order_[r] = low_[r] = next_++;
    open_.push_back(r);
    path_.push_back({r, 0});
  }
  void explore(std::uint32_t start) {
    enter(start);
    while (!path_.empty()) {
      auto& [r, port] = path_.back();
      if (port == network_.degree({r})) {
        leave(r);
        continue;
      }
      auto const c = network_.channel({r}, {static_cast<std::uint16_t>(port++)});
      if (network_.channel_failed(c)) continue;
      auto const to = network_.target(c).v;
      if (order_[to] == unseen)
        enter(to);
      else if (component_[to] == unseen)
        low_[r] = std::min(low_[r], order_[to]);
    }
  }
  void leave(std::uint32_t r) {
    path_.pop_back();
    if (!path_.empty()) low_[path_.back().router] = std::min(low_[path_.back().router], low_[r]);
    if (low_[r] != order_[r]) return;
    for (std::uint32_t member = unseen; member != r;) {
      member = open_.back();
      open_.pop_back();
      component_[member] = components_;
    }
    ++components_;
  }

  Network const& network_;
  std::vector<std::uint32_t>& component_;
  std::vector<std::uint32_t> order_, low_, open_;
  std::vector<Visit> path_;
  std::uint32_t next_ = 0, components_ = 0;
};

Reachability::Reachability(Network const& network) {
  auto const components = Search(network, component_).components();
  words_ = components / 64 + 1;
  if (words_ * components > std::size_t{1} << 28)
    throw InputError{"the failures leave " + std::to_string(components) + " parts",
                     "that cannot all reach each other; at most some 130,000 can be told apart"};
  reached_.resize(words_ * components);
  std::vector<std::vector<std::uint32_t>> members(components);
  for (std::uint32_t r = 0; r < component_.size(); ++r) members[component_[r]].push_back(r);
  for (std::uint32_t a = 0; a < components; ++a)
    for (auto const r : members[a])
      for (std::uint16_t p = 0, ports = network.degree({r}); p < ports; ++p) {
        auto const c = network.channel({r}, {p});
        auto const b = network.channel_failed(c) ? a : component_[network.target(c).v];
        if (b == a || (reached_[a * words_ + b / 64] >> b % 64 & 1) != 0) continue;
        reached_[a * words_ + b / 64] |= std::uint64_t{1} << b % 64;
        for (std::size_t i = 0; i < words_; ++i) reached_[a * words_ + i] |= reached_[b * words_ + i];
      }
}

}  // namespace weft
