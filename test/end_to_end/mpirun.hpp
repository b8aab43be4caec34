// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "end_to_end/command.hpp"
#include "support/sanitized.hpp"

namespace weft {

/// Returns whether ranks can be started: not if mpirun is missing, if the command is built without MPI, or
/// under sanitizers, which report errors in Open MPI.
inline bool can_start_ranks() {
  return !sanitized && WEFT_HAS_MPI && std::system("command -v mpirun >/dev/null") == 0;
}

/// Skips tests of ranks if they cannot be started.
class NeedsMpi : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_start_ranks()) GTEST_SKIP() << "needs a build with MPI and without sanitizers, and mpirun";
  }
};

/// Returns the command that starts `ranks` processes, even if there are fewer cores.
inline std::string mpirun(unsigned ranks) {
  return "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --quiet --oversubscribe --bind-to none -n " +
         std::to_string(ranks);
}

/// Runs `weft ARGS` on `ranks` ranks.
inline CommandResult weft_on_ranks(unsigned ranks, std::string const& args) {
  return weft_command(args, mpirun(ranks));
}

}  // namespace weft
