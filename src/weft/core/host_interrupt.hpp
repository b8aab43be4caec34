#pragma once

#include <chrono>
#include <functional>

namespace weft {

/// A computation for a host with signal handlers of its own, such as an interpreter. While it lives, the handlers
/// stay those of the host, and the computation of this thread stops when the host asks for it. Such objects nest.
class HostInterrupts {
 public:
  /// Whether the host asks the computation to stop. Called on this thread, about every 20 ms. Throws nothing.
  using Ask = std::function<bool()>;

  /// `ask`: may be empty. `stops_at_sigint`: the host takes Ctrl-C for the end of every computation: those of all
  /// threads stop at once, and the handler of the host hears of it as ever.
  HostInterrupts(Ask ask, bool stops_at_sigint);
  ~HostInterrupts();
  HostInterrupts(HostInterrupts const&) = delete;
  HostInterrupts& operator=(HostInterrupts const&) = delete;

  /// Whether the host asked this computation to stop. Cheap.
  bool asked_to_stop() noexcept;

 private:
  Ask ask_;
  HostInterrupts* outer_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace weft
