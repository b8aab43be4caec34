#include "weft/routing/packet/reachability.hpp"

#include <string>

#include "weft/core/error.hpp"
#include "weft/graph/strong_components.hpp"

namespace weft {

Reachability::Reachability(Network const& network) {
  auto const graph = router_graph(network);
  auto found = strong_components(graph);
  auto const components = found.size.size();
  component_ = std::move(found.of);
  words_ = components / 64 + 1;
  if (words_ * components > std::size_t{1} << 28)
    throw InputError{"the failures leave " + std::to_string(components) + " parts",
                     "the parts cannot all reach each other; Weft can distinguish at most some 130,000"};
  reached_.resize(words_ * components);
  std::vector<std::vector<std::uint32_t>> members(components);
  for (std::uint32_t r = 0; r < component_.size(); ++r) members[component_[r]].push_back(r);
  for (std::uint32_t a = 0; a < components; ++a)
    for (auto const r : members[a])
      for (auto const to : graph.heads(r)) {
        auto const b = component_[to];
        if (b == a || (reached_[a * words_ + b / 64] >> b % 64 & 1) != 0) continue;
        reached_[a * words_ + b / 64] |= std::uint64_t{1} << b % 64;
        for (std::size_t i = 0; i < words_; ++i) reached_[a * words_ + i] |= reached_[b * words_ + i];
      }
}

}  // namespace weft
