// SPDX-License-Identifier: Apache-2.0
// Studies that compare with the literature, and fast studies, satisfy their study.toml: published values
// within tolerances, and claims.

#include <gtest/gtest.h>

#include "weft/study/presentation.hpp"
#include "weft/study/study.hpp"

namespace weft::study {
namespace {

struct Published {
  char const* study;
  char const* label;        ///< the part that is run; "": all
  std::size_t comparisons;  ///< number of compared values and claims, so that none disappears unnoticed
};

void PrintTo(Published const& it, std::ostream* out) { *out << it.study << " " << it.label; }

std::string name_of(testing::TestParamInfo<Published> const& it) {
  std::string name = it.param.study;
  for (auto& c : name)
    if (c == '-') c = '_';
  return name;
}

class PublishedStudy : public ::testing::TestWithParam<Published> {};

TEST_P(PublishedStudy, StaysWithinItsTolerances) {
  auto study = read_study(std::string(WEFT_SOURCE_DIR "/studies/") + GetParam().study);
  bool const whole = GetParam().label[0] == '\0';
  if (!whole) study.select_labels({GetParam().label});
  auto const shown = present(study, run_study(study).runs);
  EXPECT_EQ(shown.missed, std::vector<std::string>{});
  EXPECT_EQ(shown.compared, GetParam().comparisons);
}

INSTANTIATE_TEST_SUITE_P(
    Studies, PublishedStudy,
    ::testing::Values(
        // Lenzen and Wattenhofer, CLEX: Tables I-IV and Figure 3, five seeds.
        Published{"clex-tables", "", 222},
        // Chakaravarthy et al., Mapping strategies for the PERCS architecture (HiPC 2012).
        Published{"percs-tables", "", 393},
        // Leppanen and Penttonen, Sparse networks (slides, 2007).
        Published{"sparse-torus", "", 124},
        // Karol, Hluchyj and Morgan, Input versus output queueing on a space-division packet switch (1987).
        Published{"head-of-line", "part=ports", 11},
        // Statements of their READMEs.
        Published{"adversarial-traffic", "", 56}, Published{"message-delays", "", 52},
        Published{"deadlock-proofs", "", 92}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    StudiesSlow, PublishedStudy,
    ::testing::Values(
        // Kim, Dally, Scott and Abts, Technology-driven, highly-scalable dragonfly topology (ISCA 2008).
        Published{"dragonfly-ugal", "part=72", 34},
        // Forwarding tables of OpenSM 3.3.23, judged by an independent program (test/data/fabrics).
        Published{"opensm-engines", "", 470},
        // Jiang et al., BookSim 2 (ISPASS 2013).
        Published{"booksim-validation", "", 519}),
    name_of);

}  // namespace
}  // namespace weft::study
