#pragma once

#include <optional>
#include <thread>

namespace weft::app {

/// Takes SIGTERM for the whole process while it lives, and passes it on as passed_on_sigterm(). METIS sets a
/// handler of SIGTERM of its own while it works, which may only run in the thread that METIS works in: every
/// other thread must have the signal blocked. Made before the first other thread; threads inherit the mask.
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
