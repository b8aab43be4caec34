#include "weft/verb/map/map.hpp"

#include <gtest/gtest.h>

#include "weft/core/error.hpp"
#include "weft/verb/verb.hpp"

namespace weft::verb {
namespace {

Spec request(std::string const& further) {
  return Spec::parse("map:topology=\"torus:sides=2x3\",mapping=random" + further);
}

TEST(LaunchFileOf, IsTheDocumentOfTheSameRequest) {
  auto const result = run_verb(request(""));
  for (auto const* format : {"rankfile", "hostfile"}) {
    auto const experiment = assemble(request(std::string(",host=\"n**\",format=") + format));
    experiment->run(no_progress());
    EXPECT_EQ(launch_file_of(result, detail::read_enum<LaunchFormat>("format", format), "n**"),
              experiment->document().content);
  }
}

TEST(LaunchFileOf, RefusesWhatIsNoFileForALauncher) {
  auto const result = run_verb(request(""));
  EXPECT_THROW(launch_file_of(result, LaunchFormat::table), InputError);
  EXPECT_THROW(launch_file_of(result, LaunchFormat::coordinates, "n**"), InputError);
}

}  // namespace
}  // namespace weft::verb
