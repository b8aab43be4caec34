#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "weft/core/random.hpp"
#include "weft/network/geometry/group_geometry.hpp"

namespace weft::routing {

/// One leg between routers of a network of groups: a local channel to a gateway, a global one, a local one; what is not needed of it left
/// out. Of several global channels between two groups, any at random. What routings on dragonflies and PERCS are made of.
class GroupLeg {
 public:
  using Gateway = GroupGeometry::Gateway;
  /// How far a leg is.
  enum class Stage : std::uint8_t { start, moved, crossed };
  /// A hop: local before the global one or within a group, global, local after it.
  enum class HopKind : std::uint8_t { before, across, after };
  struct Step {
    std::uint16_t port;
    HopKind kind;
    Stage next;
  };

  explicit GroupLeg(std::shared_ptr<GroupGeometry const> groups) : groups_(std::move(groups)) {}

  GroupGeometry const& groups() const { return *groups_; }
  bool same_group(std::uint32_t a, std::uint32_t b) const {
    return groups_->group_of(a) == groups_->group_of(b);
  }
  /// The global channels from the group of one router to that of another, in order of their routers.
  std::span<Gateway const> gateways(std::uint32_t at, std::uint32_t target) const {
    return groups_->gateways(groups_->group_of(at), groups_->group_of(target));
  }
  /// Any of them.
  Gateway const& any_gateway(std::uint32_t at, std::uint32_t target, Rng& words) const {
    auto const all = gateways(at, target);
    return all[words.below(static_cast<std::uint32_t>(all.size()))];
  }
  /// Towards that global channel of the group of `at`.
  Step towards(std::uint32_t at, Gateway const& gateway) const {
    if (gateway.router == at) return {gateway.port, HopKind::across, Stage::crossed};
    return {groups_->local_port(at, gateway.router), HopKind::before, Stage::moved};
  }
  /// The hop to `target` in the same group.
  Step inside(std::uint32_t at, std::uint32_t target, Stage stage) const {
    return {groups_->local_port(at, target), stage == Stage::crossed ? HopKind::after : HopKind::before,
            stage};
  }
  Step step(std::uint32_t at, std::uint32_t target, Stage stage, Rng& words) const {
    if (same_group(at, target)) return inside(at, target, stage);
    auto const all = stage == Stage::moved ? gateways_at(at, target) : gateways(at, target);
    return towards(at, all[words.below(static_cast<std::uint32_t>(all.size()))]);
  }
  /// The same of a leg that ends where its global channel lands.
  Step step_to_landing(std::uint32_t at, std::uint32_t target, Stage stage, Rng& words) const {
    auto const* chosen = gateways(at, target).data();
    std::uint32_t seen = 0;
    visit_gateways(at, target, stage, true, [&](Gateway const& it) {
      if (words.below(++seen) == 0) chosen = &it;
    });
    return towards(at, *chosen);
  }
  /// Calls visit(step) for all that `step` (`step_to_landing` if `to_landing`) may give.
  template <class Visit>
  void visit_steps(std::uint32_t at, std::uint32_t target, Stage stage, bool to_landing, Visit visit) const {
    if (same_group(at, target)) return visit(inside(at, target, stage));
    visit_gateways(at, target, stage, to_landing, [&](Gateway const& it) { visit(towards(at, it)); });
  }

 private:
  std::span<Gateway const> gateways_at(std::uint32_t at, std::uint32_t target) const {
    auto const range = std::ranges::equal_range(gateways(at, target), at, {}, &Gateway::router);
    return {range.begin(), range.end()};
  }
  template <class Visit>
  void visit_gateways(std::uint32_t at, std::uint32_t target, Stage stage, bool to_landing,
                      Visit visit) const {
    for (auto const& it : stage == Stage::moved ? gateways_at(at, target) : gateways(at, target))
      if (!to_landing || groups_->landing(it) == target) visit(it);
  }

  std::shared_ptr<GroupGeometry const> groups_;
};

}  // namespace weft::routing
