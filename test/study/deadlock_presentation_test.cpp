#include "weft/study/deadlock_presentation.hpp"

#include <gtest/gtest.h>

#include "weft/verb/verb.hpp"

namespace weft {
namespace {

StudyOutcome outcome(std::string const& name, Spec const& request) {
  return {{{{"case", name}}, request, {}}, verb::run_verb(request)};
}

TEST(DeadlockPresentation, SetsTheProofBesideTheRun) {
  std::string const engine =
      "flit:vcs=1,injection=batch,may_deadlock=true,packet_size=4,vc_buffer=4,watchdog=500";
  std::vector<StudyOutcome> const outcomes{
      outcome("a ring!", {"deadlock", {{"topology", "ring"}, {"vcs", "1"}}}),
      outcome("a mesh", {"deadlock", {{"topology", "mesh"}}}),
      outcome("a ring!",
              {"simulate",
               {{"topology", "ring"}, {"traffic", "uniform"}, {"messages", "500"}, {"engine", engine}}})};
  auto const shown =
      present_deadlock_proofs({}, Toml::parse("kind = \"deadlock_proofs\"", "study"), outcomes);
  ASSERT_EQ(shown.tables.size(), 2);
  auto const& proofs = shown.tables[0];
  ASSERT_EQ(proofs.rows.size(), 2);
  EXPECT_EQ(proofs.at(0, "deadlock"), Value{"possible"});
  EXPECT_TRUE(proofs.at(0, "simulated").exact_text().starts_with("deadlock at cycle"));
  EXPECT_EQ(proofs.at(1, "deadlock"), Value{"none"});
  EXPECT_TRUE(proofs.at(1, "simulated").is_empty());
  EXPECT_EQ(shown.tables[1].rows.size(), 8);
  EXPECT_EQ(shown.tables[1].at(0, "case"), Value{"a ring!"});
  ASSERT_EQ(shown.pictures.size(), 1);
  EXPECT_EQ(shown.pictures[0].name, "cycle_a_ring_");
}

}  // namespace
}  // namespace weft
