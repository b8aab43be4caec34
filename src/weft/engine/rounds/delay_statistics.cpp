#include "weft/engine/rounds/delay_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace weft::rounds {

void Counts::add(std::uint64_t value, std::uint64_t times) {
  if (value >= counts_.size()) counts_.resize(value + 1);
  counts_[value] += times;
  total_ += times;
  sum_ += value * times;
}

void Counts::merge(Counts const& other) {
  if (counts_.size() < other.counts_.size()) counts_.resize(other.counts_.size());
  for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
  total_ += other.total_;
  sum_ += other.sum_;
}

double Counts::mean() const {
  return total_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(total_);
}

std::uint64_t Counts::quantile(double share) const {
  auto const wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total_)));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (seen += counts_[i]; seen >= wanted) return i;
  return max();
}

double Counts::share_above(double limit) const {
  std::uint64_t above = 0;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (static_cast<double>(i) > limit) above += counts_[i];
  return total_ == 0 ? 0.0 : static_cast<double>(above) / static_cast<double>(total_);
}

void DelayStatistics::add(std::uint64_t rounds, std::uint64_t hops, std::uint64_t millimetres) {
  double const delay = model_.alpha_ns * static_cast<double>(hops) +
                       model_.beta_ns_per_metre * (static_cast<double>(millimetres) / 1000);
  rounds_.add(rounds);
  hops_.add(hops);
  metres_.add((millimetres + 500) / 1000);
  delay_ns_.add(static_cast<std::uint64_t>(std::llround(delay)));
  sum_millimetres_ += millimetres;
  max_delay_ns_ = std::max(max_delay_ns_, delay);
}

void DelayStatistics::merge(DelayStatistics const& other) {
  rounds_.merge(other.rounds_);
  hops_.merge(other.hops_);
  metres_.merge(other.metres_);
  delay_ns_.merge(other.delay_ns_);
  sum_millimetres_ += other.sum_millimetres_;
  max_delay_ns_ = std::max(max_delay_ns_, other.max_delay_ns_);
}

double DelayStatistics::mean_metres() const {
  return metres_.total() == 0 ? 0.0
                              : static_cast<double>(sum_millimetres_) / 1000 / static_cast<double>(metres_.total());
}

double DelayStatistics::mean_delay_ns() const {
  return model_.alpha_ns * hops_.mean() + model_.beta_ns_per_metre * mean_metres();
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
  auto const row = [&](char const* quantity, char const* unit, Counts const& counts, double mean, Value max) {
    table.add_row({quantity, unit, mean, counts.quantile(0.5), counts.quantile(0.9), counts.quantile(0.99), max,
                   100 * counts.share_above(2 * mean), 100 * counts.share_above(2.5 * mean)});
  };
  row("rounds", "rounds", rounds_, rounds_.mean(), rounds_.max());
  row("hops", "channels", hops_, hops_.mean(), hops_.max());
  row("distance", "m", metres_, mean_metres(), metres_.max());
  row("delay", "ns", delay_ns_, mean_delay_ns(), max_delay_ns_);
  return table;
}

Table DelayStatistics::distribution(std::string name) const {
  Table table{std::move(name),
              "Distribution of per-message delay",
              {{"quantity"}, {"value"}, {"messages", "", "messages with this value"}},
              {}};
  auto const rows = [&](char const* quantity, Counts const& counts) {
    for (std::size_t i = 0; i < counts.counts().size(); ++i)
      if (counts.counts()[i] != 0) table.add_row({quantity, i, counts.counts()[i]});
  };
  rows("rounds", rounds_);
  rows("hops", hops_);
  rows("metres", metres_);
  rows("delay_ns", delay_ns_);
  return table;
}

}  // namespace weft::rounds
