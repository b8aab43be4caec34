#include "weft/routing/packet/via.hpp"

#include <algorithm>

#include "weft/core/random.hpp"

namespace weft {
namespace {

constexpr std::size_t block = 64;

}  // namespace

ViaRandomRouter::ViaRandomRouter(PacketRoutingPtr leg, std::uint64_t routers)
    : leg_(std::move(leg)), routers_(routers) {}

ViaRandomRouter::ViaRandomRouter(PacketRoutingPtr leg, std::vector<std::uint32_t> routers, bool may_miss)
    : leg_(std::move(leg)), routers_(routers.size()), listed_(std::move(routers)), may_miss_(may_miss) {}

PacketTraits ViaRandomRouter::traits() const {
  auto traits = leg_->traits();
  traits.has_state = true;
  traits.draws = true;
  traits.hop_bound *= 2;
  return traits;
}

void ViaRandomRouter::start(Heads const& heads) const {
  for (std::size_t i = 0; i < heads.size(); ++i) {
    std::uint32_t via =
        static_cast<std::uint32_t>(static_cast<unsigned __int128>(heads.draw[i]) * routers_ >> 64);
    if (!listed_.empty()) via = listed_[via];
    bool const misses = may_miss_ && !leg_->reaches({via}, heads.to[i]);
    leg_->encode({&via, 1});
    heads.next_state[i] = misses || leg_->decode(heads.to[i]) == heads.at[i] ? heads.to[i] : via;
  }
}

void ViaRandomRouter::route(Heads const& heads) const {
  auto const width = traits().width;
  for (std::size_t begin = 0; begin < heads.size(); begin += block) {
    auto const size = std::min(block, heads.size() - begin);
    std::uint32_t goal[block];
    Heads leg = heads.part(begin, size, width);
    for (std::size_t i = 0; i < size; ++i) goal[i] = leg.state[i];
    leg.to = {goal, size};
    leg_->route(leg);
    bool any_at_via = false;
    for (std::size_t i = 0; i < size; ++i)
      any_at_via |= leg.port[i * width] == arrived && goal[i] != heads.to[begin + i];
    if (any_at_via) {
      for (std::size_t i = 0; i < size; ++i)
        if (leg.port[i * width] == arrived) goal[i] = heads.to[begin + i];
      leg_->route(leg);
    }
    for (std::size_t i = 0; i < size; ++i)
      std::fill_n(leg.next_state.begin() + static_cast<std::ptrdiff_t>(i * width), width, goal[i]);
  }
}

void ViaRandomRouter::hops_left(Heads const& heads, std::span<std::uint32_t> hops) const {
  for (std::size_t begin = 0; begin < heads.size(); begin += block) {
    auto const size = std::min(block, heads.size() - begin);
    RouterId via[block];
    std::uint32_t second[block];
    Heads leg = heads.part(begin, size, 1);
    for (std::size_t i = 0; i < size; ++i) via[i] = leg_->decode(leg.state[i]);
    leg_->hops_left({.at = {via, size}, .to = leg.to}, {second, size});
    leg.to = leg.state;
    leg_->hops_left(leg, hops.subspan(begin, size));
    for (std::size_t i = 0; i < size; ++i) hops[begin + i] += second[i];
  }
}

}  // namespace weft
