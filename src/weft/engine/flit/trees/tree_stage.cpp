// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/trees/tree_stage.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace weft::flit {
namespace {

/// Mark of an output lane that is used by a tree; the switch writes 1.
constexpr std::uint8_t by_tree = 2;

}  // namespace

TreeStage::TreeStage(GroupTrees const& trees, Routers const& routers, Core& core)
    : trees_(trees),
      core_(core),
      first_router_(routers.first),
      first_out_(routers.network.first_out(routers.first)),
      out_lanes_(routers.options.output_speedup),
      vcs_of_a_tree_(trees.size() > 0 ? trees.vcs(0).count : 1),
      own_(trees.junctions_of({routers.first, routers.last})),
      busy_(routers.last - routers.first),
      precedes_switch_(std::size_t{routers.network.first_out(routers.last) - first_out_} * out_lanes_),
      next_vc_(precedes_switch_.size()) {
  for (auto j = own_.first; j < own_.last; ++j) {
    auto const& junction = trees.junctions()[j];
    auto const vcs = trees.vcs(junction.tree);
    for (std::uint32_t k = 0; k < vcs.count; ++k) {
      joints_.push_back({.junction = j,
                         .first_branch = static_cast<std::uint32_t>(branches_.size()),
                         .vc = static_cast<std::uint8_t>(vcs.first + k)});
      branches_.resize(branches_.size() + trees.outs(junction).size());
    }
  }
}

void TreeStage::start(Routers const& routers) {
  for (; !adding_.empty() && adding_.front().end <= routers.now; adding_.pop_front()) {
    auto const joint = adding_.front().joint;
    busy_[trees_.junctions()[joints_[joint].junction].router - first_router_].push_back(joint);
  }
}

void TreeStage::add_head(Routers const& routers, std::uint32_t in, std::uint32_t v) {
  auto const& packet = routers.front_packet(routers.place(in, v));
  auto const j = trees_.junction_at(in, packet.to);
  auto const& junction = trees_.junctions()[j];
  auto const number = (j - own_.first) * vcs_of_a_tree_ + v - trees_.vcs(junction.tree).first;
  auto& joint_state = joints_[number];
  if (joint_state.heads > 0 && joint_state.flits != packet.flits)
    throw std::logic_error("packets of different lengths are reduced");
  joint_state.flits = packet.flits;
  joint_state.routers = std::max(joint_state.routers, static_cast<std::uint16_t>(packet.routers));
  auto const inputs = trees_.ins(junction).size();
  if (++joint_state.heads < inputs) return;
  if (inputs > 1 && routers.options.reduction_delay > 0)
    adding_.push_back({routers.now + routers.options.reduction_delay, number});
  else
    busy_[junction.router - first_router_].push_back(number);
}

/// Keeps only the request with the minimum distance for each resource.
void TreeStage::keep_first_per_input() {
  std::ranges::sort(requests_, {},
                    [](Request const& request) { return std::pair(request.requested, request.distance); });
  auto const others = std::ranges::unique(requests_, {}, &Request::requested);
  requests_.erase(others.begin(), others.end());
}

/// Allocates output VCs to branches. As in VcStage, an output VC is granted to the input VC that its arbiter
/// prefers; the first input of a junction represents the junction.
void TreeStage::allocate(Routers& routers, std::uint32_t r) {
  auto const inputs = routers.network.inputs(r) << routers.shift;
  requests_.clear();
  for (auto const joint : busy_[r - first_router_]) {
    auto const& joint_state = joints_[joint];
    auto const client =
        ((ins(joint_state).front() - routers.network.first_in(r)) << routers.shift) + joint_state.vc;
    for (std::uint32_t k = 0; k < outs(joint_state).size(); ++k) {
      auto const out = outs(joint_state)[k];
      auto const place = routers.place(out, joint_state.vc);
      if (branches(joint_state)[k].packet == none &&
          (routers.out_port[out].free_vcs >> joint_state.vc & 1) != 0 &&
          routers.has_room(out, joint_state.vc, joint_state.flits))
        requests_.push_back({static_cast<std::uint32_t>(place),
                             ahead(routers.output[place].grant_pointer, client, inputs), joint, k});
    }
  }
  keep_first_per_input();
  for (auto const& request : requests_) {
    auto const& joint_state = joints_[request.joint];
    if (!routers.has_room(outs(joint_state)[request.branch], joint_state.vc, joint_state.flits))
      continue;  // another branch has reserved the shared slots
    auto const client =
        ((ins(joint_state).front() - routers.network.first_in(r)) << routers.shift) + joint_state.vc;
    routers.output[request.requested].grant_pointer = after(client, inputs);
    begin_branch(routers, request);
  }
}

/// Starts a branch on its allocated output VC.
void TreeStage::begin_branch(Routers& routers, Request const& request) {
  auto const& joint_state = joints_[request.joint];
  auto const index = routers.place(ins(joint_state).front(), joint_state.vc);
  auto const out = outs(joint_state)[request.branch];
  auto copy = routers.front_packet(index);
  copy.routers = joint_state.routers;
  if (auto const target = routers.network.target(out); (target & FlitNetwork::terminal_bit) != 0)
    copy.terminal = target & ~FlitNetwork::terminal_bit;
  branches(joint_state)[request.branch] = {core_.new_packet(copy), 0};
  ++copies_;
  routers.allocate_vc(out, joint_state.vc, index, copy);
  if (routers.options.commits()) routers.queue[out] += joint_state.flits;
}

/// Lists the branches that can send a flit.
void TreeStage::gather(Routers const& routers, std::uint32_t r, std::span<std::uint8_t const> used,
                       Turn turn) {
  auto const first_out = routers.network.first_out(r);
  requests_.clear();
  for (auto const joint : busy_[r - first_router_]) {
    auto const& joint_state = joints_[joint];
    auto flits = std::uint32_t{joint_state.flits};  // flits received by all inputs
    for (auto const in : ins(joint_state))
      flits = std::min<std::uint32_t>(
          flits, joint_state.left + routers.input[routers.place(in, joint_state.vc)].count);
    for (std::uint32_t k = 0; k < outs(joint_state).size(); ++k) {
      auto const& branch = branches(joint_state)[k];
      if (branch.packet == none || branch.sent >= flits) continue;
      auto const out = outs(joint_state)[k];
      auto const lane = (ins(joint_state).front() - routers.network.first_in(r)) % out_lanes_;
      auto const of_router = (out - first_out) * out_lanes_ + lane,
                 own = (out - first_out_) * out_lanes_ + lane;
      if (used[of_router] != 0) {
        if (used[of_router] != by_tree) precedes_switch_[own] = 1;
        continue;
      }
      if ((turn == Turn::first && precedes_switch_[own] == 0) || routers.waits_for_channel(out)) continue;
      requests_.push_back({of_router, ahead(next_vc_[own], joint_state.vc, routers.vcs), joint, k});
    }
  }
  keep_first_per_input();
}

void TreeStage::send_flit(Routers& routers, Links& links, Request const& request) {
  auto const& joint_state = joints_[request.joint];
  auto& branch = branches(joint_state)[request.branch];
  auto const out = outs(joint_state)[request.branch];
  Flit flit = branch.packet;
  if (branch.sent == 0) flit |= head_bit;
  bool const is_last = ++branch.sent == joint_state.flits;
  if (is_last) flit |= tail_bit;
  links.send_flit(routers.pass_switch(out, joint_state.vc, is_last), out, flit, joint_state.vc);
}

/// Frees the buffer slots of flits that every branch has sent, and returns their credits. After the last flit
/// of a packet, the next packet reaches the front.
void TreeStage::empty_buffers(Routers& routers, RouteStage& routes, Links& links, Joint& joint) {
  auto const sent = std::ranges::min(branches(joint), {}, &Branch::sent).sent;
  for (; joint.left < sent; ++joint.left)
    for (auto const in : ins(joint)) {
      auto const index = routers.place(in, joint.vc);
      if (joint.left + 1 == joint.flits) {
        core_.free_packet(routers.front(index) & packet_mask);
        --copies_;
      }
      auto& input = routers.input[index];
      routers.leave_buffer(input);
      links.send_credit(routers.now, in, joint.vc);
      if (joint.left + 1 < joint.flits) continue;
      if (input.count > 0)
        routes.new_head(routers, routers.now + 1, in, joint.vc);
      else
        input.phase = VcState::idle;
    }
}

void TreeStage::send(Routers& routers, RouteStage& routes, Links& links, std::uint32_t r,
                     std::span<std::uint8_t> used, Turn turn) {
  gather(routers, r, used, turn);
  if (requests_.empty()) return;
  for (auto const& request : requests_) {
    auto const& joint_state = joints_[request.joint];
    auto const own = request.requested + (routers.network.first_out(r) - first_out_) * out_lanes_;
    used[request.requested] = by_tree;
    if (turn == Turn::first) precedes_switch_[own] = 0;
    next_vc_[own] = static_cast<std::uint8_t>(after(joint_state.vc, routers.vcs));
    send_flit(routers, links, request);
  }
  std::erase_if(busy_[r - first_router_], [&](std::uint32_t joint) {
    auto& joint_state = joints_[joint];
    empty_buffers(routers, routes, links, joint_state);
    if (joint_state.left < joint_state.flits) return false;
    joint_state.heads = joint_state.flits = joint_state.left = joint_state.routers = 0;
    std::ranges::fill(branches(joint_state), Branch{});
    return true;
  });
}

}  // namespace weft::flit
