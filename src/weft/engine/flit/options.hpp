#pragma once

#include <algorithm>
#include <cstdint>

namespace weft::flit {

enum class AllocatorKind : std::uint8_t { islip, input_first, pim, wavefront };
enum class Arbitration : std::uint8_t { round_robin, age };
enum class Decision : std::uint8_t { front, injection };
enum class EjectionVc : std::uint8_t { any, same };
enum class Speculation : std::uint8_t { off, on, ideal };
enum class QueueMeasure : std::uint8_t { credits, committed };
enum class FlowControl : std::uint8_t { automatic, wormhole, cut_through };

/// The routers' parameters, all in cycles and flits (Dally & Towles, ch. 16).
struct RouterOptions {
  std::uint32_t vcs = 4;
  std::uint32_t vc_buffer = 8;
  std::uint32_t shared_buffer = 0;  ///< places of each input port that its virtual channels share
  std::uint32_t shared_per_vc = 0;  ///< the most of them that one has; 0: all
  std::uint32_t routing_delay = 0;
  std::uint32_t vc_allocation_delay = 1;
  std::uint32_t switch_allocation_delay = 1;
  std::uint32_t switch_delay = 1;
  std::uint32_t credit_delay = 2;
  std::uint32_t speedup = 1;
  std::uint32_t input_speedup = 1, output_speedup = 1;  ///< lanes of the switch for each port
  std::uint32_t output_buffer = 0;  ///< flits that may wait behind the switch; 0: as many as credits allow
  AllocatorKind allocator = AllocatorKind::islip;
  std::uint32_t iterations = 1;  ///< of the allocators
  Arbitration arbitration = Arbitration::round_robin;
  Speculation speculative = Speculation::off;
  bool hold_switch = false;  ///< a packet keeps its path through the switch while it has flits to send
  bool cut_through = false;  ///< a packet moves on only where all of it fits
  bool atomic_vcs = false;   ///< a virtual channel is given to a packet only once its buffer has become empty
  Decision decision = Decision::front;  ///< routings that see queues choose at the source
  EjectionVc ejection_vc = EjectionVc::any;
  QueueMeasure queues = QueueMeasure::credits;  ///< what routings see of an output port
  std::uint32_t queue_update = 1;               ///< cycles after which they see it again
  std::uint32_t ecn_threshold = 0;    ///< flits that wait at an output, beyond which packets are marked
  bool acknowledged = false;          ///< packets count the cycles of their path in an idle network
  std::uint32_t message_classes = 1;  ///< equal shares of the virtual channels, from the lowest
  bool priorities = false;            ///< of packets, in arbiters
  std::uint32_t tree_vcs = 0;  ///< the highest virtual channels of each port, for packets along GroupTrees
  std::uint32_t adding_delay = 0;  ///< cycles that a router takes to add up packets

  friend bool operator==(RouterOptions const&, RouterOptions const&) = default;

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

}  // namespace weft::flit
