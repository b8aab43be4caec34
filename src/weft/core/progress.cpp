// SPDX-License-Identifier: Apache-2.0
#include "weft/core/progress.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

thread_local Progress* listener_of_this_thread = nullptr;

}  // namespace

ProgressOfThread::ProgressOfThread(Progress& listener)
    : previous_(std::exchange(listener_of_this_thread, &listener)) {}

ProgressOfThread::~ProgressOfThread() { listener_of_this_thread = previous_; }

Progress& progress_of_thread() {
  return listener_of_this_thread == nullptr ? no_progress() : *listener_of_this_thread;
}

namespace {

using namespace std::chrono_literals;
constexpr auto show_interval = 100ms;
constexpr std::string_view clear_line = "\r\033[K";

class NoProgress final : public Progress {
 public:
  void start(std::string_view, std::uint64_t, std::string_view) override {}
  void finish() override {}

 private:
  void count(std::uint64_t) override {}
};

/// Writes the text as far as possible; text that cannot be written is dropped.
void write_out(int descriptor, std::string_view text) {
  while (!text.empty()) {
    auto const written = ::write(descriptor, text.data(), text.size());
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::string format_rate(double rate) {
  constexpr std::string_view prefixes = " kMGT";
  std::size_t prefix = 0;
  for (; rate >= 999.5 && prefix + 1 < prefixes.size(); ++prefix) rate /= 1000;
  return prefix == 0 ? fmt::format("{:.3g} ", rate) : fmt::format("{:.3g} {} ", rate, prefixes[prefix]);
}

std::string format_time(double seconds) {
  auto const whole = static_cast<std::uint64_t>(std::min(std::ceil(seconds), 1e9));
  std::uint64_t const hours = whole / 3600, minutes = whole / 60 % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, whole % 60)
                   : fmt::format("{}:{:02}", minutes, whole % 60);
}

}  // namespace

void Progress::advance(std::uint64_t steps) {
  throw_if_interrupted();
  count(steps);
}

Progress& no_progress() {
  static NoProgress nobody;
  return nobody;
}

std::string progress_line(std::string_view label, std::uint64_t done, std::uint64_t total,
                          std::string_view unit, double seconds, std::size_t width) {
  std::string line(label);
  double const rate = seconds > 0 ? static_cast<double>(done) / seconds : 0;
  if (total > 0) {
    double const part = static_cast<double>(std::min(done, total)) / static_cast<double>(total);
    line += fmt::format("  {:.0f} %", std::floor(100 * part));
  }
  if (rate > 0) line += fmt::format("  {}{}/s", format_rate(rate), unit);
  if (rate > 0 && total > done)
    line += fmt::format("  {} left", format_time(static_cast<double>(total - done) / rate));
  return line.substr(0, width);
}

void PrintedProgress::start(std::string_view label, std::uint64_t total, std::string_view unit) {
  label_ = label;
  status_.clear();
  unit_ = unit;
  total_ = total;
  done_ = 0;
  begin_ = now_();
  next_ = (begin_ + show_interval).time_since_epoch().count();
}

void PrintedProgress::set_status(std::string_view status) {
  std::lock_guard const lock(showing_);
  status_ = "  " + std::string(status);
}

void PrintedProgress::count(std::uint64_t steps) {
  done_.fetch_add(steps, std::memory_order_relaxed);
  auto const now = now_();
  if (now.time_since_epoch().count() < next_.load(std::memory_order_relaxed)) return;
  std::unique_lock const lock(showing_, std::try_to_lock);
  if (!lock || now.time_since_epoch().count() < next_.load(std::memory_order_relaxed)) return;
  next_.store((now + show_interval).time_since_epoch().count(), std::memory_order_relaxed);
  shown_ = now;
  show();
}

std::string PrintedProgress::line(std::size_t width) const {
  double const seconds = std::chrono::duration<double>(shown_ - begin_).count();
  return progress_line(label_ + status_, done_, total_, unit_, seconds, width);
}

std::optional<double> PrintedProgress::share() const {
  std::uint64_t const total = total_, done = done_;
  if (total == 0) return {};
  return static_cast<double>(std::min(done, total)) / static_cast<double>(total);
}

TerminalProgress::TerminalProgress(int descriptor, Clock::time_point (*now)())
    : PrintedProgress(now), descriptor_(descriptor), is_terminal_(isatty(descriptor) == 1) {}

TerminalProgress::~TerminalProgress() { finish(); }

void TerminalProgress::start(std::string_view label, std::uint64_t total, std::string_view unit) {
  finish();
  PrintedProgress::start(label, total, unit);
}

void TerminalProgress::finish() {
  if (drawn_) write_out(descriptor_, clear_line);
  drawn_ = false;
}

void TerminalProgress::count(std::uint64_t steps) {
  if (is_terminal_) PrintedProgress::count(steps);
}

void TerminalProgress::show() {
  std::size_t const width = terminal_size(descriptor_).value_or(TerminalSize{80, 24}).columns - 1;
  write_out(descriptor_, std::string(clear_line) + line(width));
  drawn_ = true;
}

}  // namespace weft
