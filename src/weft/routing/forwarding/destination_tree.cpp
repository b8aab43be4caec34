#include "weft/routing/forwarding/destination_tree.hpp"

#include <algorithm>
#include <utility>

namespace weft::routing {

namespace {

DestinationTree::Fate fate_of(NextHop hop) {
  switch (hop.end()) {
    case NextHop::End::arrives: return DestinationTree::Fate::arrives;
    case NextHop::End::dead_port: return DestinationTree::Fate::dead_port;
    case NextHop::End::wrong_host: return DestinationTree::Fate::wrong_host;
    case NextHop::End::no_entry: break;
  }
  return DestinationTree::Fate::no_entry;
}

}  // namespace

void DestinationTree::follow(std::span<NextHop const> next, Network const& network) {
  std::ranges::fill(fate_, Fate::unknown);
  for (std::uint32_t r = 0; r < fate_.size(); ++r) follow_from(r, next, network);
  sort_by_depth();
}

void DestinationTree::follow_from(std::uint32_t router, std::span<NextHop const> next,
                                  Network const& network) {
  path_.clear();
  while (fate_[router] == Fate::unknown) {
    path_.push_back(router);
    fate_[router] = Fate::on_path;
    if (!next[router].is_channel()) {
      fate_[router] = fate_of(next[router]);
      depth_[router] = 0;
      path_.pop_back();
      break;
    }
    router = network.target(next[router].channel()).v;
  }
  if (path_.empty()) return;
  bool const loops = fate_[router] == Fate::on_path;
  auto const fate = loops ? Fate::loops : fate_[router];
  auto depth = loops ? 0 : depth_[router];
  for (; !path_.empty(); path_.pop_back()) {
    fate_[path_.back()] = fate;
    depth_[path_.back()] = ++depth;
  }
}

void DestinationTree::sort_by_depth() {
  first_.clear();
  arriving_ = 0;
  for (std::uint32_t r = 0; r < fate_.size(); ++r) {
    if (fate_[r] != Fate::arrives) continue;
    ++arriving_;
    if (depth_[r] >= first_.size()) first_.resize(depth_[r] + std::size_t{1}, 0);
    ++first_[depth_[r]];
  }
  std::uint32_t before = 0;
  for (auto depth = first_.size(); depth-- > 0;) before += std::exchange(first_[depth], before);
  for (std::uint32_t r = 0; r < fate_.size(); ++r)
    if (fate_[r] == Fate::arrives) order_[first_[depth_[r]]++] = r;
}

}  // namespace weft::routing
