// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/flit_params.hpp"

#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/routing/catalog.hpp"

namespace weft::flit {
namespace {

std::string text(FlitParams const& params) { return Spec{"flit", write_flit_params(params)}.to_string(); }

/// Every option is also read under its names in BookSim, in the literature and in earlier versions, with the
/// same result.
TEST(FlitParams, AcceptsOptionAliases) {
  std::vector<std::tuple<std::string, std::string, std::string>> const options{
      {"vcs", "2", "num_vcs"},
      {"vc_buffer", "5", "vc_buf_size"},
      {"flow", "wormhole", "flow_control"},
      {"atomic_vcs", "true", "wait_for_tail_credit"},
      {"speedup", "2", "internal_speedup"},
      {"output_buffer", "9", "output_buffer_size"},
      {"vc_allocation_delay", "3", "vc_alloc_delay"},
      {"switch_allocation_delay", "3", "sw_alloc_delay"},
      {"switch_delay", "3", "st_final_delay"},
      {"rate", "0.25", "injection_rate"},
      {"injection", "on_off", "injection_process"},
      {"size_weights", "3", "packet_size_rate"},
      {"burst_rate", "0.5", "burst_r1"},
      {"max_outstanding", "7", "max_outstanding_requests"},
      {"max_cycles", "5000", "most_cycles"},
      {"allow_deadlock", "true", "may_deadlock"},
      {"hold_switch_for_packet", "true", "hold_switch"},
      {"route_decision", "at_injection", "decision"},
      {"congestion_metric", "committed", "queues"},
      {"congestion_update_period", "9", "queue_update"},
      {"reference_bandwidth", "4", "full_bandwidth"}};
  auto const defaults = text(FlitParams{});
  for (auto const& [name, value, alias] : options) {
    auto const expected = text(read_flit_params({"flit", {{name, value}}}));
    EXPECT_NE(expected, defaults) << name;
    EXPECT_EQ(text(read_flit_params({"flit", {{alias, value}}})), expected) << alias;
    EXPECT_TRUE(read_flit_params({"flit", {{alias, value}}}).states(name)) << alias;
    EXPECT_EQ(without_aliases({"flit", {{alias, value}}}).to_string(),
              (Spec{"flit", {{name, value}}}.to_string()));
    EXPECT_THROW(read_flit_params({"flit", {{name, value}, {alias, value}}}), InputError) << alias;
  }
  EXPECT_EQ(read_flit_params(Spec::parse("flit:decision=injection")).route_decision,
            RouteDecision::at_injection);
  EXPECT_EQ(read_flit_params(Spec::parse("flit:decision=front")).route_decision, RouteDecision::at_head);
}

std::string resolved(std::string const& spec) {
  return Routings::pick_params(Spec::parse(spec), []<class R>(std::type_identity<R>, auto const& params) {
    return to_spec<R>(params, true).to_string();
  });
}

TEST(Routings, AcceptAliases) {
  std::vector<std::pair<std::string, std::string>> const aliases{
      {"dimension_order", "dor"},
      {"dimension_order", "dim_order"},
      {"dimension_order", "xy"},
      {"dimension_order:direction=plus", "xy:way=plus"},
      {"valiant", "val"},
      {"valiant", "vlb"},
      {"valiant:structure=graph", "valiant:over=graph"},
      {"minimal", "min"},
      {"minimal:structure=graph", "min:over=graph"},
      {"ugal", "ugal_l"},
      {"o1turn", "xy_yx"},
      {"nearest_common_ancestor", "nca"},
      {"destination_tag", "dest_tag"}};
  for (auto const& [name, alias] : aliases) EXPECT_EQ(resolved(alias), resolved(name)) << alias;
}

}  // namespace
}  // namespace weft::flit
