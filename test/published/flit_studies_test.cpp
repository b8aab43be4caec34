// What the literature says of the networks of studies/head-of-line and studies/dragonfly-ugal.
#include <map>

#include <gtest/gtest.h>

#include "weft/study/presentation.hpp"

namespace weft {
namespace {

/// Throughput of the runs with these labels in a study, by their label `curve`.
std::map<std::string, double> throughputs(std::string const& name, std::string const& part,
                                          std::string const& panel) {
  auto study = read_study(WEFT_SOURCE_DIR "/studies/" + name);
  std::erase_if(study.runs, [&](StudyRun const& run) {
    return run.label("part") != part || run.label("panel") != panel;
  });
  std::erase_if(study.presentations, [&](PresentationRequest const& request) {
    return request.options.at("part").as_argument() != part;
  });
  auto const table = present(study, run_study(study)).tables.at(0);
  std::map<std::string, double> found;
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    found[table.at(row, "curve").exact_text()] = table.at(row, "overload").number();
  return found;
}

// M. Karol, M. Hluchyj and S. Morgan, Input versus output queueing on a space-division packet switch, IEEE Trans.
// Communications 35(12), 1987, table I; the limit for many ports is 2 - sqrt(2).
TEST(HeadOfLine, ASwitchWithInputQueuesCarriesWhatKarolHluchyjAndMorganComputed) {
  auto const carried = throughputs("head-of-line", "ports", "1 virtual channel");
  EXPECT_NEAR(carried.at("4 ports"), 0.6553, 0.02);
  EXPECT_NEAR(carried.at("8 ports"), 0.6184, 0.01);
  EXPECT_NEAR(carried.at("64 ports"), 0.5858, 0.01);
}

// Kim, Dally, Scott & Abts, Technology-driven, highly-scalable dragonfly topology, ISCA 2008: one global channel carries all that a group
// of a p terminals sends to the next group; by way of a third group each of the other a h - 1 channels carries two shares of it.
TEST(DragonflyUgal, CarriesWhatItsGlobalChannelsCan) {
  auto const adversarial = throughputs("dragonfly-ugal", "72", "adversarial");
  EXPECT_NEAR(adversarial.at("minimal"), 1.0 / 8, 0.001);
  EXPECT_NEAR(adversarial.at("Valiant"), 7.0 / 16, 0.005);
  for (char const* curve : {"UGAL-L", "UGAL-G", "PAR"}) {
    EXPECT_GT(adversarial.at(curve), 0.4) << curve;
    EXPECT_LT(adversarial.at(curve), 9.0 / 16) << curve;  // with the direct channel, too
  }
  EXPECT_NEAR(throughputs("dragonfly-ugal", "72", "uniform").at("Valiant"), 9.0 / 16, 0.005);
}

}  // namespace
}  // namespace weft
