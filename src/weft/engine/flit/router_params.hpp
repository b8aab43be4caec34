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
/// Time at which routings that compare queues at the source (UGAL) choose a path.
enum class RouteDecision : std::uint8_t { at_head, at_injection };
/// Choice of the virtual channel on which a packet is ejected.
enum class EjectionVc : std::uint8_t { any, same };
/// Time at which heads request the switch (Peh & Dally, HPCA 2001).
enum class Speculation : std::uint8_t { off, on, ideal };
/// Load of an output port as adaptive routings observe it.
enum class CongestionMetric : std::uint8_t { credits, committed };
/// Flow control, per flit or per packet (Dally & Towles, ch. 13).
enum class FlowControl : std::uint8_t { automatic, wormhole, cut_through };

}  // namespace weft::flit

namespace weft {
template <>
inline constexpr EnumValue<flit::AllocatorKind> enum_values<flit::AllocatorKind>[] = {
    {"islip", flit::AllocatorKind::islip, "outputs grant, inputs accept (McKeown, 1999)"},
    {"input_first", flit::AllocatorKind::input_first,
     "separable: each input requests one output, each output grants one input"},
    {"pim", flit::AllocatorKind::pim,
     "parallel iterative matching: outputs grant and inputs accept at random (Anderson et al., 1993)"},
    {"wavefront", flit::AllocatorKind::wavefront,
     "grants along the diagonals of the request matrix, starting from the next diagonal in each cycle (Tamir & "
     "Chi, 1993); the matching is maximal"}};
template <>
inline constexpr EnumValue<flit::Arbitration> enum_values<flit::Arbitration>[] = {
    {"round_robin", flit::Arbitration::round_robin, "in rotating order"},
    {"age", flit::Arbitration::age, "the oldest packet first"}};
template <>
inline constexpr EnumValue<flit::RouteDecision> enum_values<flit::RouteDecision>[] = {
    {"at_head", flit::RouteDecision::at_head,
     "when the packet is at the head of its virtual channel in the source's router", "front"},
    {"at_injection", flit::RouteDecision::at_injection,
     "when the packet enters the source's router, even if it then waits there (BookSim 2 with look-ahead)",
     "injection"}};
template <>
inline constexpr EnumValue<flit::EjectionVc> enum_values<flit::EjectionVc>[] = {
    {"any", flit::EjectionVc::any, "any free virtual channel"},
    {"same", flit::EjectionVc::same,
     "the virtual channel on which the packet reached its last router (BookSim 2's dragonfly)"}};
template <>
inline constexpr EnumValue<flit::Speculation> enum_values<flit::Speculation>[] = {
    {"false", flit::Speculation::off, "after their virtual channel is allocated"},
    {"true", flit::Speculation::on,
     "in the same cycle as the virtual channel; a grant without a virtual channel or credit is lost, and so is a "
     "grant that a non-speculative flit needs (Peh & Dally, HPCA 2001)"},
    {"ideal", flit::Speculation::ideal,
     "in the same cycle, with knowledge of the VC allocation and after all other requests: no grant is lost, an upper bound on the gain of speculation"}};
template <>
inline constexpr EnumValue<flit::CongestionMetric> enum_values<flit::CongestionMetric>[] = {
    {"credits", flit::CongestionMetric::credits,
     "credits in use: flits in the downstream buffers, flits on the channel, and returning credits"},
    {"committed", flit::CongestionMetric::committed,
     "credits in use, and the flits of packets that wait at the router for the port; heads that arrive in the same "
     "cycle choose one after another (sequential: Kim, Dally & Abts, SC 2006)"}};
template <>
inline constexpr EnumValue<flit::FlowControl> enum_values<flit::FlowControl>[] = {
    {"automatic", flit::FlowControl::automatic,
     "wormhole, or cut_through if the routing needs it for deadlock freedom"},
    {"wormhole", flit::FlowControl::wormhole, "a packet moves flit by flit and may span several routers"},
    {"cut_through", flit::FlowControl::cut_through,
     "virtual cut-through: a packet advances only if the downstream buffer can store all of it"}};
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
  bool hold_switch_for_packet = false;
  bool atomic_vcs = false;
  std::uint32_t speedup = 1;
  std::uint32_t input_speedup = 1;
  std::uint32_t output_speedup = 1;
  std::uint32_t output_buffer = 0;
  std::uint32_t routing_delay = 0;
  RouteDecision route_decision = RouteDecision::at_head;
  CongestionMetric congestion_metric = CongestionMetric::credits;
  std::uint32_t congestion_update_period = 1;
  EjectionVc ejection_vc = EjectionVc::any;
  std::uint32_t vc_allocation_delay = 1;
  std::uint32_t switch_allocation_delay = 1;
  std::uint32_t switch_delay = 1;
  std::uint32_t credit_delay = 2;

  friend bool operator==(RouterParams const&, RouterParams const&) = default;

  /// Returns the maximum number of flits in the buffer of a virtual channel.
  std::uint32_t deepest() const {
    return vc_buffer + (shared_per_vc == 0 ? shared_buffer : std::min(shared_per_vc, shared_buffer));
  }
  /// Returns the buffer capacity of an input port, in flits.
  std::uint64_t port_capacity() const {
    auto const all_vcs = std::uint64_t{vcs} * deepest();
    return std::min(all_vcs, std::uint64_t{vcs} * vc_buffer + shared_buffer);
  }
  bool has_lanes() const { return input_speedup > 1 || output_speedup > 1; }
  /// Returns whether the switch can be faster than channels, so that flits queue behind it.
  bool exceeds_channel_rate() const { return speedup > 1 || output_speedup > 1; }
  bool commits() const { return congestion_metric == CongestionMetric::committed; }
  /// Returns the cycles from the switch grant to the departure on the channel.
  std::uint32_t traversal() const { return switch_delay + switch_allocation_delay - 1; }
  /// Returns the minimum cycles from the switch grant to the departure. With speedup, flits that are granted
  /// in any but the last allocation of a cycle leave one cycle earlier.
  std::uint32_t min_traversal() const { return traversal() - (speedup > 1 ? 1 : 0); }
  /// Returns the cycles from the arrival of a head in an idle router to its departure on the channel.
  std::uint32_t idle_passage() const { return before_allocation() + traversal() + 2; }
  /// Returns the cycles from the arrival of a head to its first request for a virtual channel.
  std::uint32_t before_allocation() const { return routing_delay + vc_allocation_delay - 1; }
};

constexpr std::tuple router_schema{
    param("vcs", &RouterParams::vcs, Range{1, 64},
          "virtual channels per port; by default more if the routing needs more")
        .also("num_vcs"),
    param("vc_buffer", &RouterParams::vc_buffer, Range{1, 65535}, "buffer depth of a virtual channel",
          "flits")
        .also("vc_buf_size"),
    param(
        "shared_buffer", &RouterParams::shared_buffer, Range{0, 65534},
        "buffer slots of each input port in addition to vc_buffer, which its virtual channels share, first come first "
        "served (a dynamically allocated multi-queue: Tamir & Frazier, 1992)",
        "flits"),
    param("shared_per_vc", &RouterParams::shared_per_vc, Range{0, 65534},
          "maximum number of shared slots that one virtual channel may occupy; 0: no limit", "flits"),
    param("flow", &RouterParams::flow, "flow control").also("flow_control"),
    param("allocator", &RouterParams::allocator, "allocator of virtual channels and of the switch"),
    param("iterations", &RouterParams::iterations, Range{1, 64},
          "number of iterations of an allocation, each of which matches further requests; wavefront "
          "needs only one"),
    param("arbitration", &RouterParams::arbitration, "order in which an arbiter grants requests"),
    param("speculative", &RouterParams::speculative, "time at which head flits request the switch"),
    param("hold_switch_for_packet", &RouterParams::hold_switch_for_packet,
          "a packet keeps its path through the switch until its tail has passed, or until none of its flits "
          "can be sent")
        .formerly("hold_switch"),
    param("atomic_vcs", &RouterParams::atomic_vcs,
          "a virtual channel accepts the next packet only once its buffer is empty")
        .also("wait_for_tail_credit"),
    param("speedup", &RouterParams::speedup, Range{1, 16},
          "speed of routers relative to channels: allocations and switch traversals per cycle")
        .also("internal_speedup"),
    param(
        "input_speedup", &RouterParams::input_speedup, Range{1, 64},
        "inputs of the switch per port, which share its virtual channels: VC v uses input v modulo this number, which "
        "must divide vcs"),
    param(
        "output_speedup", &RouterParams::output_speedup, Range{1, 64},
        "outputs of the switch per port, which share the input ports: input port i uses output i modulo this number"),
    param("output_buffer", &RouterParams::output_buffer, Range{0, 1e9},
          "maximum number of flits that wait behind the switch for their channel; 0: limited by credits only",
          "flits")
        .also("output_buffer_size"),
    param("routing_delay", &RouterParams::routing_delay, Range{0, 10000},
          "delay of the route computation; 0: look-ahead", "cycles"),
    param("route_decision", &RouterParams::route_decision,
          "time at which routings that compare queues at the source (UGAL) choose a path")
        .formerly("decision"),
    param("congestion_metric", &RouterParams::congestion_metric,
          "load of an output port as adaptive routings observe it")
        .formerly("queues"),
    param(
        "congestion_update_period", &RouterParams::congestion_update_period, Range{1, 1e6},
        "period with which adaptive routings observe the queues of their router; between updates they use the last values",
        "cycles")
        .formerly("queue_update"),
    param("ejection_vc", &RouterParams::ejection_vc,
          "virtual channel on which packets are ejected to their terminal"),
    param("vc_allocation_delay", &RouterParams::vc_allocation_delay, Range{1, 10000},
          "delay of the VC allocation", "cycles")
        .also("vc_alloc_delay"),
    param("switch_allocation_delay", &RouterParams::switch_allocation_delay, Range{1, 10000},
          "delay of the switch allocation", "cycles")
        .also("sw_alloc_delay"),
    param("switch_delay", &RouterParams::switch_delay, Range{1, 10000}, "delay of the switch traversal",
          "cycles")
        .also("st_final_delay"),
    param("credit_delay", &RouterParams::credit_delay, Range{0, 10000},
          "delay of a credit, in addition to the channel's latency", "cycles")};

/// Options of routers, and values derived from the other option groups.
struct RouterOptions : RouterParams {
  bool cut_through = false;           ///< a packet advances only if the downstream buffer can store all of it
  std::uint32_t ecn_threshold = 0;    ///< packets are marked above this number of waiting flits; 0: off
  bool acknowledged = false;          ///< packets accumulate the zero-load latency of their path
  std::uint32_t message_classes = 1;  ///< number of equal blocks of virtual channels
  bool priorities = false;            ///< arbiters compare the priorities of packets
  std::uint32_t tree_vcs = 0;         ///< highest virtual channels per port, for packets along GroupTrees
  std::uint32_t reduction_delay = 0;  ///< cycles that a router needs to reduce packets

  friend bool operator==(RouterOptions const&, RouterOptions const&) = default;
};

}  // namespace weft::flit
