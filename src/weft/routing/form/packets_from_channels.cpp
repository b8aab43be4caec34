#include "weft/routing/form/packets_from_channels.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/lazy.hpp"
#include "weft/routing/packet/shortest_paths.hpp"

namespace weft::routing {
namespace {

/// The packet is still at its source.
constexpr std::uint32_t at_source = 0xffffffff;
constexpr std::uint32_t none_packed = 0xffff, most_routers = 0xffff;

std::uint32_t pack(std::uint32_t via, std::uint16_t phase) {
  return (via == no_via ? none_packed : via) << 16 | phase;
}

class PacketsFromChannels final : public PacketRouting {
 public:
  PacketsFromChannels(NetworkPtr network, ChannelRoutingPtr routing)
      : network_(std::move(network)),
        routing_(std::move(routing)),
        of_channels_(routing_->traits()),
        first_(network_->num_routers()),
        no_flits_(network_->num_channels(), 0),
        distances_([network = network_] { return std::make_shared<DistanceTable const>(network); }) {
    for (std::uint32_t r = 0; r < first_.size(); ++r) first_[r] = network_->channel({r}, {0}).v;
  }

  PacketTraits traits() const override {
    return {.has_state = true,
            .draws = true,
            .width = of_channels_.width,
            .exact_hops = false,
            .hop_bound = of_channels_.hop_bound};
  }
  void encode(std::span<std::uint32_t>) const override {}
  RouterId decode(std::uint32_t to) const override { return {to}; }
  void start(Heads const& heads) const override { std::ranges::fill(heads.next_state, at_source); }
  void route(Heads const& heads) const override {
    auto const width = std::size_t{of_channels_.width};
    std::vector<Candidate> out(width);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto head = head_of(heads.at[i], heads.to[i], heads.state[i]);
      auto* const port = &heads.port[i * width];
      auto* const next = &heads.next_state[i * width];
      std::uint16_t count = 1;
      if (head.at == head.target) {
        port[0] = arrived;
        next[0] = heads.state[i];
      } else {
        head.draw = heads.draw[i];
        routing_->route({&head, 1}, {.first = first_, .now = no_flits_, .seen = no_flits_}, out, {&count, 1});
        count = keep_preferred(std::span(out).first(count), port, next);
      }
      if (width > 1) heads.candidates[i] = count;
    }
  }
  /// The fewest hops that are left; those of non-minimal routings may be more.
  void hops_left(Heads const& heads, std::span<std::uint32_t> hops) const override {
    auto const& table = *distances_.get();
    for (std::size_t i = 0; i < heads.size(); ++i) {
      auto const head = head_of(heads.at[i], heads.to[i], heads.state[i]);
      hops[i] = table.distance({head.at}, {head.target}) + table.distance({head.target}, {head.to});
    }
  }
  bool reaches(RouterId from, std::uint32_t to) const override {
    return !network_->router_failed(from) && !network_->router_failed({to}) &&
           (from.v == to || routing_->reaches(from.v, to));
  }

 private:
  Head head_of(RouterId at, std::uint32_t to, std::uint32_t state) const {
    Head head{.at = at.v, .target = to, .to = to, .terminal = network_->terminals_at({to}).first.v};
    if (state == at_source) return head;
    head.in_port = 0;
    head.phase = static_cast<std::uint16_t>(state);
    auto const via = state >> 16;
    if (via == at.v)
      head.phase = routing_->after_via(head.phase);
    else if (via != none_packed)
      head.target = via;
    return head;
  }
  static std::uint16_t keep_preferred(std::span<Candidate const> candidates, PortId* port,
                                      std::uint32_t* next) {
    auto const most = std::ranges::max_element(candidates, {}, &Candidate::priority)->priority;
    std::uint16_t count = 0;
    for (auto const& it : candidates)
      if (it.priority == most) {
        port[count] = {it.port};
        next[count++] = pack(it.via, it.phase);
      }
    return count;
  }

  NetworkPtr network_;
  ChannelRoutingPtr routing_;
  ChannelTraits of_channels_;
  std::vector<std::uint32_t> first_;    // see QueueView
  std::vector<std::int32_t> no_flits_;  // by channel
  Lazy<std::shared_ptr<DistanceTable const>> distances_;
};

}  // namespace

PacketRoutingPtr packets_from_channels(std::string_view name, NetworkPtr network, ChannelRoutingPtr routing) {
  bool const has_vias = std::ranges::any_of(routing->launches(), &Launch::to_via);
  if (has_vias && network->num_routers() > most_routers)
    throw InputError(std::string(name) + " on " + std::to_string(network->num_routers()) + " routers",
                     "engine rounds keeps intermediate routers up to number 65,534 in a packet",
                     "use a smaller network or another routing", "routing");
  return std::make_shared<PacketsFromChannels>(std::move(network), std::move(routing));
}

}  // namespace weft::routing
