#include "weft/collective/routes/distance_rows.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"

namespace weft::collective {
namespace {

constexpr std::size_t word_bits = 64;

/// The channels between routers that carry something, by the router that they leave.
struct RouterLinks {
  std::vector<std::uint32_t> first, target;

  explicit RouterLinks(TransferNetwork const& network) {
    for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
      first.push_back(static_cast<std::uint32_t>(target.size()));
      for (auto c = network.first_channel(r); c < network.first_channel(r + 1); ++c)
        if (auto const to = network.target(c);
            to < network.num_routers() && to != r && network.bandwidth(c) > 0)
          target.push_back(to);
    }
    first.push_back(static_cast<std::uint32_t>(target.size()));
  }
  std::uint32_t num_routers() const { return static_cast<std::uint32_t>(first.size() - 1); }
};

/// Searches backwards from up to 64 routers. A bit that a router gains at depth d says that it is d hops from that target.
class Search {
 public:
  explicit Search(RouterLinks const& links)
      : links_(links), seen_(links.num_routers()), front_(links.num_routers()), next_(links.num_routers()) {}

  /// The greatest depth reached; `visit(router, target, depth)` is called for each pair.
  template <class Visit>
  std::uint32_t run(std::span<std::uint32_t const> targets, Visit visit) {
    std::ranges::fill(seen_, 0);
    std::ranges::fill(front_, 0);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      front_[targets[i]] = seen_[targets[i]] = std::uint64_t{1} << i;
      visit(targets[i], i, 0);
    }
    std::uint32_t depth = 0;
    while (advance()) {
      ++depth;
      for (std::uint32_t r = 0; r < links_.num_routers(); ++r)
        for (auto bits = front_[r]; bits != 0; bits &= bits - 1)
          visit(r, static_cast<std::size_t>(std::countr_zero(bits)), depth);
    }
    return depth;
  }

 private:
  bool advance() {
    std::uint64_t any = 0;
    for (std::uint32_t r = 0; r < links_.num_routers(); ++r) {
      std::uint64_t reached = 0;
      for (auto i = links_.first[r]; i < links_.first[r + std::size_t{1}]; ++i)
        reached |= front_[links_.target[i]];
      next_[r] = reached & ~seen_[r];
      any |= next_[r];
    }
    for (std::uint32_t r = 0; r < links_.num_routers(); ++r) seen_[r] |= next_[r];
    front_.swap(next_);
    return any != 0;
  }

  RouterLinks const& links_;
  std::vector<std::uint64_t> seen_, front_, next_;
};

}  // namespace

DistanceRows::DistanceRows(TransferNetwork const& network, std::vector<std::uint32_t> targets)
    : routers_(network.num_routers()), targets_(std::move(targets)) {
  require_memory(std::uint64_t{routers_} * targets_.size() * sizeof(std::uint16_t),
                 fmt::format("the distances of {} routers to {} of them", routers_, targets_.size()));
  hops_.assign(routers_ * targets_.size(), unreachable);
  RouterLinks const links(network);
  std::atomic<std::uint32_t> most{0};
  parallel_chunks(targets_.size(), word_bits, [&](std::size_t begin, std::size_t end, unsigned) {
    Search search(links);
    auto const depth = search.run(std::span(targets_).subspan(begin, end - begin),
                                  [&](std::uint32_t r, std::size_t i, std::uint32_t hops) {
                                    hops_[(begin + i) * routers_ + r] = static_cast<std::uint16_t>(
                                        std::min(hops, std::uint32_t{unreachable}));
                                  });
    auto before = most.load();
    while (before < depth && !most.compare_exchange_weak(before, depth)) {}
  });
  most_ = most;
  if (most_ >= unreachable)
    throw InputError(fmt::format("a way of {} hops", most_),
                     fmt::format("shortest ways have less than {}", unreachable), "take a smaller machine");
}

}  // namespace weft::collective
