#include "weft/routing/form/packets_from_shares.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "weft/core/lazy.hpp"
#include "weft/core/random.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft::routing {
namespace {

class PacketsFromShares final : public PacketRouting {
 public:
  PacketsFromShares(NetworkPtr network, SharesPtr shares)
      : network_(std::move(network)),
        shares_(std::move(shares)),
        distances_([network = network_] { return std::make_shared<DistanceTable const>(network); }) {}

  /// If two paths of a pair cross in both directions, a packet may loop. The probability of many loops decreases
  /// exponentially.
  PacketTraits traits() const override {
    return {.has_state = true,
            .draws = true,
            .exact_hops = false,
            .hop_bound = static_cast<std::uint32_t>(network_->num_routers() + 1000)};
  }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void start(Heads const& heads) const override {
    for (std::size_t i = 0; i < heads.size(); ++i) heads.next_state[i] = heads.at[i].v;
  }
  void route(Heads const& heads) const override {
    std::vector<ChannelShare> all;
    for (std::size_t i = 0; i < heads.size(); ++i) {
      heads.next_state[i] = heads.state[i];
      heads.port[i] = heads.at[i].v == heads.to[i]
                          ? arrived
                          : drawn_port(heads.at[i], {heads.state[i]}, {heads.to[i]}, heads.draw[i], all);
    }
  }
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    for (std::size_t i = 0; i < heads.size(); ++i)
      hops[i] = distances_.get()->distance(heads.at[i], {heads.to[i]});
  }
  bool reaches(RouterId from, std::uint32_t to) const override {
    return distances_.get()->reaches(from, {to});
  }

 private:
  PortId drawn_port(RouterId at, RouterId from, RouterId to, std::uint64_t draw,
                    std::vector<ChannelShare>& all) const {
    all.clear();
    shares_->append(from, to, all);
    auto const first = network_->channel(at, {0}).v;
    std::erase_if(all, [&](ChannelShare const& share) {
      return share.channel.v < first || share.channel.v >= first + network_->degree(at);
    });
    std::uint64_t leaving = 0;
    for (auto const& share : all) leaving += share.numerator;
    if (leaving == 0) no_path(at, to);
    auto below = static_cast<std::uint64_t>(static_cast<unsigned __int128>(draw) * leaving >> 64);
    auto share = all.begin();
    for (; below >= share->numerator; ++share) below -= share->numerator;
    return {static_cast<std::uint16_t>(share->channel.v - first)};
  }

  NetworkPtr network_;
  SharesPtr shares_;
  Lazy<std::shared_ptr<DistanceTable const>> distances_;
};

}  // namespace

PacketRoutingPtr packets_from_shares(NetworkPtr network, SharesPtr shares) {
  return std::make_shared<PacketsFromShares>(std::move(network), std::move(shares));
}

}  // namespace weft::routing
