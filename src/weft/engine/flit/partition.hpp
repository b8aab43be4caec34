// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "weft/engine/flit/core.hpp"
#include "weft/engine/flit/recorder.hpp"
#include "weft/engine/flit/route_stage.hpp"
#include "weft/engine/flit/routers.hpp"
#include "weft/engine/flit/switch_stage.hpp"
#include "weft/engine/flit/trees/tree_stage.hpp"
#include "weft/engine/flit/vc_stage.hpp"

namespace weft::flit {

/// The generic core, for any router, routing and options. Its stages share one set of arrays.
class Partition final : public Core {
 public:
  /// Creates a core with the arguments of `Core`. Requires state.make_ports(). `trees`: trees along which
  /// packets may travel; may be null.
  Partition(FlitNetwork const& network, routing::ChannelRouting const& routing, RouterOptions const& options,
            State& state, Exchange& exchange, std::size_t self, GroupTrees const* trees = nullptr);

  void consume(std::uint64_t now) override;
  void step(std::uint64_t now) override;
  void add_sent(std::span<std::uint64_t> flits) const override;
  void reset_sent() override;
  void add_buffered(std::span<std::uint64_t> flits) const override;
  void show(State&) const override {}
  std::uint64_t copies() const override { return trees_ ? trees_->copies() : 0; }

  /// Also records why flits wait. `recorder` must outlive this.
  void record(Recorder* recorder) { recorder_ = recorder; }

 private:
  void receive();
  void publish_queues();
  void prefetch_router(std::uint32_t r) const;

  Routers routers_;
  std::vector<Wheel<FlitEvent>>& flits_;      // to this partition, from all partitions
  std::vector<Wheel<CreditEvent>>& credits_;  // to this partition, from all partitions
  std::size_t const self_;
  RouteStage route_stage_;
  VcStage vc_stage_;
  SwitchStage switch_stage_;
  std::optional<TreeStage> trees_;
  Recorder* recorder_ = nullptr;
  bool const fetches_ahead_;  // prefetches, because the state is larger than the caches
};

}  // namespace weft::flit
