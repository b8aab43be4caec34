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
/// switch stages and with the same delays. When packets are at the head of all inputs of a junction (and
/// `reduction_delay` cycles later if there are several inputs), each output requests a virtual channel with
/// room for the whole packet. It then sends each flit as soon as all inputs have received it. Branches
/// advance independently: a flit leaves its buffers, and credits return, when the last branch has sent it
/// (asynchronous replication: Stunkel, Sivaram & Panda, ISCA 1997).
///
/// The unit has its own read ports to the input buffers. It shares the output channels with the switch: if
/// both have a flit for a channel, they alternate.
class TreeStage {
 public:
  /// All arguments must outlive it; the routers are those of the core.
  TreeStage(GroupTrees const& trees, Routers const& routers, Core& core);

  /// The packets whose adding ends in this cycle take part in it.
  void start(Routers const& routers);
  /// A packet of a tree has come to the front of an input VC.
  void add_head(Routers const& routers, std::uint32_t in, std::uint32_t v);
  /// Whether packets wait for branches at router r, or go along them.
  bool has_packets(std::uint32_t r) const { return !busy_[r - first_router_].empty(); }
  /// Who sends: before the switch, the outputs whose turn it is; after it, all that the switch left.
  enum class Turn : std::uint8_t { first, rest };
  /// Sends at most one flit to each lane of router r's outputs that `used` leaves, and notes its use there.
  void send(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r, std::span<std::uint8_t> used,
            Turn turn);
  /// Gives branches at router r their output VCs, which they can use from the next allocation on.
  void allocate(Routers& routers, std::uint32_t r);

  /// See Core.
  std::uint64_t copies() const { return copies_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  /// What an output gets of the packet.
  struct Branch {
    std::uint32_t packet = none;  // its number there, once it has a virtual channel
    std::uint16_t sent = 0;       // flits
  };
  /// A junction on one virtual channel.
  struct Joint {
    std::uint32_t junction = 0, first_branch = 0;
    std::uint16_t heads = 0;    // inputs that a packet has come to
    std::uint16_t flits = 0;    // of each packet
    std::uint16_t left = 0;     // flits that have left the buffers
    std::uint16_t routers = 0;  // that the packet with the longest way has crossed
    std::uint8_t vc = 0;
  };
  /// A joint whose packets are added until that cycle.
  struct Addition {
    std::uint64_t end;
    std::uint32_t joint;
  };
  /// A branch that asks for something, less distant ones first.
  struct Request {
    std::uint32_t wanted, distance, joint, branch;
  };

  std::span<Branch> branches(Joint const& it) {
    return std::span(branches_).subspan(it.first_branch, trees_.outs(trees_.junctions()[it.junction]).size());
  }
  std::span<std::uint32_t const> ins(Joint const& it) const {
    return trees_.ins(trees_.junctions()[it.junction]);
  }
  std::span<std::uint32_t const> outs(Joint const& it) const {
    return trees_.outs(trees_.junctions()[it.junction]);
  }
  void begin_branch(Routers& routers, Request const& request);
  void gather(Routers const& routers, std::uint32_t r, std::span<std::uint8_t const> used, Turn turn);
  void send_flit(Routers& routers, Links& links, Request const& request);
  void empty_buffers(Routers& routers, RouteStage& routes, Links& links, Joint& it);
  void keep_first_of_each();

  GroupTrees const& trees_;
  Core& core_;
  std::uint32_t const first_router_, first_out_, out_lanes_, vcs_of_a_tree_;
  RouterRange const own_;      // junctions
  std::vector<Joint> joints_;  // by junction of these routers, then by virtual channel of its tree
  std::vector<Branch> branches_;
  std::vector<std::vector<std::uint32_t>> busy_;  // by router: joints whose packets have come
  std::deque<Addition> adding_;                   // in the order of their ends
  std::vector<std::uint8_t> goes_first_;  // by lane to an output: whether its turn is before the switch
  std::vector<std::uint8_t> next_vc_;     // by lane to an output
  std::vector<Request> requests_;
  std::uint64_t copies_ = 0;
};

}  // namespace weft::flit
