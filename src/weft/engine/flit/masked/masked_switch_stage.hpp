#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/allocator.hpp"
#include "weft/engine/flit/links.hpp"
#include "weft/engine/flit/masked/masked_channels.hpp"
#include "weft/engine/flit/masked/masked_routers.hpp"

namespace weft::flit {

/// The third stage of a router: flits of active input VCs win the switch, as with `Allocator`, and leave. It
/// finds the flits of all routers that leave before the first of them does.
template <AllocatorKind kind>
class MaskedSwitchStage {
 public:
  /// `queue`: credits in use by output port of the network; empty if no routing looks at them.
  MaskedSwitchStage(FlitNetwork const& network, RouterOptions const& options, MaskedRouters& routers,
                    MaskedChannels& channels, Links& links, std::span<std::int32_t> queue)
      : network_(network),
        routers_(routers),
        channels_(channels),
        links_(links),
        queue_(queue),
        queues_at_outputs_(options.speedup > 1) {}

  /// A part of a cycle: there is one for each allocation.
  struct Moment {
    std::uint64_t now;
    std::uint64_t leaving;  ///< the first cycle on its channel of a flit that passes the switch
  };
  /// Finds the flits that leave router r: at most one of each input port and to each output port. Without
  /// rivals, all that are ready.
  void allocate(std::uint32_t r);
  /// Sends them, of all routers. Appends the input VCs in which a head comes to the front.
  void send(Moment const& at, std::vector<VcEvent>& heads);

 private:
  void match_by_output(std::uint32_t r);
  void match_by_input(std::uint32_t r);
  std::uint32_t next_of_port(std::uint32_t r, std::uint64_t vcs, std::uint32_t port, std::uint32_t& v) const;
  void traverse(Moment const& at, VcEvent from, std::vector<VcEvent>& heads);
  void send_flit(Moment const& at, MaskedOutPort& to, std::uint32_t r, std::uint32_t out, std::uint32_t v,
                 Flit flit);
  void send_credit(Moment const& at, MaskedInPort const& to, std::uint32_t r, std::uint32_t port,
                   std::uint32_t v);

  FlitNetwork const& network_;
  MaskedRouters& routers_;
  MaskedChannels& channels_;
  Links& links_;
  std::span<std::int32_t> const queue_;
  bool const queues_at_outputs_;  // several flits may pass the switch to an output in a cycle
  std::vector<VcEvent> winners_;
};

template <AllocatorKind kind>
inline void MaskedSwitchStage<kind>::send(Moment const& at, std::vector<VcEvent>& heads) {
  for (auto const it : winners_) traverse(at, it, heads);
  winners_.clear();
}

template <AllocatorKind kind>
inline void MaskedSwitchStage<kind>::allocate(std::uint32_t r) {
  auto& router = routers_[r];
  auto const* const of_router = routers_.inputs(router);
  auto const before = winners_.size();
  std::uint64_t inputs = 0, outputs = 0, rivals = 0;
  for_each_bit(router.ready, [&](std::uint32_t bit) {
    auto const in = std::uint64_t{1} << (bit >> routers_.shift),
               out = std::uint64_t{1} << (of_router[bit].output >> routers_.shift);
    rivals |= (inputs & in) | (outputs & out);
    inputs |= in;
    outputs |= out;
    winners_.push_back(vc_event(r, bit));
  });
  if (rivals == 0) return;
  winners_.resize(before);
  if constexpr (kind == AllocatorKind::islip)
    match_by_output(r);
  else
    match_by_input(r);
}

/// iSLIP: each output port goes to the next input port that asks for it, which accepts the next of those.
template <AllocatorKind kind>
inline void MaskedSwitchStage<kind>::match_by_output(std::uint32_t r) {
  auto& router = routers_[r];
  auto const* const of_router = routers_.inputs(router);
  auto const* const out_ports = routers_.out_ports(router);
  auto const shift = routers_.shift;
  auto const vcs_of_a_port = ~std::uint64_t{0} >> (64 - (1u << shift));
  std::uint64_t asking[64], granted[64];  // input VCs by output port; output ports by input port
  std::uint64_t outputs = 0, winners = 0;
  for_each_bit(router.ready, [&](std::uint32_t bit) {
    auto const out = of_router[bit].output >> shift;
    auto const this_out = std::uint64_t{1} << out;
    asking[out] = ((outputs & this_out) != 0 ? asking[out] : 0) | std::uint64_t{1} << bit;
    outputs |= this_out;
  });
  for_each_bit(outputs, [&](std::uint32_t out) {
    auto const port = next_bit(asking[out], std::uint32_t{out_ports[out].grant} << shift) >> shift;
    auto const this_port = std::uint64_t{1} << port;
    granted[port] = ((winners & this_port) != 0 ? granted[port] : 0) | std::uint64_t{1} << out;
    winners |= this_port;
  });
  for_each_bit(winners, [&](std::uint32_t port) {
    auto const& in_port = routers_.in_ports(router)[port];
    auto const vcs = asking[next_bit(granted[port], in_port.accept)] >> (port << shift) & vcs_of_a_port;
    winners_.push_back(vc_event(r, (port << shift) + next_bit(vcs, in_port.first_vc)));
  });
}

/// The VC among those of an input port whose output port is the next one; the first of several in turn.
template <AllocatorKind kind>
inline std::uint32_t MaskedSwitchStage<kind>::next_of_port(std::uint32_t r, std::uint64_t vcs,
                                                           std::uint32_t port, std::uint32_t& v) const {
  auto& router = routers_[r];
  auto const& in_port = routers_.in_ports(router)[port];
  auto const* const inputs = routers_.inputs(router) + (port << routers_.shift);
  std::uint32_t next = 0, nearest = 0xffffffff;
  auto const consider = [&](std::uint32_t candidate) {
    auto const out = inputs[candidate].output >> routers_.shift;
    auto const distance = ahead(in_port.accept, out, router.outputs);
    if (distance >= nearest) return;
    nearest = distance;
    next = out;
    v = candidate;
  };
  auto const earlier = (std::uint64_t{1} << in_port.first_vc) - 1;
  for_each_bit(vcs & ~earlier, consider);
  for_each_bit(vcs & earlier, consider);
  return next;
}

/// Separable input first: each input port asks for its next output port only, which takes the next of those.
template <AllocatorKind kind>
inline void MaskedSwitchStage<kind>::match_by_input(std::uint32_t r) {
  auto const shift = routers_.shift;
  auto const vcs_of_a_port = ~std::uint64_t{0} >> (64 - (1u << shift));
  std::uint64_t asking[64];  // input ports by output port
  std::uint32_t vc[64];      // by input port
  std::uint64_t outputs = 0;
  for (auto left = routers_[r].ready; left != 0;) {
    auto const port = static_cast<std::uint32_t>(std::countr_zero(left)) >> shift;
    auto const vcs = left >> (port << shift) & vcs_of_a_port;
    left &= ~(vcs << (port << shift));
    auto const out = next_of_port(r, vcs, port, vc[port]);
    auto const this_out = std::uint64_t{1} << out;
    asking[out] = ((outputs & this_out) != 0 ? asking[out] : 0) | std::uint64_t{1} << port;
    outputs |= this_out;
  }
  for_each_bit(outputs, [&](std::uint32_t out) {
    auto const port = next_bit(asking[out], routers_.out_ports(routers_[r])[out].grant);
    winners_.push_back(vc_event(r, (port << shift) + vc[port]));
  });
}

/// The front flit of an input VC leaves for its output, and its buffer place goes back as a credit.
template <AllocatorKind kind>
inline void MaskedSwitchStage<kind>::traverse(Moment const& at, VcEvent from, std::vector<VcEvent>& heads) {
  auto const r = router_of(from), bit = vc_of(from);
  auto const port = bit >> routers_.shift, v = bit - (port << routers_.shift);
  auto& router = routers_[r];
  auto& input = routers_.inputs(router)[bit];
  auto const o = std::uint32_t{input.output}, out = o >> routers_.shift;
  auto& in_port = routers_.in_ports(router)[port];
  auto& out_port = routers_.out_ports(router)[out];
  auto const flit = routers_.buffer(router, bit)[input.head];
  auto const credits = --routers_.outputs(router)[o].credits;
  input.head = static_cast<std::uint16_t>(after(input.head, routers_.depth));
  auto const left = --input.count;
  ++out_port.sent;
  out_port.grant = static_cast<std::uint8_t>(after(port, router.inputs));
  in_port.accept = static_cast<std::uint8_t>(after(out, router.outputs));
  in_port.first_vc = static_cast<std::uint8_t>(after(v, routers_.vcs));
  auto const is_tail = std::uint64_t{(flit & tail_bit) != 0};
  router.ready &= ~((is_tail | std::uint64_t{left == 0} | std::uint64_t{credits == 0}) << bit);
  router.free |= is_tail << o;
  router.active &= ~(is_tail << bit);
  if (is_tail != 0 && left > 0) heads.push_back(from);
  send_flit(at, out_port, r, out, o - (out << routers_.shift), flit);
  send_credit(at, in_port, r, port, v);
}

template <AllocatorKind kind>
inline void MaskedSwitchStage<kind>::send_flit(Moment const& at, MaskedOutPort& to, std::uint32_t r,
                                               std::uint32_t out, std::uint32_t v, Flit flit) {
  auto leaves = at.leaving;
  if (queues_at_outputs_) {
    leaves = std::max(leaves, to.free_at);
    to.free_at = leaves + 1;
  }
  if (!queue_.empty()) ++queue_[network_.first_out(routers_.first + r) + out];
  if (to.inside) {
    routers_.put(to.peer + v, flit);
    channels_.arrivals.put(leaves + to.cycles, to.peer + v);
  } else {
    links_.send_flit(leaves, network_.first_out(routers_.first + r) + out, flit,
                     static_cast<std::uint8_t>(v));
  }
}

template <AllocatorKind kind>
inline void MaskedSwitchStage<kind>::send_credit(Moment const& at, MaskedInPort const& to, std::uint32_t r,
                                                 std::uint32_t port, std::uint32_t v) {
  if (to.from == MaskedInPort::From::router)
    channels_.credits.put(at.now + to.cycles, to.peer + v);
  else if (to.from == MaskedInPort::From::terminal)
    channels_.returns.put(at.now + to.cycles, to.peer + v);
  else
    links_.send_credit(at.now, network_.first_in(routers_.first + r) + port, static_cast<std::uint8_t>(v));
}

}  // namespace weft::flit
