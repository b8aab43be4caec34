// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/load.hpp"

#include <cmath>
#include <limits>

namespace weft::load {
namespace {

/// Returns whether a needs more time than b: a.max / a.bandwidth > b.max / b.bandwidth, computed in integers
/// if the bandwidths are multiples of 2^-20 below 2^40.
bool slower(ClassLoad const& a, ClassLoad const& b) {
  auto const whole = [](double bandwidth) { return std::ldexp(bandwidth, 20); };
  auto const is_whole = [&](double bandwidth) {
    return whole(bandwidth) == std::floor(whole(bandwidth)) && whole(bandwidth) < 0x1p60;
  };
  if (is_whole(a.bandwidth) && is_whole(b.bandwidth))
    return static_cast<unsigned __int128>(a.max) * static_cast<std::uint64_t>(whole(b.bandwidth)) >
           static_cast<unsigned __int128>(b.max) * static_cast<std::uint64_t>(whole(a.bandwidth));
  return static_cast<long double>(a.max) * static_cast<long double>(b.bandwidth) >
         static_cast<long double>(b.max) * static_cast<long double>(a.bandwidth);
}

}  // namespace

void ClassLoad::add(std::uint64_t load, std::uint64_t count) {
  channels += count;
  total += static_cast<unsigned __int128>(load) * count;
  at_max = load > max ? count : at_max + (load == max ? count : 0);
  max = load > max ? load : max;
}

double Loads::throughput(ClassLoad const& one) const {
  if (one.max == 0) return std::numeric_limits<double>::infinity();
  return one.bandwidth * tasks_per_node * task_load / static_cast<double>(one.max);
}

ClassLoad const* Loads::bottleneck() const {
  ClassLoad const* worst = nullptr;
  for (auto const& one : classes)
    if (one.max > 0 && (worst == nullptr || slower(one, *worst))) worst = &one;
  return worst;
}

double Loads::throughput() const {
  auto const* worst = bottleneck();
  return worst == nullptr ? std::numeric_limits<double>::infinity() : throughput(*worst);
}

double Loads::terminal_throughput() const {
  if (terminal_load == 0) return std::numeric_limits<double>::infinity();
  return tasks_per_node * task_load / terminal_load;
}

}  // namespace weft::load
