// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <thread>

namespace weft::app {

/// Guard that receives SIGTERM for the whole process during its lifetime, and forwards it as
/// forwarded_sigterm(). During a call, METIS sets a SIGTERM handler that may run only in the calling thread;
/// every thread must therefore block the signal. Must be created before the first other thread; threads
/// inherit the mask.
class SigtermGuard {
 public:
  SigtermGuard();
  ~SigtermGuard();
  SigtermGuard(SigtermGuard const&) = delete;
  SigtermGuard& operator=(SigtermGuard const&) = delete;

 private:
  std::optional<std::thread> thread_;  ///< nullopt if it could not be started: SIGTERM is not blocked
};

}  // namespace weft::app
