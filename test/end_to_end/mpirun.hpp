#pragma once

#include "end_to_end/command.hpp"
#include "support/sanitized.hpp"

namespace weft {

/// Skips tests of ranks where mpirun is missing or the command has no MPI, and under sanitizers, which
/// complain about Open MPI.
class NeedsMpi : public testing::Test {
 protected:
  void SetUp() override {
    if (sanitized || !WEFT_HAS_MPI || std::system("command -v mpirun >/dev/null") != 0)
      GTEST_SKIP() << "needs a build with MPI and without sanitizers, and mpirun";
  }
};

/// The words that start `ranks` processes, more than there are cores if need be.
inline std::string mpirun(unsigned ranks) {
  return "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --quiet --oversubscribe --bind-to none -n " +
         std::to_string(ranks);
}

/// `weft ARGS` on some ranks.
inline CommandResult weft_on_ranks(unsigned ranks, std::string const& args) {
  return weft_command(args, mpirun(ranks));
}

}  // namespace weft
