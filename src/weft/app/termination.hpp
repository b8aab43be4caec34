// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <thread>

namespace weft::app {

/// An object of this class takes SIGTERM for the whole process and passes the signal on as
/// forwarded_sigterm(). During a call, METIS sets a handler of SIGTERM that may only run in the thread of the
/// call: every thread must block the signal. Made before the first other thread; threads inherit the mask.
class TakeSigterm {
 public:
  TakeSigterm();
  ~TakeSigterm();
  TakeSigterm(TakeSigterm const&) = delete;
  TakeSigterm& operator=(TakeSigterm const&) = delete;

 private:
  std::optional<std::thread> thread_;  ///< none where the machine has no room for it: SIGTERM is as ever
};

}  // namespace weft::app
