#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"

namespace weft::rounds {

/// The arrivals at a terminal in a round.
enum class ArrivalProcess : std::uint8_t { bernoulli, poisson };

/// Numbers of arrivals with a given mean, from 64 random bits each.
class ArrivalLaw {
 public:
  /// Bernoulli: mean <= 1.
  ArrivalLaw(ArrivalProcess process, double mean) {
    constexpr std::uint64_t never = ~std::uint64_t{0};
    auto const threshold = [](double probability) {
      return probability >= 1 ? never : static_cast<std::uint64_t>(probability * 0x1p64);
    };
    if (process == ArrivalProcess::bernoulli) {
      below_.push_back(threshold(1 - mean));
      return;
    }
    // Large means as a sum of small ones, so that exp(-mean) does not vanish.
    parts_ = static_cast<std::uint32_t>(std::ceil(mean / 16));
    double const part = parts_ == 0 ? 0 : mean / parts_;
    double probability = std::exp(-part), sum = probability;
    for (std::uint32_t k = 1; threshold(sum) != never && k < 200; ++k) {
      below_.push_back(threshold(sum));
      probability *= part / k;
      sum += probability;
    }
  }
  std::uint32_t operator()(std::uint64_t word) const {
    auto count = one(word);
    if (parts_ < 2) return count;
    auto rest = Rng::derived(word);
    for (std::uint32_t i = 1; i < parts_; ++i) count += one(rest());
    return count;
  }

 private:
  std::uint32_t one(std::uint64_t word) const {
    std::uint32_t count = 0;
    while (count < below_.size() && word >= below_[count]) ++count;
    return count;
  }
  std::uint32_t parts_ = 1;
  std::vector<std::uint64_t> below_;  ///< element k: at most k arrivals
};

}  // namespace weft::rounds
