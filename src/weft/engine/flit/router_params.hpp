// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "weft/core/param.hpp"

namespace weft::flit {

/// Algorithm of the VC and switch allocators (Dally & Towles, ch. 19).
enum class AllocatorKind : std::uint8_t { islip, input_first, pim, wavefront };
/// Order in which arbiters grant requests (Dally & Towles, ch. 18).
enum class Arbitration : std::uint8_t { round_robin, age };
/// Moment at which adaptive routings at the source (Valiant, UGAL) choose between paths.
enum class Decision : std::uint8_t { front, injection };
/// Virtual channel of the channel to a terminal.
enum class EjectionVc : std::uint8_t { any, same };
/// Moment at which heads request the switch (Peh & Dally, HPCA 2001).
enum class Speculation : std::uint8_t { off, on, ideal };
/// Length of an output queue as adaptive routings observe it.
enum class QueueMeasure : std::uint8_t { credits, committed };
/// Unit in which packets advance (Dally & Towles, ch. 13).
enum class FlowControl : std::uint8_t { automatic, wormhole, cut_through };

}  // namespace weft::flit

namespace weft {
template <>
inline constexpr EnumValue<flit::AllocatorKind> enum_values<flit::AllocatorKind>[] = {
    {"islip", flit::AllocatorKind::islip, "outputs grant, inputs accept (McKeown, 1999)"},
    {"input_first", flit::AllocatorKind::input_first,
     "separable: each input asks for one output, each output takes one input"},
    {"pim", flit::AllocatorKind::pim,
     "parallel iterative matching: outputs grant and inputs accept at random (Anderson et al., 1993)"},
    {"wavefront", flit::AllocatorKind::wavefront,
     "diagonal after diagonal of the matrix of requests, each cycle from the next one (Tamir & Chi, 1993); "
     "no request that could be granted is left"}};
template <>
inline constexpr EnumValue<flit::Arbitration> enum_values<flit::Arbitration>[] = {
    {"round_robin", flit::Arbitration::round_robin, "in turn"},
    {"age", flit::Arbitration::age, "the oldest packet first"}};
template <>
inline constexpr EnumValue<flit::Decision> enum_values<flit::Decision>[] = {
    {"front", flit::Decision::front,
     "when the packet is next to leave the source's router on its virtual channel"},
    {"injection", flit::Decision::injection,
     "when the packet enters that router, even if it then waits there for long (BookSim 2 with look-ahead)"}};
template <>
inline constexpr EnumValue<flit::EjectionVc> enum_values<flit::EjectionVc>[] = {
    {"any", flit::EjectionVc::any, "any free one"},
    {"same", flit::EjectionVc::same,
     "the one on which the packet reached its last router (BookSim 2's dragonfly)"}};
template <>
inline constexpr EnumValue<flit::Speculation> enum_values<flit::Speculation>[] = {
    {"false", flit::Speculation::off, "once they have their virtual channel"},
    {"true", flit::Speculation::on,
     "together with it, before they know whether they get it; a grant without a virtual channel or credit is "
     "lost, and so is one that a flit with a virtual channel needs (Peh & Dally, HPCA 2001)"},
    {"ideal", flit::Speculation::ideal,
     "as if they knew it already, after all others: no grant is lost, a bound on what speculation gains"}};
template <>
inline constexpr EnumValue<flit::QueueMeasure> enum_values<flit::QueueMeasure>[] = {
    {"credits", flit::QueueMeasure::credits,
     "flits in the next buffers, on the way to them, or back as credits (credits in use)"},
    {"committed", flit::QueueMeasure::committed,
     "those, and the flits of packets that wait at the router for the port; heads that arrive together choose "
     "one after the other (sequential: Kim, Dally & Abts, SC 2006)"}};
template <>
inline constexpr EnumValue<flit::FlowControl> enum_values<flit::FlowControl>[] = {
    {"automatic", flit::FlowControl::automatic,
     "wormhole, but cut_through if the routing would otherwise not be free of deadlock"},
    {"wormhole", flit::FlowControl::wormhole, "a packet moves flit by flit and may span several routers"},
    {"cut_through", flit::FlowControl::cut_through,
     "virtual cut-through: a packet moves only if all of it fits"}};
}  // namespace weft

namespace weft::flit {

/// Options of the routers, in cycles and flits (Dally & Towles, ch. 16 to 19).
struct RouterParams {
  std::uint32_t vcs = 4;
  std::uint32_t vc_buffer = 8;
  std::uint32_t shared_buffer = 0;
  std::uint32_t shared_per_vc = 0;
  FlowControl flow = FlowControl::automatic;
  AllocatorKind allocator = AllocatorKind::islip;
  std::uint32_t iterations = 1;
  Arbitration arbitration = Arbitration::round_robin;
  Speculation speculative = Speculation::off;
  bool hold_switch = false;
  bool atomic_vcs = false;
  std::uint32_t speedup = 1;
  std::uint32_t input_speedup = 1;
  std::uint32_t output_speedup = 1;
  std::uint32_t output_buffer = 0;
  std::uint32_t routing_delay = 0;
  Decision decision = Decision::front;
  QueueMeasure queues = QueueMeasure::credits;
  std::uint32_t queue_update = 1;
  EjectionVc ejection_vc = EjectionVc::any;
  std::uint32_t vc_allocation_delay = 1;
  std::uint32_t switch_allocation_delay = 1;
  std::uint32_t switch_delay = 1;
  std::uint32_t credit_delay = 2;

  friend bool operator==(RouterParams const&, RouterParams const&) = default;

  /// The most flits that a virtual channel may have in its buffer.
  std::uint32_t deepest() const {
    return vc_buffer + (shared_per_vc == 0 ? shared_buffer : std::min(shared_per_vc, shared_buffer));
  }
  /// Flits for which an input port has places.
  std::uint64_t places_of_port() const {
    auto const most = std::uint64_t{vcs} * deepest();
    return std::min(most, std::uint64_t{vcs} * vc_buffer + shared_buffer);
  }
  bool has_lanes() const { return input_speedup > 1 || output_speedup > 1; }
  /// Whether the switch can be faster than channels, so that flits queue behind it.
  bool outruns_channels() const { return speedup > 1 || output_speedup > 1; }
  bool commits() const { return queues == QueueMeasure::committed; }
  /// Cycles from winning the switch to being on the channel.
  std::uint32_t traversal() const { return switch_delay + switch_allocation_delay - 1; }
  /// The same if the switch is won in one of the earlier allocations of a cycle, which are traversed at the
  /// pace of the allocations.
  std::uint32_t least_traversal() const { return traversal() - (speedup > 1 ? 1 : 0); }
  /// Cycles from the arrival of a head in an idle router to its channel.
  std::uint32_t idle_passage() const { return before_allocation() + traversal() + 2; }
  /// Cycles from the arrival of a head to its first request for a virtual channel.
  std::uint32_t before_allocation() const { return routing_delay + vc_allocation_delay - 1; }
};

constexpr std::tuple router_schema{
    param("vcs", &RouterParams::vcs, Range{1, 64},
          "virtual channels per port; by default more if the routing needs more"),
    param("vc_buffer", &RouterParams::vc_buffer, Range{1, 65535}, "buffer of a virtual channel", "flits"),
    param("shared_buffer", &RouterParams::shared_buffer, Range{0, 65534},
          "places of each input port beside vc_buffer, which its virtual channels share, first come first "
          "served (a dynamically allocated multi-queue: Tamir & Frazier, 1992)",
          "flits"),
    param("shared_per_vc", &RouterParams::shared_per_vc, Range{0, 65534},
          "the most shared places that one virtual channel may take; 0: all of them", "flits"),
    param("flow", &RouterParams::flow, "how packets advance"),
    param("allocator", &RouterParams::allocator, "how virtual channels and the switch are allocated"),
    param("iterations", &RouterParams::iterations, Range{1, 64},
          "how often the allocators repeat for what is not yet matched; wavefront needs no repetition"),
    param("arbitration", &RouterParams::arbitration, "which request an arbiter grants first"),
    param("speculative", &RouterParams::speculative, "when heads request the switch"),
    param("hold_switch", &RouterParams::hold_switch,
          "a packet keeps its path through the switch until its tail has passed, or until it has nothing "
          "to send"),
    param("atomic_vcs", &RouterParams::atomic_vcs,
          "a virtual channel accepts the next packet only once its buffer is empty"),
    param("speedup", &RouterParams::speedup, Range{1, 16},
          "speed of routers relative to channels: allocations and switch traversals per cycle"),
    param("input_speedup", &RouterParams::input_speedup, Range{1, 64},
          "inputs of the switch for each port, which share its virtual channels: v uses input v modulo "
          "this; divides vcs"),
    param("output_speedup", &RouterParams::output_speedup, Range{1, 64},
          "outputs of the switch for each port, which share the input ports: port i uses output i modulo "
          "this"),
    param("output_buffer", &RouterParams::output_buffer, Range{0, 1e9},
          "flits that may wait behind the switch for their channel; 0: as many as credits allow", "flits"),
    param("routing_delay", &RouterParams::routing_delay, Range{0, 10000},
          "delay of the route computation; 0: look-ahead", "cycles"),
    param("decision", &RouterParams::decision, "when routings that look at queues choose at the source"),
    param("queues", &RouterParams::queues, "what routings that look at queues see of an output port"),
    param("queue_update", &RouterParams::queue_update, Range{1, 1e6},
          "how often they see the queues of their router; in between they see old ones", "cycles"),
    param("ejection_vc", &RouterParams::ejection_vc,
          "the virtual channel on which packets leave to their terminal"),
    param("vc_allocation_delay", &RouterParams::vc_allocation_delay, Range{1, 10000},
          "delay of the VC allocation", "cycles"),
    param("switch_allocation_delay", &RouterParams::switch_allocation_delay, Range{1, 10000},
          "delay of the switch allocation", "cycles"),
    param("switch_delay", &RouterParams::switch_delay, Range{1, 10000}, "delay of the switch traversal",
          "cycles"),
    param("credit_delay", &RouterParams::credit_delay, Range{0, 10000},
          "delay of a credit, in addition to the channel's latency", "cycles")};

/// The options of routers, and the facts that follow from other groups.
struct RouterOptions : RouterParams {
  bool cut_through = false;           ///< a packet moves on only where all of it fits
  std::uint32_t ecn_threshold = 0;    ///< flits that wait at an output, beyond which packets are marked
  bool acknowledged = false;          ///< packets count the cycles of their path in an idle network
  std::uint32_t message_classes = 1;  ///< equal shares of the virtual channels, from the lowest
  bool priorities = false;            ///< of packets, in arbiters
  std::uint32_t tree_vcs = 0;  ///< the highest virtual channels of each port, for packets along GroupTrees
  std::uint32_t adding_delay = 0;  ///< cycles that a router takes to add up packets

  friend bool operator==(RouterOptions const&, RouterOptions const&) = default;
};

}  // namespace weft::flit
