// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/allocator.hpp"
#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/route_stage.hpp"
#include "weft/engine/flit/routers.hpp"
#include "weft/engine/flit/trees/tree_stage.hpp"
#include "weft/engine/flit/vc_stage.hpp"

namespace weft::flit {

/// The third stage of a router: grants the switch to flits of active input VCs, and sends them.
class SwitchStage {
 public:
  /// Creates a stage for routers with at most `max_inputs` input ports and `max_outputs` output ports.
  SwitchStage(RouterOptions const& options, std::uint32_t max_inputs, std::uint32_t max_outputs)
      : sees_all_(options.hold_switch_for_packet || options.speculative != Speculation::off),
        tracks_use_(sees_all_ || options.tree_vcs > 0),
        in_lanes_(options.input_speedup),
        out_lanes_(options.output_speedup),
        allocator_(options, std::size_t{max_inputs} * in_lanes_, std::size_t{max_outputs} * out_lanes_),
        used_in_(tracks_use_ ? std::size_t{max_inputs} * in_lanes_ : 0),
        used_out_(tracks_use_ ? std::size_t{max_outputs} * out_lanes_ : 0) {}

  /// Returns whether the stage must process each router in each cycle, even if no flit is ready.
  bool sees_all() const { return sees_all_; }
  /// Sends at most one flit from each input lane and to each output lane of router r. `trees`: null unless
  /// packets of trees wait at the router.
  void allocate(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r, TreeStage* trees);
  /// Returns, for each output lane of the router, whether the lane is used in this allocation (0: unused).
  /// Requires tree_vcs > 0.
  std::span<std::uint8_t> used_out() { return used_out_; }
  /// Sends the heads that requested the switch together with a virtual channel, were granted both, and do not
  /// conflict with a flit that already had its virtual channel (Peh & Dally, HPCA 2001). `requests`: the
  /// virtual channel requests of the heads at router r.
  void speculate(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                 std::span<VcStage::Request const> requests);
  /// Sends heads that were granted a virtual channel in this cycle through the unused ports of the switch: an
  /// upper bound on the gain of speculation.
  void send_granted(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                    std::span<VcStage::Grant const> grants);

 private:
  using Accept = Arbiters<Arrays::InPort, &Arrays::InPort::accept_pointer>;
  using Grant = Arbiters<Arrays::OutPort, &Arrays::OutPort::grant_pointer>;

  void send_held(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r);
  bool gather(Routers const& routers, std::uint32_t r);
  void gather_speculative(Routers const& routers, std::uint32_t r,
                          std::span<VcStage::Request const> requests);
  void traverse_switch(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                       std::uint32_t port, std::uint32_t v);
  static void send(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r, std::uint32_t in,
                   std::uint32_t v);

  /// Returns the input lane of the switch for VC v of an input port.
  std::uint32_t in_lane(std::uint32_t port, std::uint32_t v) const {
    return port * in_lanes_ + v % in_lanes_;
  }
  std::uint32_t out_lane(std::uint32_t out, std::uint32_t port) const {
    return out * out_lanes_ + port % out_lanes_;
  }
  void send_matched(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r, bool simple);
  template <class Accepts, class Grants>
  void match(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r, bool simple, Accepts accept,
             Grants grant);

  bool const sees_all_;
  bool const tracks_use_;  // records which lanes of the router are used in this cycle
  std::uint32_t const in_lanes_, out_lanes_;
  Allocator allocator_;
  std::vector<AllocationRequest> requests_;
  std::vector<std::uint8_t> used_in_, used_out_;  // by lane of the current router
};

/// Sends flits of packets that keep their path through the switch; a packet that cannot send a flit releases
/// its path.
[[gnu::noinline]] inline void SwitchStage::send_held(Routers& routers, RouteStage& routes, Links& links,
                                                     std::uint32_t r) {
  auto const first_in = routers.network.first_in(r), first_out = routers.network.first_out(r);
  for (std::uint32_t port = 0; port < routers.network.inputs(r); ++port) {
    auto& in_port = routers.in_port[first_in + port];
    if (in_port.held == 0) continue;
    std::uint32_t const v = in_port.held - 1u;
    if ((in_port.ready >> v & 1) == 0 ||
        routers.waits_for_channel(first_out + routers.input[routers.place(first_in + port, v)].out))
      in_port.held = 0;
    else
      traverse_switch(routers, routes, links, r, port, v);
  }
}

/// Sends a flit of VC v of input port `port` through the switch, and marks its lanes as used.
inline void SwitchStage::traverse_switch(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                                         std::uint32_t port, std::uint32_t v) {
  auto const in = routers.network.first_in(r) + port;
  if (routers.slots.is_shared() && (routers.in_port[in].ready >> v & 1) == 0)
    return;  // another flit has reserved the last shared slot
  routers.in_port[in].first_vc = static_cast<std::uint8_t>(after(v, routers.vcs));
  if (!tracks_use_) return send(routers, routes, links, r, in, v);
  auto const index = routers.place(in, v);
  used_in_[in_lane(port, v)] = used_out_[out_lane(routers.input[index].out, port)] = 1;
  bool const last = (routers.front(index) & tail_bit) != 0;
  if (routers.options.hold_switch_for_packet)
    routers.in_port[in].held = last ? std::uint8_t{0} : static_cast<std::uint8_t>(v + 1);
  send(routers, routes, links, r, in, v);
}

/// Lists the ready VCs of input ports, starting with first_vc of each port. Returns whether no arbitration is
/// needed.
inline bool SwitchStage::gather(Routers const& routers, std::uint32_t r) {
  auto const first_in = routers.network.first_in(r), first_out = routers.network.first_out(r);
  requests_.clear();
  std::uint64_t outs = 0;
  bool simple = routers.network.outputs(r) * out_lanes_ <= 64;
  for (std::uint32_t word = 0; word < routers.words; ++word)
    for_each_bit(routers.ready_ports[std::size_t{r} * routers.words + word], [&](std::uint32_t bit) {
      auto const port = word * 64 + bit, in = first_in + port;
      auto const ready = routers.in_port[in].ready;
      auto const add = [&](std::uint32_t v) {
        auto const index = routers.place(in, v);
        std::uint32_t const out = routers.input[index].out;
        auto const from = in_lane(port, v), to = out_lane(out, port);
        if (tracks_use_ && (used_in_[from] != 0 || used_out_[to] != 0)) return;
        if (routers.waits_for_channel(first_out + out)) return;
        auto const this_out = std::uint64_t{1} << (to & 63);
        simple = simple && (outs & this_out) == 0;
        outs |= this_out;
        requests_.push_back({from, to, v, routers.rank(index)});
      };
      auto const earlier = (std::uint64_t{1} << routers.in_port[in].first_vc) - 1;
      simple = simple && (ready & (ready - 1)) == 0;
      for_each_bit(ready & ~earlier, add);
      for_each_bit(ready & earlier, add);
    });
  return simple;
}

inline void SwitchStage::allocate(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                                  TreeStage* trees) {
  if (tracks_use_) {
    std::fill_n(used_in_.begin(), routers.network.inputs(r) * in_lanes_, std::uint8_t{0});
    std::fill_n(used_out_.begin(), routers.network.outputs(r) * out_lanes_, std::uint8_t{0});
    if (routers.options.hold_switch_for_packet) send_held(routers, routes, links, r);
  }
  if (trees != nullptr) trees->send(routers, routes, links, r, used_out_, TreeStage::Turn::first);
  send_matched(routers, routes, links, r, gather(routers, r));
}

/// Sends the gathered requests that the arbiters match. `simple`: no two requests conflict.
inline void SwitchStage::send_matched(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                                      bool simple) {
  auto const first_in = routers.network.first_in(r), first_out = routers.network.first_out(r);
  if (routers.options.has_lanes())
    match(routers, routes, links, r, simple, &routers.lane_accept[std::size_t{first_in} * in_lanes_],
          &routers.lane_grant[std::size_t{first_out} * out_lanes_]);
  else
    match(routers, routes, links, r, simple, Accept{&routers.in_port[first_in]},
          Grant{&routers.out_port[first_out]});
}

template <class Accepts, class Grants>
inline void SwitchStage::match(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                               bool simple, Accepts accept, Grants grant) {
  auto const inputs = routers.network.inputs(r) * in_lanes_,
             outputs = routers.network.outputs(r) * out_lanes_;
  if (!simple)
    return allocator_.match(
        requests_, accept, grant, inputs, outputs, routers.turn_of(r), [&](AllocationRequest const& request) {
          traverse_switch(routers, routes, links, r, request.client / in_lanes_, request.label);
        });
  for (auto const& request : requests_) {
    grant[request.resource] = after(request.client, inputs);
    accept[request.client] = after(request.resource, outputs);
    traverse_switch(routers, routes, links, r, request.client / in_lanes_, request.label);
  }
}

/// Lists the speculative requests: heads request the output of each candidate that has a free virtual channel
/// with a credit. As in `gather`, first_vc of an input port comes first.
inline void SwitchStage::gather_speculative(Routers const& routers, std::uint32_t r,
                                            std::span<VcStage::Request const> requests) {
  auto const first_in = routers.network.first_in(r), first_out = routers.network.first_out(r);
  requests_.clear();
  auto const add = [&](VcStage::Request const& request) {
    std::uint64_t credited = 0;
    for_each_bit(request.vcs, [&](std::uint32_t v) {
      credited |= std::uint64_t{routers.may_send(first_out + request.port, v)} << v;
    });
    auto const port = routers.port_of(request.input), v = routers.vc_of(request.input);
    if (credited != 0)
      requests_.push_back({in_lane(port, v), out_lane(request.port, port), v,
                           routers.rank(routers.place(first_in + port, v))});
  };
  for (std::size_t i = 0; i < requests.size();) {
    auto const port = routers.port_of(requests[i].input);
    auto end = i;
    while (end < requests.size() && routers.port_of(requests[end].input) == port) ++end;
    auto const of_port = requests.subspan(i, end - i);
    auto const first_vc = routers.in_port[first_in + port].first_vc;
    for (auto const& request : of_port)
      if (routers.vc_of(request.input) >= first_vc) add(request);
    for (auto const& request : of_port)
      if (routers.vc_of(request.input) < first_vc) add(request);
    i = end;
  }
}

[[gnu::noinline]] inline void SwitchStage::speculate(Routers& routers, RouteStage& routes, Links& links,
                                                     std::uint32_t r,
                                                     std::span<VcStage::Request const> requests) {
  auto const& network = routers.network;
  auto const first_in = network.first_in(r), first_out = network.first_out(r);
  gather_speculative(routers, r, requests);
  auto const go_if_won = [&](AllocationRequest const& request) {
    auto const port = request.client / in_lanes_, out = request.resource / out_lanes_;
    auto const& input = routers.input[routers.place(first_in + port, request.label)];
    bool const won = input.phase == VcState::active && input.out == out &&
                     (routers.in_port[first_in + port].ready >> request.label & 1) != 0;
    if (won && used_in_[request.client] == 0 && used_out_[request.resource] == 0 &&
        !routers.waits_for_channel(first_out + out))
      traverse_switch(routers, routes, links, r, port, request.label);
  };
  allocator_.match(requests_, &routers.speculative_accept[std::size_t{first_in} * in_lanes_],
                   &routers.speculative_grant[std::size_t{first_out} * out_lanes_],
                   network.inputs(r) * in_lanes_, network.outputs(r) * out_lanes_, routers.turn_of(r),
                   go_if_won);
}

[[gnu::noinline]] inline void SwitchStage::send_granted(Routers& routers, RouteStage& routes, Links& links,
                                                        std::uint32_t r,
                                                        std::span<VcStage::Grant const> grants) {
  auto const first_in = routers.network.first_in(r);
  requests_.clear();
  for (auto const& grant : grants) {
    auto const port = routers.port_of(grant.input), v = routers.vc_of(grant.input);
    auto const from = in_lane(port, v), to = out_lane(routers.port_of(grant.output), port);
    if (used_in_[from] == 0 && used_out_[to] == 0 && (routers.in_port[first_in + port].ready >> v & 1) != 0)
      requests_.push_back({from, to, v, routers.rank(routers.place(first_in + port, v))});
  }
  send_matched(routers, routes, links, r, false);
}

/// Sends the front flit of an input VC to its output port, and the credit for its slot upstream.
inline void SwitchStage::send(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                              std::uint32_t in, std::uint32_t v) {
  auto const index = routers.place(in, v);
  auto& input = routers.input[index];
  auto const flit = routers.front(index);
  bool const is_last = (flit & tail_bit) != 0;
  routers.leave_buffer(input);
  auto const out = routers.network.first_out(r) + input.out;
  auto const leaves = routers.pass_switch(out, input.out_vc, is_last);
  links.send_flit(leaves, out, flit, input.out_vc);
  links.send_credit(routers.now, in, static_cast<std::uint8_t>(v));

  if (is_last) {
    routers.clear_ready(r, in, v);
    if (input.count > 0)
      routes.new_head(routers, routers.now + 1, in, v);
    else
      input.phase = VcState::idle;
  } else if (input.count == 0 || !routers.may_send(out, input.out_vc)) {
    routers.clear_ready(r, in, v);
  }
}

}  // namespace weft::flit
