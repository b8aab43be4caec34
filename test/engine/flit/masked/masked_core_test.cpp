// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/masked/masked_core.hpp"

#include <gtest/gtest.h>

#include "support/flit_setup.hpp"
#include "weft/topology/family/complete.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/torus.hpp"

namespace weft::flit {
namespace {

template <class T>
bool serves(T const& topology, std::string const& routing, FlitParams const& params = {},
            std::uint32_t latency = 1) {
  auto setup = flit_setup(topology, routing, params);
  for (auto& it : setup.times.latency) it = latency;
  setup.rebuild();
  return reason_against_masked_core(params, setup.routing->traits(), setup.flit_network.get()).empty();
}

TEST(MaskedCore, SupportsSmallRoutersWithSingleCandidateRoutings) {
  FlitParams six;
  six.vcs = 6;
  EXPECT_TRUE(serves(topology::Torus({.sides = {4, 4, 4}}), "dimension_order"));
  EXPECT_TRUE(serves(topology::KaryNtree({4, 2}), "nearest_common_ancestor"));
  EXPECT_TRUE(serves(topology::Dragonfly({}), "ugal", six));
  EXPECT_FALSE(serves(topology::Mesh({.sides = {4, 4}}), "minimal_adaptive"));
  // 15 channels and a terminal, 4 VCs each; then 16
  EXPECT_TRUE(serves(topology::Complete({.routers = 16}), "minimal"));
  EXPECT_FALSE(serves(topology::Complete({.routers = 17}), "minimal"));
}

TEST(MaskedCore, SupportsOnlyBasicOptions) {
  topology::Mesh const mesh({.sides = {3, 3}});
  auto const with = [&](auto change) {
    FlitParams params;
    change(params);
    return serves(mesh, "dimension_order", params);
  };
  EXPECT_TRUE(with([](FlitParams& it) { it.allocator = AllocatorKind::input_first; }));
  EXPECT_TRUE(with([](FlitParams& it) { it.flow = FlowControl::cut_through; }));
  EXPECT_TRUE(with([](FlitParams& it) { it.speedup = 3; }));
  EXPECT_TRUE(with([](FlitParams& it) { it.routing_delay = 2; }));
  EXPECT_FALSE(with([](FlitParams& it) { it.arbitration = Arbitration::age; }));
  EXPECT_FALSE(with([](FlitParams& it) { it.hold_switch_for_packet = true; }));
  EXPECT_FALSE(with([](FlitParams& it) { it.atomic_vcs = true; }));
  EXPECT_FALSE(with([](FlitParams& it) { it.output_buffer = 4; }));
  EXPECT_FALSE(with([](FlitParams& it) { it.shared_buffer = 4; }));
  EXPECT_FALSE(with([](FlitParams& it) { it.allocator = AllocatorKind::pim; }));
}

TEST(MaskedCore, SupportsVeryLongChannelsOnlyWithDeepBuffers) {
  topology::Mesh const mesh({.sides = {3, 3}});
  EXPECT_TRUE(serves(mesh, "dimension_order", {}, 20));
  EXPECT_FALSE(serves(mesh, "dimension_order", {}, 2000));
  FlitParams deep;
  deep.vc_buffer = 2000;
  EXPECT_TRUE(serves(mesh, "dimension_order", deep, 2000));
}

}  // namespace
}  // namespace weft::flit
