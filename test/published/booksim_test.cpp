// SPDX-License-Identifier: Apache-2.0
// Latency over load, compared with BookSim 2 (Jiang, Becker, Michelogiannakis et al., ISPASS 2013): the
// experiments of studies/booksim-validation.

#include <gtest/gtest.h>

#include "support/reference.hpp"
#include "weft/engine/flit/flit_params.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/study/study.hpp"
#include "weft/verb/sweep/sweep.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

constexpr auto study_directory = WEFT_SOURCE_DIR "/studies/booksim-validation";

study::Run run_of(std::string const& experiment) {
  for (auto& run : study::read_study(study_directory).runs)
    if (run.label("experiment") == experiment) return run;
  throw std::runtime_error("the study has no run of " + experiment);
}

std::vector<std::string> experiments() {
  std::vector<std::string> names;
  for (auto const& row : csv_rows(study_directory + std::string("/curves.csv")))
    if (names.empty() || names.back() != row.at("experiment")) names.push_back(row.at("experiment"));
  return names;
}

class BookSim : public ::testing::TestWithParam<std::string> {
 protected:
  BookSim() : sweep_(read_params<verb::Sweep::Params>(verb::Sweep::schema, run_of(GetParam()).request)) {
    for (auto& row : csv_rows(study_directory + std::string("/curves.csv")))
      if (row.at("experiment") == GetParam() && row.at("mode") == "latency" && first_.empty())
        first_ = std::move(row);
  }

  ReferenceRow first_;
  verb::Sweep::Params sweep_;
};

// The study sets the router parameters of the BookSim 2 runs.
TEST_P(BookSim, RouterParametersMatchTheStudy) {
  auto const& row = first_;
  auto const ours = flit::read_flit_params(parse_spec(sweep_.engine, "engine"));
  EXPECT_EQ(ours.vcs, std::stoi(row.at("num_vcs")));
  EXPECT_EQ(ours.vc_buffer, std::stoi(row.at("vc_buf_size")));
  EXPECT_EQ(ours.routing_delay, std::stoi(row.at("routing_delay")));
  EXPECT_EQ(ours.credit_delay, std::stoi(row.at("credit_delay")));
  EXPECT_EQ(static_cast<double>(ours.speedup), std::stod(row.at("internal_speedup")));
  EXPECT_EQ(ours.allocator == flit::AllocatorKind::islip, row.at("sw_allocator") == "islip");
  EXPECT_EQ(ours.atomic_vcs, row.at("wait_for_tail_credit") == "1");
  EXPECT_EQ(ours.packet_size, Sides{std::stoi(row.at("packet_size"))});
}

INSTANTIATE_TEST_SUITE_P(Experiments, BookSim, ::testing::ValuesIn(experiments()),
                         [](auto const& it) { return it.param; });

}  // namespace
}  // namespace weft
