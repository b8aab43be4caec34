#pragma once

#include <chrono>
#include <functional>

namespace weft {

/// A computation for a host that has its own signal handlers, such as an interpreter. While the object lives,
/// the host keeps its handlers and can stop the computation of this thread. Such objects nest.
class HostInterrupts {
 public:
  /// Returns whether the computation should stop. Called on this thread, about every 20 ms. Must not throw.
  using Ask = std::function<bool()>;

  /// `ask`: may be empty. `stops_at_sigint`: Ctrl-C stops the computations of all threads, and then calls the
  /// handler of the host.
  HostInterrupts(Ask ask, bool stops_at_sigint);
  ~HostInterrupts();
  HostInterrupts(HostInterrupts const&) = delete;
  HostInterrupts& operator=(HostInterrupts const&) = delete;

  /// Returns whether this computation should stop. Cheap.
  bool asked_to_stop() noexcept;

 private:
  Ask ask_;
  HostInterrupts* outer_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace weft
