// SPDX-License-Identifier: Apache-2.0
#include "weft/collective/flooding/clex_flooding.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/collective/postconditions.hpp"
#include "weft/collective/ranks/schedules/channel_queues.hpp"
#include "weft/core/error.hpp"
#include "weft/routing/clex/clex_flooding.hpp"

namespace weft::collective {
namespace {

/// A copy of a block, and the stage of the flooding in which it arrived.
struct Copy {
  std::uint32_t block, stage;
};

class FloodSchedule final : public Schedule {
 public:
  FloodSchedule(Ranks const& ranks, Task const& task, FloodTrees trees)
      : network_(ranks.network()),
        rule_(*ranks.machine().as<topology::Clex>(), trees),
        sends_(task.sends),
        width_(slots_per_block(network_)),
        capacity_(capacities(network_, width_)),
        postcondition_(allgather_postcondition(ranks, task.packets)),
        queues_(network_.num_channels(), 0) {}

  Postcondition const& postcondition() const override { return postcondition_; }
  void rewind() override {
    queues_.clear();
    started_ = false;
    step_ = 0;
  }

  bool next(Step& step) override {
    if (!started_) begin();
    step.width = width_;
    step.transfers.clear();
    arrived_.clear();
    queues_.take(network_, capacity_, std::uint64_t{sends_} * width_, step_++,
                 [&](Copy const& copy, std::uint32_t channel) {
                   step.transfers.push_back({.channel = channel, .block = copy.block});
                   arrived_.push_back({copy, network_.target(channel)});
                 });
    std::ranges::stable_sort(arrived_, {}, [](Arrived const& arrived) { return arrived.copy.stage; });
    for (auto const& arrived : arrived_)
      rule_.forward(arrived.node, postcondition_.start[arrived.copy.block], arrived.copy.stage,
                    [&](std::uint32_t port, std::uint32_t stage) {
                      send(arrived.node, port, {arrived.copy.block, stage});
                    });
    return !step.transfers.empty();
  }

 private:
  struct Arrived {
    Copy copy;
    std::uint32_t node;
  };

  void begin() {
    started_ = true;
    for (std::uint32_t b = 0; b < postcondition_.blocks; ++b)
      rule_.start(postcondition_.start[b], [&](std::uint32_t port, std::uint32_t stage) {
        send(postcondition_.start[b], port, {b, stage});
      });
  }
  void send(std::uint32_t node, std::uint32_t port, Copy copy) {
    queues_.push(network_.channel({node}, {static_cast<std::uint16_t>(port)}), 0, copy);
  }

  TransferNetwork const& network_;
  ClexFloodingRule const rule_;
  std::uint32_t sends_, width_;
  std::vector<std::uint32_t> capacity_;
  Postcondition postcondition_;
  ChannelQueues<Copy> queues_;
  bool started_ = false;
  std::uint64_t step_ = 0;
  std::vector<Arrived> arrived_;
};

}  // namespace

void ClexFlooding::check_machine(Ranks const& ranks, Task const&) const {
  auto const reject = [&](std::string_view why) {
    throw InputError(fmt::format("{} cannot run on {}", name, ranks.machine().spec()), std::string(why),
                     "use bruck, ring or packed_trees");
  };
  auto const clex = ranks.machine().as<topology::Clex>();
  if (clex == nullptr) reject("the trees are defined only for clex");
  if (clex->local()) reject("the trees need cliques, not a local network");
  if (!has_flood_by_levels(*clex))
    reject("with landing=high, edges shift the digits, and the levels are not trees");
  if (ranks.size() != ranks.network().num_vertices()) reject("every node must be a rank");
  if (ranks.network().has_failures()) reject("channels have failed");
}

Plan ClexFlooding::plan(Ranks const& ranks, Task const& task) const {
  return {std::make_unique<FloodSchedule>(ranks, task, params_.trees), task.packets};
}

}  // namespace weft::collective
