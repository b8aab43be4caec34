// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/catalog.hpp"
#include "weft/core/param.hpp"
#include "weft/core/random.hpp"

namespace weft::slackness {

/// Distribution of the number of steps between a request and its reply: listed values, or geometric.
class Latency {
 public:
  static constexpr std::uint64_t unbounded = std::numeric_limits<std::uint64_t>::max();

  /// Creates the distribution of values[i] steps with probability weights[i] / (sum of all weights). The
  /// values must be ascending and below 2^32; the weights must be >= 0, and at least one > 0.
  static Latency listed(std::span<std::uint64_t const> values, std::span<double const> weights);
  /// Creates the geometric distribution with minimum `minimum` and mean `mean`, both in steps: from step
  /// `minimum` on, the reply arrives in each step with equal probability. Requires mean >= minimum.
  static Latency geometric(std::uint64_t minimum, double mean);

  double mean() const { return mean_; }
  std::uint64_t minimum() const { return min_; }
  /// Returns the maximum, or `unbounded`.
  std::uint64_t maximum() const { return maximum_; }
  bool is_fixed() const { return min_ == maximum_; }

  std::uint64_t sample(Rng& random) const {
    if (is_fixed()) return min_;
    if (columns_.empty())
      return min_ + static_cast<std::uint64_t>(std::log1p(-random.uniform()) * steps_per_log_);
    auto const word = random();
    auto const& column = columns_[below32(word, static_cast<std::uint32_t>(columns_.size()))];
    return static_cast<std::uint32_t>(word) < column.share ? column.value : column.alias;
  }

 private:
  /// A column of Walker's alias method: it returns `value` with probability share / 2^32, otherwise `alias`.
  struct Column {
    std::uint32_t value = 0, alias = 0;
    std::uint64_t share = 0;  // of 2^32
  };
  void make_columns(std::span<std::uint64_t const> values, std::vector<double> shares);

  double mean_ = 0;
  std::uint64_t min_ = 0, maximum_ = 0;
  std::vector<Column> columns_;
  double steps_per_log_ = 0;
};

/// Properties of the machine that a latency may depend on.
struct LatencyContext {
  /// Number of ordered pairs of terminals for each distance in hops, starting with 0
  std::span<double const> pairs;
  std::uint32_t trips = 1;  ///< number of times that a request crosses the network: 2 with a reply
};

/// A distribution of latencies. To add one, write a class and register it in Latencies.
template <class L>
concept LatencyModel = requires(L const l, typename L::Params const& params, LatencyContext const& context) {
  { L::name } -> std::convertible_to<std::string_view>;
  { L::doc } -> std::convertible_to<std::string_view>;
  L::schema;
  L{params};
  { l.latency(context) } -> std::same_as<Latency>;
};

/// Constant latency.
class Fixed {
 public:
  struct Params {
    std::uint32_t steps = 7;
  };
  static constexpr std::string_view name = "fixed";
  static constexpr std::string_view doc = "Every request has the same latency.";
  static constexpr std::tuple schema{param("steps", &Params::steps, "latency of every request", "steps")};

  explicit Fixed(Params const& params) : params_(params) {}
  Latency latency(LatencyContext const&) const {
    return Latency::listed(std::array{std::uint64_t{params_.steps}}, std::array{1.0});
  }

 private:
  Params params_;
};

/// Uniform distribution over [from, to].
class Uniform {
 public:
  struct Params {
    std::uint32_t from = 1;
    std::uint32_t to = 13;
  };
  static constexpr std::string_view name = "uniform";
  static constexpr std::string_view doc = "Every whole number of steps in a range is equally likely.";
  static constexpr std::tuple schema{
      param("from", &Params::from, Range{0, 1e7}, "minimum latency", "steps"),
      param("to", &Params::to, Range{0, 1e7}, "maximum latency", "steps"),
  };
  /// Throws InputError if `from` is above `to`.
  static void check(Params const& params);

  explicit Uniform(Params const& params) : params_(params) {}
  Latency latency(LatencyContext const& context) const;

 private:
  Params params_;
};

/// Geometric distribution: the discrete counterpart of the exponential distribution.
class Geometric {
 public:
  struct Params {
    double mean = 7;
    std::uint32_t min = 1;
  };
  static constexpr std::string_view name = "geometric";
  static constexpr std::string_view doc =
      "After a minimum number of steps, the reply arrives in each step with the same probability. This is "
      "the exponential distribution of discrete time. It has no maximum.";
  static constexpr std::tuple schema{
      param("mean", &Params::mean, Range{0, 1e7}, "mean latency", "steps"),
      param("min", &Params::min, Range{0, 1e7}, "minimum latency", "steps").formerly("least"),
  };
  /// Throws InputError if `mean` is below `min`.
  static void check(Params const& params);

  explicit Geometric(Params const& params) : params_(params) {}
  Latency latency(LatencyContext const&) const { return Latency::geometric(params_.min, params_.mean); }

 private:
  Params params_;
};

/// Arbitrary distribution over a finite list of values.
class Listed {
 public:
  struct Params {
    Sides steps{2, 20};
    Numbers weights{9, 1};
  };
  static constexpr std::string_view name = "listed";
  static constexpr std::string_view doc =
      "Any distribution: the latencies that occur and their relative frequencies, e.g. "
      "listed:steps=2x20,weights=9x1 for a cache that nine of ten requests hit.";
  static constexpr std::tuple schema{
      param("steps", &Params::steps, Range{0, 4294967295.0}, "possible latencies of a request", "steps"),
      param("weights", &Params::weights, Range{0, 1e15}, "relative frequency of each latency"),
  };
  /// Throws InputError unless `steps` and `weights` have the same size and a weight is positive.
  static void check(Params const& params);

  explicit Listed(Params const& params) : params_(params) {}
  Latency latency(LatencyContext const& context) const;

 private:
  Params params_;
};

/// Latency that grows with the distance to a random other terminal.
class Distances {
 public:
  struct Params {
    double per_hop = 1;
    double overhead = 0;
  };
  static constexpr std::string_view name = "distances";
  static constexpr std::string_view doc =
      "The distance in this topology to a random other terminal, at a fixed time per hop, rounded up. If replies are counted (answers=true), their hops are included.";
  static constexpr std::tuple schema{
      param("per_hop", &Params::per_hop, Range{0, 1e4}, "time of a hop", "steps"),
      param("overhead", &Params::overhead, Range{0, 1e7}, "latency of every request in addition to its hops",
            "steps"),
  };

  explicit Distances(Params const& params) : params_(params) {}
  /// Throws InputError if a latency is 2^32 steps or more.
  Latency latency(LatencyContext const& context) const;

 private:
  Params params_;
};

/// All latency distributions that users can name. Register new ones here.
using Latencies = Catalog<Distances, Fixed, Uniform, Geometric, Listed>;

}  // namespace weft::slackness
