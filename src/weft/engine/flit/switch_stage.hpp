#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/allocator.hpp"
#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/route_stage.hpp"
#include "weft/engine/flit/routers.hpp"
#include "weft/engine/flit/vc_stage.hpp"

namespace weft::flit {

/// The third stage of a router: flits of active input VCs win the switch and leave.
class SwitchStage {
 public:
  /// For routers with at most so many input and output ports.
  SwitchStage(RouterOptions const& options, std::uint32_t most_inputs, std::uint32_t most_outputs)
      : tracks_use_(options.hold_switch || options.speculative != Speculation::off),
        allocator_(options.allocator, options.arbitration, most_inputs, most_outputs),
        used_in_(tracks_use_ ? most_inputs : 0),
        used_out_(tracks_use_ ? most_outputs : 0) {}

  /// Whether it must see each router in each cycle, even if none of its flits is ready.
  bool tracks_use() const { return tracks_use_; }
  /// Sends at most one flit of each input port and to each output port of router r.
  void allocate(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r);
  /// Sends those heads through the switch that asked for it together with their virtual channel, won both, and
  /// meet no flit that had its virtual channel before (Peh & Dally, HPCA 2001). `requests`: all of them, with
  /// and without success.
  void speculate(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                 std::span<VcStage::Request const> requests);
  /// Sends heads that won a virtual channel in this cycle through the unused ports of the switch: an upper
  /// bound on the gain of speculation.
  void send_granted(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                    std::span<VcStage::Grant const> grants);

 private:
  using Accept = Arbiters<Arrays::InPort, &Arrays::InPort::accept>;
  using Grant = Arbiters<Arrays::OutPort, &Arrays::OutPort::grant>;

  void send_held(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r);
  bool gather(Routers const& routers, std::uint32_t r);
  void gather_guesses(Routers const& routers, std::uint32_t r, std::span<VcStage::Request const> requests);
  static bool waits_for_channel(Routers const& routers, std::uint32_t r, std::uint32_t out);
  void traverse_switch(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                       std::uint32_t port, std::uint32_t v);
  static void send(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r, std::uint32_t in,
                   std::uint32_t v);

  bool const tracks_use_;  // of the router's ports in this cycle
  Allocator allocator_;
  std::vector<AllocationRequest> requests_;
  std::vector<std::uint8_t> used_in_, used_out_;  // by port of the router at work
};

/// Flits of packets that keep their path through the switch; packets with no flit to send lose it.
[[gnu::noinline]] inline void SwitchStage::send_held(Routers& routers, RouteStage& routes, Links& links,
                                                     std::uint32_t r) {
  auto const first_in = routers.network.first_in(r);
  for (std::uint32_t port = 0; port < routers.network.inputs(r); ++port) {
    auto& in_port = routers.in_port[first_in + port];
    if (in_port.held == 0) continue;
    std::uint32_t const v = in_port.held - 1u;
    if ((in_port.ready >> v & 1) == 0 ||
        waits_for_channel(routers, r, routers.input[routers.place(first_in + port, v)].out))
      in_port.held = 0;
    else
      traverse_switch(routers, routes, links, r, port, v);
  }
}

/// Whether the maximum number of flits waits behind the switch for this output's channel.
inline bool SwitchStage::waits_for_channel(Routers const& routers, std::uint32_t r, std::uint32_t out) {
  auto const most = routers.options.output_buffer;
  if (most == 0 || routers.channel_free.empty()) return false;
  return routers.channel_free[routers.network.first_out(r) + out] > (routers.leaving + most) << 16;
}

/// Sends a flit of input port `port`, VC v.
inline void SwitchStage::traverse_switch(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                                         std::uint32_t port, std::uint32_t v) {
  auto const in = routers.network.first_in(r) + port;
  routers.in_port[in].first_vc = static_cast<std::uint8_t>(after(v, routers.vcs));
  if (!tracks_use_) return send(routers, routes, links, r, in, v);
  auto const index = routers.place(in, v);
  used_in_[port] = used_out_[routers.input[index].out] = 1;
  bool const last = (routers.front(index) & tail_bit) != 0;
  if (routers.options.hold_switch)
    routers.in_port[in].held = last ? std::uint8_t{0} : static_cast<std::uint8_t>(v + 1);
  send(routers, routes, links, r, in, v);
}

/// Lists the ready VCs of input ports, starting with each port's first in turn. True if no arbitration is
/// needed.
inline bool SwitchStage::gather(Routers const& routers, std::uint32_t r) {
  auto const first_in = routers.network.first_in(r);
  requests_.clear();
  std::uint64_t outs = 0;
  bool simple = routers.network.outputs(r) <= 64;
  for (std::uint32_t word = 0; word < routers.words; ++word)
    for_each_bit(routers.ready_ports[std::size_t{r} * routers.words + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      if (tracks_use_ && used_in_[port] != 0) return;
      auto const ready = routers.in_port[in].ready;
      auto const add = [&](std::uint32_t v) {
        auto const index = routers.place(in, v);
        std::uint32_t const out = routers.input[index].out;
        if ((tracks_use_ && used_out_[out] != 0) || waits_for_channel(routers, r, out)) return;
        auto const this_out = std::uint64_t{1} << (out & 63);
        simple = simple && (outs & this_out) == 0;
        outs |= this_out;
        requests_.push_back({port, out, v, routers.rank(index)});
      };
      auto const earlier = (std::uint64_t{1} << routers.in_port[in].first_vc) - 1;
      simple = simple && (ready & (ready - 1)) == 0;
      for_each_bit(ready & ~earlier, add);
      for_each_bit(ready & earlier, add);
    });
  return simple;
}

inline void SwitchStage::allocate(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r) {
  auto const& network = routers.network;
  auto const inputs = network.inputs(r), outputs = network.outputs(r);
  Accept const accept{&routers.in_port[network.first_in(r)]};
  Grant const grant{&routers.out_port[network.first_out(r)]};
  if (tracks_use_) {
    std::fill_n(used_in_.begin(), inputs, std::uint8_t{0});
    std::fill_n(used_out_.begin(), outputs, std::uint8_t{0});
    if (routers.options.hold_switch) send_held(routers, routes, links, r);
  }
  if (!gather(routers, r))
    return allocator_.match(requests_, accept, grant, inputs, outputs, [&](AllocationRequest const& it) {
      traverse_switch(routers, routes, links, r, it.client, it.label);
    });
  for (auto const& it : requests_) {
    grant[it.resource] = after(it.client, inputs);
    accept[it.client] = after(it.resource, outputs);
    traverse_switch(routers, routes, links, r, it.client, it.label);
  }
}

/// Heads ask for the output of each candidate where a virtual channel with a credit is free. As in `gather`,
/// an input port's first VC in turn comes first.
inline void SwitchStage::gather_guesses(Routers const& routers, std::uint32_t r,
                                        std::span<VcStage::Request const> requests) {
  auto const first_in = routers.network.first_in(r), first_out = routers.network.first_out(r);
  requests_.clear();
  auto const add = [&](VcStage::Request const& it) {
    std::uint64_t credited = 0;
    for_each_bit(it.vcs, [&](std::uint32_t v) {
      credited |= std::uint64_t{routers.output[routers.place(first_out + it.port, v)].credits > 0} << v;
    });
    auto const port = routers.port_of(it.input), v = routers.vc_of(it.input);
    if (credited != 0)
      requests_.push_back({port, it.port, v, routers.rank(routers.place(first_in + port, v))});
  };
  for (std::size_t i = 0; i < requests.size();) {
    auto const port = routers.port_of(requests[i].input);
    auto end = i;
    while (end < requests.size() && routers.port_of(requests[end].input) == port) ++end;
    auto const of_port = requests.subspan(i, end - i);
    auto const first_vc = routers.in_port[first_in + port].first_vc;
    for (auto const& it : of_port)
      if (routers.vc_of(it.input) >= first_vc) add(it);
    for (auto const& it : of_port)
      if (routers.vc_of(it.input) < first_vc) add(it);
    i = end;
  }
}

[[gnu::noinline]] inline void SwitchStage::speculate(Routers& routers, RouteStage& routes, Links& links,
                                                     std::uint32_t r,
                                                     std::span<VcStage::Request const> requests) {
  auto const& network = routers.network;
  auto const first_in = network.first_in(r), first_out = network.first_out(r);
  gather_guesses(routers, r, requests);
  allocator_.match(requests_, &routers.guess_accept[first_in], &routers.guess_grant[first_out],
                   network.inputs(r), network.outputs(r), [&](AllocationRequest const& it) {
                     auto const& input = routers.input[routers.place(first_in + it.client, it.label)];
                     bool const won = input.phase == Phase::active && input.out == it.resource &&
                                      (routers.in_port[first_in + it.client].ready >> it.label & 1) != 0;
                     if (won && used_in_[it.client] == 0 && used_out_[it.resource] == 0 &&
                         !waits_for_channel(routers, r, it.resource))
                       traverse_switch(routers, routes, links, r, it.client, it.label);
                   });
}

[[gnu::noinline]] inline void SwitchStage::send_granted(Routers& routers, RouteStage& routes, Links& links,
                                                        std::uint32_t r,
                                                        std::span<VcStage::Grant const> grants) {
  auto const& network = routers.network;
  auto const first_in = network.first_in(r);
  requests_.clear();
  for (auto const& grant : grants) {
    auto const port = routers.port_of(grant.input), v = routers.vc_of(grant.input),
               out = routers.port_of(grant.output);
    if (used_in_[port] == 0 && used_out_[out] == 0 && (routers.in_port[first_in + port].ready >> v & 1) != 0)
      requests_.push_back({port, out, v, routers.rank(routers.place(first_in + port, v))});
  }
  allocator_.match(
      requests_, Accept{&routers.in_port[first_in]}, Grant{&routers.out_port[network.first_out(r)]},
      network.inputs(r), network.outputs(r),
      [&](AllocationRequest const& it) { traverse_switch(routers, routes, links, r, it.client, it.label); });
}

/// The front flit of an input VC leaves for its output, and its buffer place goes back as a credit.
inline void SwitchStage::send(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                              std::uint32_t in, std::uint32_t v) {
  auto const index = routers.place(in, v);
  auto& input = routers.input[index];
  auto const flit = routers.front(index);
  if (++input.head == routers.depth) input.head = 0;
  --input.count;
  auto const out = routers.network.first_out(r) + input.out;
  auto const credits = --routers.output[routers.place(out, input.out_vc)].credits;
  if (!routers.options.commits()) ++routers.queue[out];
  ++routers.out_port[out].sent;
  auto leaves = routers.leaving;
  if (!routers.channel_free.empty()) {
    auto const start = std::max(leaves << 16, routers.channel_free[out]);
    routers.channel_free[out] = start + routers.network.pace(out);
    leaves = (start + ChannelTimes::cycle - 1) >> 16;
  }
  links.send_flit(leaves, out, flit, input.out_vc);
  links.send_credit(routers.now, in, static_cast<std::uint8_t>(v));

  if ((flit & tail_bit) != 0) {
    auto& free = routers.options.atomic_vcs ? routers.emptying_vcs[out] : routers.out_port[out].free_vcs;
    free |= std::uint64_t{1} << input.out_vc;
    routers.clear_ready(r, in, v);
    if (input.count > 0)
      routes.new_head(routers, routers.now + 1, in, v);
    else
      input.phase = Phase::idle;
  } else if (input.count == 0 || credits == 0) {
    routers.clear_ready(r, in, v);
  }
}

}  // namespace weft::flit
