// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/schedule/execute.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "weft/core/interrupt.hpp"
#include "weft/engine/schedule/holdings.hpp"

namespace weft::schedule {
namespace {

std::vector<Utilization::Row> class_rows(TransferNetwork const& network) {
  std::vector<Utilization::Row> rows;
  for (auto const& each : network.classes()) rows.push_back({each.name, 0, 0});
  for (std::uint32_t c = 0; c < network.num_channels(); ++c) {
    if (network.bandwidth(c) <= 0) continue;  // failed
    ++rows[network.class_of(c)].channels;
    rows[network.class_of(c)].capacity += network.bandwidth(c);
  }
  return rows;
}

/// Counter of the blocks per channel or vertex in one step. clear() and for_each() visit only the entries
/// that the step has touched.
class Tally {
 public:
  explicit Tally(std::size_t size) : count_(size), last_(size) {}
  /// Counts `block` at `resource`. Returns the new count; sets `other` to the previously counted block.
  std::uint32_t add(std::uint32_t resource, std::uint32_t block, std::uint32_t& other) {
    if (count_[resource] == 0) touched_.push_back(resource);
    other = last_[resource];
    last_[resource] = block;
    return ++count_[resource];
  }
  void clear() {
    for (auto const resource : touched_) count_[resource] = 0;
    touched_.clear();
  }
  /// Calls visit(resource, count, last block) for each entry that is not 0.
  template <class Visit>
  void for_each(Visit visit) const {
    for (auto const resource : touched_) visit(resource, count_[resource], last_[resource]);
  }

 private:
  std::vector<std::uint32_t> count_, last_, touched_;
};

class Executor {
 public:
  Executor(TransferNetwork const& network, Postcondition const& postcondition, NodeLimits const& limits)
      : network_(network),
        postcondition_(postcondition),
        limits_(limits),
        holdings_(make_holdings(network, postcondition)),
        carried_(network.num_channels()),
        sent_(limits.sends == 0 ? 0 : network.num_vertices()),
        received_(limits.receives == 0 ? 0 : network.num_vertices()),
        by_class_(network.classes().size()),
        by_channel_(network.num_channels()),
        result_{.violation = {}, .utilization = Utilization(class_rows(network))} {}

  /// Executes a step; returns whether it is valid.
  bool execute(Step const& step) {
    if (!within_limits(step) || !moves(step) || !in_time(step)) return false;
    ++result_.steps;
    result_.transfers += step.transfers.size();
    cuts_through_ = step.width == 0;
    if (cuts_through_) return true;
    for (std::size_t row = 0; row < by_class_.size(); ++row) {
      if (by_class_[row] > 0)
        result_.utilization.add(row, result_.slots, step.width, static_cast<double>(by_class_[row]));
      by_class_[row] = 0;
    }
    result_.slots += step.width;
    return true;
  }

  Execution finish(bool complete) {
    if (complete)
      if (auto const fault = holdings_->missing())
        violated(fault->block,
                 fmt::format("after {} slots: {}: {}", result_.slots, name(fault->block), fault->why));
    result_.utilization.end(result_.slots);
    result_.redundant = holdings_->redundant();
    result_.max_load.resize(by_class_.size());
    for (std::uint32_t c = 0; c < network_.num_channels(); ++c) {
      auto& maximum = result_.max_load[network_.class_of(c)];
      maximum = std::max(maximum, by_channel_[c]);
    }
    return std::move(result_);
  }

 private:
  std::string name(std::uint32_t block) const { return block_name(network_, postcondition_, block); }
  std::string is_to_carry(Transfer const& transfer) const {
    return fmt::format("slot {}: {} is to carry {}", result_.slots, network_.channel_name(transfer.channel),
                       name(transfer.block));
  }
  bool violated(std::uint32_t block, std::string what) {
    result_.violation = Violation{result_.slots, result_.steps, block, std::move(what)};
    return false;
  }

  bool within_limits(Step const& step) {
    bool const continues = cuts_through_;  // the step shares the slots of the previous steps
    if (!continues) {
      carried_.clear();
      sent_.clear();
      received_.clear();
    }
    return adds_up(step) && (!continues || step.width == 0 || all_within(step.width));
  }

  /// Adds the transfers of a step to the transfers of previous steps in the same slots; returns whether they
  /// are within the limits. Only the last step in these slots has a width above 0.
  bool adds_up(Step const& step) {
    std::uint32_t other = 0;
    InterruptCheck check;
    for (auto const& transfer : step.transfers) {
      check();
      if (auto const count = carried_.add(transfer.channel, transfer.block, other);
          step.width > 0 && count > capacity(transfer.channel, step.width)) {
        auto const among = count > 1 ? " and " + name(other) : std::string();
        return violated(
            transfer.block,
            fmt::format("{}{}, but carries {} in {} slot{}", is_to_carry(transfer), among,
                        capacity(transfer.channel, step.width), step.width, step.width == 1 ? "" : "s"));
      }
      ++by_class_[network_.class_of(transfer.channel)];
      ++by_channel_[transfer.channel];
      if (!node_within(sent_, limits_.sends, network_.source(transfer.channel), transfer, step.width,
                       "send") ||
          !node_within(received_, limits_.receives, network_.target(transfer.channel), transfer, step.width,
                       "receive"))
        return false;
    }
    return true;
  }
  /// Returns whether all transfers counted so far in the same slots fit in `width` slots.
  bool all_within(std::uint32_t width) {
    bool fits = true;
    auto const check = [&](std::string const& who, char const* does, std::uint64_t count,
                           std::uint64_t maximum, std::uint32_t block) {
      if (!fits) return;
      fits = violated(
          block,
          fmt::format("slot {}: {} {} {} blocks, {} among them, but at most {} are possible in {} slot{}",
                      result_.slots, who, does, count, name(block), maximum, width, width == 1 ? "" : "s"));
    };
    carried_.for_each([&](std::uint32_t c, std::uint64_t count, std::uint32_t block) {
      if (count > capacity(c, width))
        check(network_.channel_name(c), "is to carry", count, capacity(c, width), block);
    });
    for (auto const& [tally, limit, does] :
         {std::tuple{&sent_, limits_.sends, "is to send"}, {&received_, limits_.receives, "is to receive"}})
      tally->for_each([&, limit, does](std::uint32_t v, std::uint64_t count, std::uint32_t block) {
        if (auto const maximum = std::uint64_t{limit} * width; count > maximum)
          check(network_.vertex_name(v), does, count, maximum, block);
      });
    return fits;
  }
  std::uint64_t capacity(std::uint32_t channel, std::uint32_t width) const {
    return static_cast<std::uint64_t>(blocks_carried(network_.bandwidth(channel), width));
  }
  bool node_within(Tally& tally, std::uint32_t limit, std::uint32_t vertex, Transfer const& transfer,
                   std::uint32_t width, char const* what) {
    std::uint32_t other = 0;
    if (limit == 0) return true;
    auto const count = tally.add(vertex, transfer.block, other);
    if (width == 0 || count <= std::uint64_t{limit} * width) return true;
    return violated(transfer.block,
                    fmt::format("{} as well as {}, but {} can {} {} per slot", is_to_carry(transfer),
                                name(other), network_.vertex_name(vertex), what, limit));
  }

  bool moves(Step const& step) {
    throw_if_interrupted();
    if (auto const i = holdings_->read(step); i < step.transfers.size())
      return violated(step.transfers[i].block, is_to_carry(step.transfers[i]) + ", " +
                                                   holdings_->describe_location(step.transfers[i]));
    if (auto const i = holdings_->write(step); i < step.transfers.size())
      return violated(step.transfers[i].block, is_to_carry(step.transfers[i]) +
                                                   ", which leaves over another channel at the same time");
    return true;
  }

  bool in_time(Step const& step) {
    throw_if_interrupted();
    if (postcondition_.due.empty()) return true;
    auto const end = result_.slots + step.width;
    for (auto const& transfer : step.transfers) {
      if (end <= postcondition_.due[transfer.block]) continue;
      auto const goals = postcondition_.goals(transfer.block);
      if (std::ranges::find(goals, network_.target(transfer.channel)) != goals.end())
        return violated(transfer.block, fmt::format("{}, which is due after {} slots", is_to_carry(transfer),
                                                    postcondition_.due[transfer.block]));
    }
    return true;
  }

  TransferNetwork const& network_;
  Postcondition const& postcondition_;
  NodeLimits limits_;
  std::unique_ptr<BlockStore> holdings_;
  Tally carried_, sent_, received_;
  std::vector<std::uint64_t> by_class_, by_channel_;
  bool cuts_through_ = false;  // the previous step shares its slots with the next one
  Execution result_;
};

}  // namespace

Execution execute(TransferNetwork const& network, Schedule& schedule, NodeLimits const& limits,
                  Progress& progress) {
  Executor executor(network, schedule.postcondition(), limits);
  schedule.rewind();
  Step step;
  bool good = true;
  while (good && schedule.next(step)) {
    good = executor.execute(step);
    progress.advance(step.width);
  }
  return executor.finish(good);
}

Estimate estimate_execution(double transfers, double blocks, double vertices) {
  constexpr double seconds_per_transfer = 2e-7, bytes_per_vertex = 200, bytes_per_block = 24;
  return {blocks * vertices / 8 + vertices * bytes_per_vertex + blocks * bytes_per_block,
          transfers * seconds_per_transfer};
}

}  // namespace weft::schedule
