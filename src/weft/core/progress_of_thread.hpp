#pragma once

#include "weft/core/progress.hpp"

namespace weft {

/// While it exists, `progress_of_thread()` of this thread is the given listener. For work that begins while a
/// request is read, before an engine gets a listener: making a program, or binding a routing that searches.
class ProgressOfThread {
 public:
  explicit ProgressOfThread(Progress& listener);
  ~ProgressOfThread();
  ProgressOfThread(ProgressOfThread const&) = delete;
  ProgressOfThread& operator=(ProgressOfThread const&) = delete;

 private:
  Progress* previous_;
};

/// The listener of this thread; `no_progress()` where there is none, as in the workers of parallel loops.
Progress& progress_of_thread();

}  // namespace weft
