#include "weft/engine/rounds/delay_statistics.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "weft/core/ranks.hpp"

namespace weft::rounds {

namespace {

double share_above(Histogram const& histogram, double limit) {
  std::uint64_t above = 0;
  for (auto const [value, times] : histogram.bins())
    if (static_cast<double>(value) > limit) above += times;
  return histogram.count() == 0 ? 0.0 : static_cast<double>(above) / static_cast<double>(histogram.count());
}

void merge_histogram_over_ranks(Histogram& histogram) {
  std::vector<std::uint64_t> numbers;
  for (auto const [value, times] : histogram.bins()) numbers.insert(numbers.end(), {value, times});
  histogram = {};
  for (auto const& of_rank : numbers_of_ranks(numbers))
    for (std::size_t i = 0; i < of_rank.size(); i += 2) histogram.add(of_rank[i], of_rank[i + 1]);
}

}  // namespace

void DelayStatistics::add(std::uint64_t rounds, std::uint64_t hops, std::uint64_t millimeters) {
  double const delay = model_.alpha_ns * static_cast<double>(hops) +
                       model_.beta_ns_per_meter * (static_cast<double>(millimeters) / 1000);
  rounds_.add(rounds);
  hops_.add(hops);
  meters_.add((millimeters + 500) / 1000);
  delay_ns_.add(static_cast<std::uint64_t>(std::llround(delay)));
  sum_millimeters_ += millimeters;
  max_delay_ns_ = std::max(max_delay_ns_, delay);
}

void DelayStatistics::merge(DelayStatistics const& other) {
  rounds_.merge(other.rounds_);
  hops_.merge(other.hops_);
  meters_.merge(other.meters_);
  delay_ns_.merge(other.delay_ns_);
  sum_millimeters_ += other.sum_millimeters_;
  max_delay_ns_ = std::max(max_delay_ns_, other.max_delay_ns_);
}

void DelayStatistics::merge_over_ranks() {
  for (auto* histogram : {&rounds_, &hops_, &meters_, &delay_ns_}) merge_histogram_over_ranks(*histogram);
  sum_millimeters_ = sum_over_ranks(sum_millimeters_);
  // The bits of numbers that are not negative have the order of the numbers.
  max_delay_ns_ = std::bit_cast<double>(max_over_ranks(std::bit_cast<std::uint64_t>(max_delay_ns_)));
}

double DelayStatistics::mean_meters() const {
  return meters_.count() == 0
             ? 0.0
             : static_cast<double>(sum_millimeters_) / 1000 / static_cast<double>(meters_.count());
}

double DelayStatistics::mean_delay_ns() const {
  return model_.alpha_ns * hops_.mean() + model_.beta_ns_per_meter * mean_meters();
}

Table DelayStatistics::table(std::string name) const {
  Table table{std::move(name),
              "Per-message delay",
              {{"quantity", "", "what of a message"},
               {"unit"},
               {"mean", "", "", 3},
               {"median"},
               {"p90", "", "90 % of the messages have at most this"},
               {"p99"},
               {"max"},
               {"above 2 means", "%", "messages beyond twice the mean", 3},
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
  row("delay", "ns", delay_ns_, mean_delay_ns(), max_delay_ns_);
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
  return table;
}

}  // namespace weft::rounds
