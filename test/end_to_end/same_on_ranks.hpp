// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

#include "end_to_end/mpirun.hpp"
#include "weft/core/result.hpp"
#include "weft/io/json.hpp"

namespace weft {

/// Tests that a command has equal results on several ranks and in one process.
class SameOnRanks : public NeedsMpi {
 protected:
  static void expect_same(std::string const& args, std::initializer_list<unsigned> numbers_of_ranks) {
    auto const one = result("", args);
    for (auto const ranks : numbers_of_ranks)
      EXPECT_EQ(result(mpirun(ranks) + " --mca mpi_yield_when_idle 1", args), one)
          << args << " on " << ranks << " ranks";
  }

 private:
  static Result result(std::string const& prefix, std::string const& args) {
    auto const run = weft_command(args + " --json", prefix);
    EXPECT_EQ(run.status, 0) << prefix << args << run.err;
    return run.status == 0 ? without_speed(parse_result(run.out, args)) : Result{};
  }
  /// Removes the parts of a result that differ between runs.
  static Result without_speed(Result result) {
    result.host.clear();
    result.threads = 0;
    result.timings.clear();
    std::erase_if(result.tables, [](Table const& table) { return table.name == "work"; });  // memory
    return result;
  }
};

}  // namespace weft
