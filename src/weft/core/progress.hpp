// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace weft {

/// The listener to which a long computation reports its progress. Engines receive a listener by reference;
/// `no_progress()` ignores all reports.
class Progress {
 public:
  virtual ~Progress() = default;
  Progress() = default;
  Progress(Progress const&) = delete;
  Progress& operator=(Progress const&) = delete;

  /// Begins a stage of `total` steps (0: unknown) and ends the previous one. Must not be called inside a
  /// parallel loop.
  virtual void start(std::string_view label, std::uint64_t total, std::string_view unit = "steps") = 0;
  /// Reports that `steps` steps of the stage have been completed. Thread-safe; costs about as much as reading
  /// the clock. Throws Interrupted after Ctrl-C.
  void advance(std::uint64_t steps = 1);
  /// Sets the status shown after the label of the stage, such as "latency 31.2". Thread-safe.
  virtual void set_status(std::string_view /*status*/) {}
  /// Updates the total number of steps of the stage. Thread-safe.
  virtual void set_total(std::uint64_t /*total*/) {}
  /// Announces the duration, in seconds, of the following work if it can be predicted. A TimeLimit rejects
  /// work that exceeds `share` of its limit; other listeners ignore the call.
  virtual void expect(double /*seconds*/, std::string_view /*what*/, double /*share*/ = 1) {}
  /// Ends the stage and clears it from the screen.
  virtual void finish() = 0;

 private:
  virtual void count(std::uint64_t steps) = 0;
};

/// Forwards all calls to another listener. Base of listeners that override some of the functions.
class ForwardingProgress : public Progress {
 public:
  explicit ForwardingProgress(Progress& listener) : listener_(listener) {}
  void start(std::string_view label, std::uint64_t total, std::string_view unit) override {
    listener_.start(label, total, unit);
  }
  void set_status(std::string_view status) override { listener_.set_status(status); }
  void set_total(std::uint64_t total) override { listener_.set_total(total); }
  void expect(double seconds, std::string_view what, double share) override {
    listener_.expect(seconds, what, share);
  }
  void finish() override { listener_.finish(); }

 protected:
  void count(std::uint64_t steps) override { listener_.advance(steps); }
  Progress& listener_;
};

/// Returns a listener that ignores all calls.
Progress& no_progress();

/// A listener that displays the state of the work at most 10 times per second.
class PrintedProgress : public Progress {
 public:
  using Clock = std::chrono::steady_clock;

  void start(std::string_view label, std::uint64_t total, std::string_view unit) override;
  void set_status(std::string_view status) override;
  void set_total(std::uint64_t total) override { total_ = total; }
  void finish() override {}

 protected:
  /// Uses the clock `now`; tests supply their own.
  explicit PrintedProgress(Clock::time_point (*now)() = Clock::now) : now_(now) {}

  void count(std::uint64_t steps) override;
  /// Returns the progress_line of the current state, for show().
  std::string line(std::size_t width) const;
  /// Returns the fraction of completed steps, for show(); nullopt if the total is unknown.
  std::optional<double> share() const;
  /// Return the state for show(): the stage, the completed steps, and their total (0: unknown).
  std::string const& label() const { return label_; }
  std::uint64_t done() const { return done_; }
  std::uint64_t total() const { return total_; }

 private:
  virtual void show() = 0;

  Clock::time_point (*const now_)();
  std::mutex showing_;
  std::string label_, status_, unit_;
  Clock::time_point begin_, shown_;
  std::atomic<std::uint64_t> total_{0}, done_{0};
  std::atomic<Clock::rep> next_{0};
};

/// A line on the terminal with percentage, rate and remaining time, redrawn at most 10 times per second and
/// cleared at the end. Writes nothing if `descriptor` (standard error) is not a terminal.
class TerminalProgress final : public PrintedProgress {
 public:
  explicit TerminalProgress(int descriptor = 2, Clock::time_point (*now)() = Clock::now);
  ~TerminalProgress() override;

  void start(std::string_view label, std::uint64_t total, std::string_view unit = "steps") override;
  void finish() override;

 private:
  void count(std::uint64_t steps) override;
  void show() override;

  int const descriptor_;
  bool const is_terminal_;
  bool drawn_ = false;
};

/// The size of a terminal.
struct TerminalSize {
  std::size_t columns, lines;
};
/// Returns the size of the terminal at `descriptor`, or nullopt if it is not a terminal.
std::optional<TerminalSize> terminal_size(int descriptor);

/// Returns the text of a progress line: `label  42 %  1.3 M steps/s  1:05 left`, truncated to `width`
/// columns.
std::string progress_line(std::string_view label, std::uint64_t done, std::uint64_t total,
                          std::string_view unit, double seconds, std::size_t width);

/// Sets `progress_of_thread()` of this thread during its lifetime, for work that begins while a request is
/// read, before an engine receives a listener: generating a program, or binding a routing that searches.
class ProgressOfThread {
 public:
  explicit ProgressOfThread(Progress& listener);
  ~ProgressOfThread();
  ProgressOfThread(ProgressOfThread const&) = delete;
  ProgressOfThread& operator=(ProgressOfThread const&) = delete;

 private:
  Progress* previous_;
};

/// Returns the listener of this thread; `no_progress()` if none is set, as in the workers of parallel loops.
Progress& progress_of_thread();

}  // namespace weft
