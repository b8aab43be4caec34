#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "weft/engine/rounds/forward/forward_source.hpp"

namespace weft::rounds {

/// How many messages a terminal gets in a round.
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

/// Messages that arrive at all terminals in every round, independently, to the destinations that a traffic lists, from the
/// first one again after the last. Draws are named by (round, terminal).
template <class M>
class SteadyArrivals final : public MessageSource<M> {
 public:
  SteadyArrivals(Network const& network, Entrance<M> const& entrance, Traffic const& traffic, ArrivalLaw law,
                 std::uint64_t seed)
      : network_(network),
        entrance_(entrance),
        traffic_(traffic),
        law_(std::move(law)),
        seed_(seed),
        sent_(network.num_terminals()) {}
  bool sends(Wiring::Chunk const&, std::uint64_t) const override { return true; }
  void collect(Wiring::Chunk const& chunk, std::uint64_t round, Arrivals<M>& out,
               ForwardCounts& counts) override {
    RandomWords const words(seed_, Purpose::injection, round);
    std::vector<std::uint32_t> destinations;
    for (std::uint32_t i = 0; i < chunk.routers; ++i) {
      auto const terminals = network_.terminals_at({chunk.first_router + i});
      for (std::uint32_t k = 0; k < terminals.count; ++k) {
        TerminalId const e{terminals.first.v + k};
        auto const arrivals = law_(words(e.v));
        if (arrivals == 0) continue;
        auto const listed = traffic_.messages(e);
        if (listed == 0) continue;
        destinations.clear();
        for (std::uint32_t a = 0; a < arrivals; ++a)
          destinations.push_back(traffic_.nth_destination(e, (sent_[e.v] + a) % listed));
        entrance_.enter(e, sent_[e.v], destinations, static_cast<std::uint16_t>(i), round, out, counts);
        sent_[e.v] += arrivals;
      }
    }
  }

 private:
  Network const& network_;
  Entrance<M> const& entrance_;
  Traffic const& traffic_;
  ArrivalLaw law_;
  std::uint64_t seed_;
  std::vector<std::uint64_t> sent_;  ///< by each terminal
};

}  // namespace weft::rounds
