#include <initializer_list>

#include "end_to_end/mpirun.hpp"
#include "weft/core/result.hpp"
#include "weft/io/json.hpp"

namespace weft {
namespace {

/// A result without what differs from run to run.
Result without_timings(Result result) {
  result.host.clear();
  result.threads = 0;
  result.timings.clear();
  for (auto& table : result.tables)
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      if (table.columns[c].name.find("per_second") != std::string::npos)
        for (auto& row : table.rows) row[c] = 0.0;
  return result;
}

class RanksResults : public NeedsMpi {
 protected:
  /// The command gives the same result on so many ranks as on one process.
  static void expect_same(std::string const& args, std::initializer_list<unsigned> numbers_of_ranks) {
    auto const result = [&](std::string const& prefix) {
      auto const run = weft_command(args + " --json", prefix);
      EXPECT_EQ(run.status, 0) << prefix << args << run.err;
      return without_timings(parse_result(run.out, args));
    };
    auto const one = result("");
    for (auto const ranks : numbers_of_ranks)
      EXPECT_EQ(result(mpirun(ranks)), one) << args << " on " << ranks << " ranks";
  }
};

TEST_F(RanksResults, AreThoseOfOneProcess) {
  expect_same("simulate clex:m=3,levels=4 --messages 5 --threads 2", {1, 2, 3, 4, 7});
  expect_same("load mesh:sides=4x5 --routing minimal --pattern all_to_all", {1, 2, 3, 4, 7});
  expect_same("show jellyfish:routers=1500,degree=4 --metrics avg_dist", {1, 2, 3, 4, 7});
}

TEST_F(RanksResults, OfRecursiveRoutingInAllItsForms) {
  expect_same("simulate clex:m=2,levels=6 --messages 3 --engine rounds:delays=true", {7});
  expect_same("simulate clex:m=5,levels=3,landing=high --messages 4", {3});
  expect_same("simulate clex:m=3,levels=5 --routing clex_recursive:redistribute=5 --messages 4", {4});
  expect_same("simulate clex:m=3,levels=5 --routing clex_recursive:redistribute=4 --messages 4", {7});
  expect_same("simulate clex:m=6,levels=1 --messages 4", {2});
}

TEST_F(RanksResults, OfLoadsByAllKindsOfSums) {
  for (auto const* const args :
       {"load torus:sides=4x6 --routing dimension_order", "load dragonfly:p=2,a=4,h=2 --routing valiant"})
    expect_same(args, {3});
}

}  // namespace
}  // namespace weft
