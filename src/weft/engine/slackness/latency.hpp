#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "weft/core/random.hpp"

namespace weft::slackness {

/// The distribution of the steps between a request and its answer: listed values, or geometric.
class Latency {
 public:
  static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

  /// values[i] steps with probability weights[i] / sum of all; values below 2^32 and ascending, weights >= 0,
  /// one of them > 0.
  static Latency listed(std::span<std::uint64_t const> values, std::span<double const> weights);
  /// `least` steps; then in each step the answer comes with the probability that gives the mean; mean >=
  /// least.
  static Latency geometric(std::uint64_t least, double mean);

  double mean() const { return mean_; }
  std::uint64_t least() const { return least_; }
  /// `unbounded` if there is no maximum.
  std::uint64_t maximum() const { return maximum_; }
  bool is_fixed() const { return least_ == maximum_; }

  std::uint64_t sample(Rng& random) const {
    if (is_fixed()) return least_;
    if (columns_.empty())
      return least_ + static_cast<std::uint64_t>(std::log1p(-random.uniform()) * steps_per_log_);
    auto const word = random();
    auto const& column = columns_[below32(word, static_cast<std::uint32_t>(columns_.size()))];
    return static_cast<std::uint32_t>(word) < column.share ? column.value : column.alias;
  }

 private:
  /// Walker's alias method: each column holds its own value and part of another's.
  struct Column {
    std::uint32_t value = 0, alias = 0;
    std::uint64_t share = 0;  // of 2^32
  };
  void make_columns(std::span<std::uint64_t const> values, std::vector<double> shares);

  double mean_ = 0;
  std::uint64_t least_ = 0, maximum_ = 0;
  std::vector<Column> columns_;
  double steps_per_log_ = 0;
};

/// The machine's data that a latency may use.
struct LatencyContext {
  std::span<double const> pairs;  ///< ordered pairs of terminals by hops, 0 first
  std::uint32_t trips = 1;        ///< how often a request crosses the network: 2 with an answer
};

/// A distribution of latencies. Adding one = one file and one entry in catalog.hpp.
template <class L>
concept LatencyModel = requires(L const l, typename L::Params const& params, LatencyContext const& context) {
  { L::name } -> std::convertible_to<std::string_view>;
  { L::doc } -> std::convertible_to<std::string_view>;
  L::schema;
  L{params};
  { l.latency(context) } -> std::same_as<Latency>;
};

}  // namespace weft::slackness
