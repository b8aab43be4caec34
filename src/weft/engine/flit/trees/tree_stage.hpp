// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/route_stage.hpp"
#include "weft/engine/flit/routers.hpp"
#include "weft/engine/flit/trees/group_trees.hpp"

namespace weft::flit {

/// The unit of each router that replicates and reduces the packets of GroupTrees, in parallel with the VC and
/// switch stages and with the same delays. When packets are at the front of all inputs of a junction (or
/// `reduction_delay` cycles later if there are several inputs), each output requests a virtual channel with
/// room for the whole packet. It then sends each flit as soon as all inputs have received it. Branches
/// advance independently: a flit leaves its buffers, and credits return, when the last branch has sent it
/// (asynchronous replication: Stunkel, Sivaram & Panda, ISCA 1997).
///
/// The unit has its own read ports to the input buffers. It shares the output channels with the switch: if
/// both have a flit for a channel, they alternate.
class TreeStage {
 public:
  /// All arguments must outlive it; `routers` belong to the core.
  TreeStage(GroupTrees const& trees, Routers const& routers, Core& core);

  /// Activates the packets of reductions that end in this cycle.
  void start(Routers const& routers);
  /// Registers a packet of a tree at the front of an input VC.
  void add_head(Routers const& routers, std::uint32_t in, std::uint32_t v);
  /// Returns whether packets wait for branches at router r or are being replicated there.
  bool has_packets(std::uint32_t r) const { return !busy_[r - first_router_].empty(); }
  /// Outputs that may send. `first`: before the switch, the outputs that precede it in this cycle; `rest`:
  /// after the switch, all outputs that it has left unused.
  enum class Turn : std::uint8_t { first, rest };
  /// Sends at most one flit to each output lane of router r that is unused in `used`, and marks the lane as
  /// used.
  void send(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r, std::span<std::uint8_t> used,
            Turn turn);
  /// Allocates output VCs to branches at router r, usable from the next allocation on.
  void allocate(Routers& routers, std::uint32_t r);

  /// See Core::copies().
  std::uint64_t copies() const { return copies_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  /// An output to which the packets of a joint are replicated.
  struct Branch {
    std::uint32_t packet = none;  // its packet number, once it has a virtual channel
    std::uint16_t sent = 0;       // flits
  };
  /// A junction on one virtual channel.
  struct Joint {
    std::uint32_t junction = 0, first_branch = 0;
    std::uint16_t heads = 0;    // inputs with a packet
    std::uint16_t flits = 0;    // flits of each packet
    std::uint16_t left = 0;     // flits that have left the buffers
    std::uint16_t routers = 0;  // routers crossed by the packet with the longest path
    std::uint8_t vc = 0;
  };
  /// A joint with packets in reduction until `end`.
  struct Addition {
    std::uint64_t end;
    std::uint32_t joint;
  };
  /// A request of a branch; smaller distances have precedence.
  struct Request {
    std::uint32_t requested, distance, joint, branch;
  };

  std::span<Branch> branches(Joint const& joint) {
    return std::span(branches_).subspan(joint.first_branch,
                                        trees_.outs(trees_.junctions()[joint.junction]).size());
  }
  std::span<std::uint32_t const> ins(Joint const& joint) const {
    return trees_.ins(trees_.junctions()[joint.junction]);
  }
  std::span<std::uint32_t const> outs(Joint const& joint) const {
    return trees_.outs(trees_.junctions()[joint.junction]);
  }
  void begin_branch(Routers& routers, Request const& request);
  void gather(Routers const& routers, std::uint32_t r, std::span<std::uint8_t const> used, Turn turn);
  void send_flit(Routers& routers, Links& links, Request const& request);
  void empty_buffers(Routers& routers, RouteStage& routes, Links& links, Joint& joint);
  void keep_first_per_input();

  GroupTrees const& trees_;
  Core& core_;
  std::uint32_t const first_router_, first_out_, out_lanes_, vcs_of_a_tree_;
  RouterRange const own_;      // range of junctions
  std::vector<Joint> joints_;  // by junction of the partition, then by virtual channel of its tree
  std::vector<Branch> branches_;
  std::vector<std::vector<std::uint32_t>> busy_;  // by router: joints with packets
  std::deque<Addition> adding_;                   // ordered by `end`
  std::vector<std::uint8_t> precedes_switch_;     // by output lane: it precedes the switch in this cycle
  std::vector<std::uint8_t> next_vc_;             // by output lane
  std::vector<Request> requests_;
  std::uint64_t copies_ = 0;
};

}  // namespace weft::flit
