#include "weft/engine/flit/division.hpp"

#include <algorithm>

#include "weft/core/ranks.hpp"

namespace weft::flit {
namespace {

/// Ends of ranges of these routers with about equally many input ports.
std::vector<std::uint32_t> equal_shares(FlitNetwork const& network, RouterRange const& range,
                                        std::uint32_t parts) {
  std::vector<std::uint32_t> ends;
  auto const first = network.first_in(range.first);
  std::uint64_t const ports = network.first_in(range.last) - first;
  for (auto r = range.first; ends.size() + 1 < parts; ends.push_back(r)) {
    auto const goal = first + ports * (ends.size() + 1) / parts;
    while (r < range.last && network.first_in(r) < goal) ++r;
  }
  ends.push_back(range.last);
  return ends;
}

}  // namespace

Division::Division(FlitNetwork const& network, std::uint32_t partitions)
    : rank_ends_(equal_shares(network, {0, network.num_routers()}, num_ranks())) {
  auto const first = rank() == 0 ? 0 : rank_ends_[rank() - 1];
  ends_ = equal_shares(network, {first, rank_ends_[rank()]}, partitions);
  ends_.insert(ends_.begin(), first);
  note_partitions();
}

Division::Division(std::vector<std::uint32_t> ends) : rank_ends_{ends.back()}, ends_(std::move(ends)) {
  ends_.insert(ends_.begin(), 0);
  note_partitions();
}

void Division::note_partitions() {
  partition_of_.resize(ends_.back() - ends_.front());
  for (std::size_t i = 0; i < partitions(); ++i)
    std::fill(partition_of_.begin() + (ends_[i] - ends_.front()),
              partition_of_.begin() + (ends_[i + 1] - ends_.front()), static_cast<std::uint16_t>(i));
}

unsigned Division::rank_of(std::uint32_t router) const {
  return static_cast<unsigned>(std::ranges::upper_bound(rank_ends_, router) - rank_ends_.begin());
}

}  // namespace weft::flit
