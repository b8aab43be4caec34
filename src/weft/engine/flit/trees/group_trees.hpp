// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "weft/engine/flit/flit_network.hpp"
#include "weft/engine/flit/flit_params.hpp"

namespace weft::flit {

/// A tree of channels between its root router and the terminals of a group. The routers reduce the packets of
/// all senders on the way up to the root, and replicate the result on the way down to all receivers: a
/// multicast has one sender, a reduction one receiver, an allreduce both (R. L. Graham et al., SHARP, COMHPC
/// 2016).
struct GroupTree {
  std::uint32_t root = 0;                                   ///< router
  std::vector<std::uint32_t> senders = {}, receivers = {};  ///< terminals
  /// Channels, as output ports of the network. Each router except the root has at most one outgoing channel
  /// in `up`, and at most one incoming channel in `down`.
  std::vector<std::uint32_t> up = {}, down = {};
};

/// Trees of a network in the form that routers use. A junction connects the inputs of a tree at a router to
/// its outputs there: packets are reduced, one from each input, and the result is replicated to all outputs.
///
/// Packets of trees have exclusive use of the highest `tree_vcs` virtual channels. Each tree has the virtual
/// channels `vcs(tree)`, which its packets use in turn, in the same order at all senders, and each packet
/// keeps its virtual channel along its path. So packets of one virtual channel stay in order, and routers
/// match them without identifiers.
///
/// No packet waits forever:
/// - virtual cut-through: a branch has room for the whole packet before it starts, so started branches end;
/// - no other tree uses the virtual channels of a tree on its way up. The oldest packet missing at a junction
///   is first in every buffer there, so it arrives;
/// - trees may share virtual channels on their way down only if no cycle of channels leads from branch to
///   branch (Dally & Seitz, 1987; tree-based multicast: Duato, Yalamanchili & Ni, ch. 5). This is checked for
///   the given trees; up*/down* paths never form a cycle;
/// - the messages of all trees have a common order at all senders.
class GroupTrees {
 public:
  /// `params` must have injection=timed, and virtual channels for the trees. Throws InputError at `engine`
  /// for options that conflict with trees, and if the trees need more virtual channels.
  GroupTrees(FlitNetwork const& network, FlitParams const& params, std::vector<GroupTree> trees);

  std::size_t size() const { return trees_.size(); }
  GroupTree const& operator[](std::uint32_t tree) const { return trees_[tree]; }

  struct Vcs {
    std::uint8_t first = 0, count = 0;
  };
  Vcs vcs(std::uint32_t tree) const {
    return {static_cast<std::uint8_t>(first_vc_ + color_[tree] * vcs_of_a_tree_),
            static_cast<std::uint8_t>(vcs_of_a_tree_)};
  }

  struct Junction {
    std::uint32_t router = 0, tree = 0;
    std::uint32_t first_in = 0, last_in = 0;    ///< range of ins()
    std::uint32_t first_out = 0, last_out = 0;  ///< range of outs()
  };
  /// Returns the junctions, ordered by router.
  std::span<Junction const> junctions() const { return junctions_; }
  /// Returns the range of junctions() that belongs to `routers`.
  RouterRange junctions_of(RouterRange const& routers) const;
  std::span<std::uint32_t const> ins(Junction const& junction) const {
    return std::span(ins_).subspan(junction.first_in, junction.last_in - junction.first_in);
  }
  std::span<std::uint32_t const> outs(Junction const& junction) const {
    return std::span(outs_).subspan(junction.first_out, junction.last_out - junction.first_out);
  }
  /// Returns the cycles from the start of a message of `flits` flits along a tree to its last arrival, in an
  /// otherwise idle network with sufficient buffers: the cycles of the longest path from a sender to a
  /// receiver, including reductions on this path, plus one per flit.
  std::uint64_t min_cycles(FlitNetwork const& network, RouterOptions const& options, std::uint32_t tree,
                           std::uint64_t flits) const;
  /// Returns the index of the junction that the packets of a tree reach at input port `in`.
  std::uint32_t junction_at(std::uint32_t in, std::uint32_t tree) const;

 private:
  /// A tree that uses an input port, and its junction there.
  struct Entry {
    std::uint32_t tree, junction;
  };
  void add_junctions(FlitNetwork const& network, std::uint32_t tree);
  void index_inputs(FlitNetwork const& network);
  void color(FlitNetwork const& network, std::uint32_t vcs);

  std::vector<GroupTree> trees_;
  std::uint32_t first_vc_, vcs_of_a_tree_ = 1;
  std::vector<std::uint32_t> color_;  // by tree: index of its share of the virtual channels
  std::vector<Junction> junctions_;
  std::vector<std::uint32_t> ins_, outs_;
  std::vector<std::uint32_t> first_entry_;  // by input port
  std::vector<Entry> entries_;              // by input port, then by tree
};

}  // namespace weft::flit
