// SPDX-License-Identifier: Apache-2.0
#include "weft/core/time_limit.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

/// Times within a stage, in seconds: the recent rate is measured from `halfway` on, work is rejected from
/// `settled` on, and never after `too_late`.
constexpr double halfway = 5, settled = 10, too_late = 60;

}  // namespace

TimeLimit::TimeLimit(Progress& listener, double seconds, Clock::time_point (*now)())
    : ForwardingProgress(listener), limit_(seconds), now_(now), start_(now()) {}

void TimeLimit::start(std::string_view label, std::uint64_t total, std::string_view unit) {
  label_ = label;
  total_ = total;
  done_ = 0;
  done_halfway_ = not_yet;
  begin_ = now_();
  listener_.start(label, total, unit);
}

void TimeLimit::finish() {
  total_ = 0;
  listener_.finish();
}

void TimeLimit::count(std::uint64_t steps) {
  listener_.advance(steps);
  auto const done = done_.fetch_add(steps, std::memory_order_relaxed) + steps;
  if (done == 0 || done >= total_) return;
  double const elapsed = since(begin_);
  if (elapsed < halfway || elapsed > too_late) return;
  auto before = not_yet;
  if (done_halfway_.compare_exchange_strong(before, done, std::memory_order_relaxed) || elapsed < settled)
    return;
  auto const pace = std::max(static_cast<double>(done) / elapsed,
                             static_cast<double>(done - std::min(before, done)) / (elapsed - halfway));
  check(static_cast<double>(total_ - done) / pace, "'" + label_ + "'",
        fmt::format(" more at the rate of its first {:.0f} s", elapsed), limit_);
}

double TimeLimit::since(Clock::time_point before) const {
  return std::chrono::duration<double>(now_() - before).count();
}

void TimeLimit::check(double seconds, std::string_view what, std::string const& how, double limit) const {
  if (since(start_) + seconds > limit_ || seconds > limit)
    throw InputError(fmt::format("{} takes about {}{}", what, format_duration(seconds), how),
                     fmt::format("the limit without --long is {}", format_duration(limit)),
                     "choose a smaller case, or add --long");
}

std::string format_duration(double seconds) {
  struct Unit {
    char const* name;
    double seconds, maximum;
  };
  constexpr std::array units{Unit{"s", 1, 120}, Unit{"minutes", 60, 120}, Unit{"hours", 3600, 48},
                             Unit{"days", 86400, 730}};
  for (auto const& unit : units)
    if (seconds < unit.maximum * unit.seconds)
      return fmt::format("{:.0f} {}", std::max(seconds / unit.seconds, 1.0), unit.name);
  return fmt::format("{:.3g} years", seconds / (86400 * 365.25));
}

}  // namespace weft
