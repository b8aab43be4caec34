#include "weft/collective/flooding/clex_flooding.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/collective/promises.hpp"
#include "weft/collective/ranks/schedules/capacities.hpp"
#include "weft/collective/ranks/schedules/channel_queues.hpp"
#include "weft/core/error.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::collective {
namespace {

/// A copy of a block, and how far down its tree it is: 0 within the source's clique; over level i, step s = levels - i + 1: s, with single
/// links 2 s - 1 and then 2 s within the clique.
struct Copy {
  std::uint32_t block, stage;
};

class FloodSchedule final : public Schedule {
 public:
  FloodSchedule(Ranks const& ranks, Task const& task)
      : network_(ranks.network()),
        clex_(*ranks.machine().as<topology::Clex>()),
        sends_(task.sends),
        width_(slots_per_block(network_)),
        capacity_(capacities(network_, width_)),
        promise_(promise_copies_of_all(ranks, task.packets)),
        queues_(network_.num_channels(), 0) {}

  Promise const& promise() const override { return promise_; }
  void rewind() override {
    queues_.clear();
    begun_ = false;
    step_ = 0;
  }

  bool next(Step& step) override {
    if (!begun_) begin();
    step.width = width_;
    step.transfers.clear();
    arrived_.clear();
    queues_.take(network_, capacity_, std::uint64_t{sends_} * width_, step_++,
                 [&](Copy const& copy, std::uint32_t channel) {
                   step.transfers.push_back({.channel = channel, .block = copy.block});
                   arrived_.push_back({copy, network_.target(channel)});
                 });
    std::ranges::stable_sort(arrived_, {}, [](Arrived const& it) { return it.copy.stage; });
    for (auto const& [copy, node] : arrived_) forward(node, copy);
    return !step.transfers.empty();
  }

 private:
  struct Arrived {
    Copy copy;
    std::uint32_t node;
  };

  void begin() {
    begun_ = true;
    for (std::uint32_t b = 0; b < promise_.blocks; ++b) {
      spread(promise_.start[b], {b, 0});
      climb(promise_.start[b], b, clex_.levels());
    }
  }

  void forward(std::uint32_t node, Copy copy) {
    bool const enters_clique = clex_.single() && copy.stage % 2 == 1;
    if (enters_clique) spread(node, {copy.block, copy.stage + 1});
    auto const steps = clex_.single() ? (copy.stage + 1) / 2 : copy.stage;
    climb(node, copy.block, clex_.levels() - steps);
  }

  /// To the rest of the clique.
  void spread(std::uint32_t node, Copy copy) {
    for (std::uint32_t port = 0; port < clex_.ports_of(1); ++port) send(node, port, copy);
  }
  /// Over the levels from `top` down to 2 that lead to another copy.
  void climb(std::uint32_t node, std::uint32_t block, std::uint32_t top) {
    for (auto level = top; level >= 2; --level) {
      if (clex_.digit({node}, level) == clex_.digit({node}, 1)) continue;
      auto const width = clex_.ports_of(level), first = clex_.ports_of(1) + (level - 2) * width;
      auto const step = clex_.levels() - level + 1;
      for (std::uint32_t i = 0; i < width; ++i)
        send(node, first + i, {block, clex_.single() ? 2 * step - 1 : step});
    }
  }
  void send(std::uint32_t node, std::uint32_t port, Copy copy) {
    auto const channel = network_.channel({node}, {static_cast<std::uint16_t>(port)});
    if (network_.target(channel) != node) queues_.push(channel, 0, copy);
  }

  TransferNetwork const& network_;
  topology::Clex const clex_;
  std::uint32_t sends_, width_;
  std::vector<std::uint32_t> capacity_;
  Promise promise_;
  ChannelQueues<Copy> queues_;
  bool begun_ = false;
  std::uint64_t step_ = 0;
  std::vector<Arrived> arrived_;
};

}  // namespace

void ClexFlooding::check_machine(Ranks const& ranks, Task const&) const {
  auto const refuse = [&](std::string_view why) {
    throw InputError(fmt::format("{} on {}", name, ranks.machine().spec()), std::string(why),
                     "use bruck, ring or packed_trees");
  };
  auto const clex = ranks.machine().as<topology::Clex>();
  if (clex == nullptr) refuse("its trees are those of clex");
  if (clex->landing() == topology::Landing::high && clex->levels() > 2)
    refuse("with landing = high edges shift the digits, and the levels are not trees");
  if (ranks.size() != ranks.network().num_vertices()) refuse("every node must be a rank");
  if (ranks.network().has_failures()) refuse("channels have failed");
}

Plan ClexFlooding::plan(Ranks const& ranks, Task const& task) const {
  return {std::make_unique<FloodSchedule>(ranks, task), task.packets};
}

}  // namespace weft::collective
