// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/core/param.hpp"

namespace weft {

class Machine;

/// A flow: task `from` sends `units` to task `to`.
struct Flow {
  std::uint32_t from = 0, to = 0;
  std::uint64_t units = 0;
  friend bool operator==(Flow const&, Flow const&) = default;
};

/// The traffic among the tasks of a job, in integer units of a common scale: flows, and groups in which each
/// member sends `units` to every member, including itself. Groups represent a transpose or an all-to-all
/// compactly.
class Communication {
 public:
  struct Group {
    std::uint64_t units;
    std::span<std::uint32_t const> members;
  };

  explicit Communication(std::uint64_t tasks) : tasks_(tasks) {}
  /// Adds a flow. Like add_group(), checks for Ctrl-C.
  void add(Flow const& flow) {
    check_();
    flows_.push_back(flow);
  }
  void add_group(std::uint64_t units, std::span<std::uint32_t const> members);
  /// Sorts the flows by sender. Must be called once, after the last flow or group has been added. Throws
  /// InputError unless the total is positive and below 2^62.
  void finish();

  std::uint64_t num_tasks() const { return tasks_; }
  /// Returns the number of units sent, including units that tasks send to themselves.
  std::uint64_t total_units() const { return total_; }
  std::span<Flow const> flows() const { return flows_; }
  /// Returns the flows that `task` sends.
  std::span<Flow const> flows_of(std::uint32_t task) const {
    return {flows_.data() + first_flow_[task], flows_.data() + first_flow_[task + std::size_t{1}]};
  }
  /// Returns the flows that `task` receives, as indices into flows().
  std::span<std::uint32_t const> flows_to(std::uint32_t task) const {
    return {flows_to_.data() + first_flow_to_[task],
            flows_to_.data() + first_flow_to_[task + std::size_t{1}]};
  }
  std::size_t num_groups() const { return group_units_.size(); }
  Group group(std::size_t g) const {
    return {group_units_[g], {members_.data() + first_member_[g], members_.data() + first_member_[g + 1]}};
  }
  /// Returns the groups of which `task` is a member, with multiplicity.
  std::span<std::uint32_t const> groups_of(std::uint32_t task) const {
    return {groups_of_.data() + first_group_of_[task],
            groups_of_.data() + first_group_of_[task + std::size_t{1}]};
  }
  /// Calls visit(Flow) for every flow, including the flows inside groups.
  template <class Visit>
  void for_each_flow(Visit visit) const {
    for (auto const& flow : flows_) visit(flow);
    for (std::size_t g = 0; g < num_groups(); ++g)
      for (auto const from : group(g).members)
        for (auto const to : group(g).members) visit(Flow{from, to, group_units_[g]});
  }

 private:
  std::uint64_t tasks_, total_ = 0;
  std::vector<Flow> flows_;
  std::vector<std::uint64_t> group_units_;
  std::vector<std::uint32_t> members_, first_flow_, flows_to_, first_flow_to_, groups_of_, first_group_of_;
  std::vector<std::size_t> first_member_{0};
  InterruptCheck check_;
};

/// Input of a communication pattern: the tasks of the job, on a grid in row-major order (the last coordinate
/// varies fastest), and the seed of its random choices.
struct TaskContext {
  Sides sides{1};
  std::uint64_t seed = 1;
  /// Returns the destination of each terminal in the worst-case permutation of the machine; empty if there is
  /// no machine.
  std::function<std::vector<std::uint32_t>()> worst_destinations = {};
  /// Returns the messages between the ranks of a program; empty if programs are not available.
  std::function<Communication(std::string const& program, TaskContext const& context)> of_program = {};
  /// Whether packets will be sent: random traffic is then drawn message by message, even if its expectation
  /// could be used.
  bool draws = false;
  /// The machine if task i is on terminal i; null for other placements.
  Machine const* machine = nullptr;
  /// Number of consecutive tasks that fill a group of the machine, below its top level; 0 without groups.
  std::uint64_t tasks_per_group = 0;

  /// Returns the product of the sides, at most 2^32 (checked by the creator of the context).
  std::uint64_t num_tasks() const { return size_of(sides); }
};

/// A communication pattern among the tasks of a job. To add one, write one file and one entry in catalog.hpp.
/// `communicate` throws InputError for a grid that the pattern does not support.
template <class P>
concept CommunicationPattern =
    requires(P const p, typename P::Params const& params, TaskContext const& context) {
      { P::name } -> std::convertible_to<std::string_view>;
      { P::doc } -> std::convertible_to<std::string_view>;
      P::schema;
      P{params};
      { p.communicate(context) } -> std::same_as<Communication>;
    };

}  // namespace weft
