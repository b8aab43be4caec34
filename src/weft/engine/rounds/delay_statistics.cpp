// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/delay_statistics.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"

namespace weft::rounds {

namespace {

double share_above(Histogram const& histogram, double limit) {
  std::uint64_t above = 0;
  for (auto const [value, times] : histogram.bins())
    if (static_cast<double>(value) > limit) above += times;
  return histogram.count() == 0 ? 0.0 : static_cast<double>(above) / static_cast<double>(histogram.count());
}

}  // namespace

std::vector<double> values_of_classes(std::string_view name, Numbers const& list, std::size_t classes) {
  if (list.size() > classes)
    throw InputError{std::string(name) + "=" + format_numbers(list),
                     "must have at most " + std::to_string(classes) + " values, one per channel class"};
  auto values = list;
  if (!values.empty()) values.resize(classes, list.back());
  return values;
}

RoundTimes::RoundTimes(DelayModel const& model, std::span<double const> mean_meters) {
  for (double const alpha : values_of_classes("alpha", model.alpha_ns, mean_meters.size())) {
    auto const propagation = model.beta_ns_per_meter * mean_meters[hop_ps_.size()];
    hop_ps_.push_back(static_cast<std::uint64_t>(std::llround(1000 * alpha)));
    round_ps_.push_back(static_cast<std::uint64_t>(std::llround(1000 * (alpha + propagation))));
  }
}

void DelayStatistics::add(Journey const& journey) {
  auto const [rounds, hops, millimeters, hop_ps, time_ps] = journey;
  // 1 ns per meter = 1 ps per millimeter.
  auto const delay_ps =
      hop_ps + static_cast<std::uint64_t>(std::llround(beta_ * static_cast<double>(millimeters)));
  rounds_.add(rounds);
  hops_.add(hops);
  meters_.add((millimeters + 500) / 1000);
  delay_ns_.add((delay_ps + 500) / 1000);
  time_ns_.add((time_ps + 500) / 1000);
  sum_millimeters_ += millimeters;
  sum_delay_ps_ += delay_ps;
  sum_time_ps_ += time_ps;
  max_delay_ps_ = std::max(max_delay_ps_, delay_ps);
  max_time_ps_ = std::max(max_time_ps_, time_ps);
}

void DelayStatistics::merge(DelayStatistics const& other) {
  rounds_.merge(other.rounds_);
  hops_.merge(other.hops_);
  meters_.merge(other.meters_);
  delay_ns_.merge(other.delay_ns_);
  time_ns_.merge(other.time_ns_);
  sum_millimeters_ += other.sum_millimeters_;
  sum_delay_ps_ += other.sum_delay_ps_;
  sum_time_ps_ += other.sum_time_ps_;
  max_delay_ps_ = std::max(max_delay_ps_, other.max_delay_ps_);
  max_time_ps_ = std::max(max_time_ps_, other.max_time_ps_);
}

void DelayStatistics::write(ByteWriter& out) const {
  out.put(beta_);
  for (auto const* histogram : {&rounds_, &hops_, &meters_, &delay_ns_, &time_ns_}) histogram->write(out);
  for (auto const number : {sum_millimeters_, max_delay_ps_, max_time_ps_}) out.put(number);
  for (auto const sum : {sum_delay_ps_, sum_time_ps_}) out.put(sum);
}

DelayStatistics DelayStatistics::read(ByteReader& in) {
  DelayStatistics read(in.read<double>());
  for (auto* histogram : {&read.rounds_, &read.hops_, &read.meters_, &read.delay_ns_, &read.time_ns_})
    *histogram = Histogram::read(in);
  for (auto* number : {&read.sum_millimeters_, &read.max_delay_ps_, &read.max_time_ps_})
    *number = in.read<std::uint64_t>();
  for (auto* sum : {&read.sum_delay_ps_, &read.sum_time_ps_}) *sum = in.read<Sum>();
  return read;
}

double DelayStatistics::mean_meters() const {
  return meters_.count() == 0
             ? 0.0
             : static_cast<double>(sum_millimeters_) / 1000 / static_cast<double>(meters_.count());
}

double DelayStatistics::mean_ns(Sum picoseconds) const {
  return rounds_.count() == 0
             ? 0.0
             : static_cast<double>(picoseconds) / 1000 / static_cast<double>(rounds_.count());
}

Table DelayStatistics::table(std::string name) const {
  Table table{std::move(name),
              "Per-message delay",
              {{"quantity", "",
                "quantity of a message; delay: total of its hops and cables; time: total of its rounds"},
               {"unit"},
               {"mean", "", "", 3},
               {"median"},
               {"p90", "", "90 % of the messages have at most this value"},
               {"p99"},
               {"max"},
               {"above 2 means", "%", "messages above twice the mean", 3},
               {"above 2.5 means", "%", "", 3}},
              {}};
  auto const row = [&](char const* quantity, char const* unit, Histogram const& counts, double mean,
                       Value max) {
    table.add_row({quantity, unit, mean, counts.percentile(0.5), counts.percentile(0.9),
                   counts.percentile(0.99), max, 100 * share_above(counts, 2 * mean),
                   100 * share_above(counts, 2.5 * mean)});
  };
  row("rounds", "rounds", rounds_, rounds_.mean(), rounds_.max());
  row("hops", "channels", hops_, hops_.mean(), hops_.max());
  row("distance", "m", meters_, mean_meters(), meters_.max());
  row("delay", "ns", delay_ns_, mean_delay_ns(), max_delay_ns());
  row("time", "ns", time_ns_, mean_time_ns(), max_time_ns());
  return table;
}

Table DelayStatistics::distribution(std::string name) const {
  Table table{std::move(name),
              "Distribution of per-message delay",
              {{"quantity"}, {"value"}, {"messages", "", "messages with this value"}},
              {}};
  auto const rows = [&](char const* quantity, Histogram const& counts) {
    for (auto const [value, times] : counts.bins()) table.add_row({quantity, value, times});
  };
  rows("rounds", rounds_);
  rows("hops", hops_);
  rows("meters", meters_);
  rows("delay_ns", delay_ns_);
  rows("time_ns", time_ns_);
  return table;
}

}  // namespace weft::rounds
