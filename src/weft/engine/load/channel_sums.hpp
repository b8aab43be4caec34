#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/load/network_load.hpp"

namespace weft::load {

/// Collective. Adds up numbers of up to 128 bits.
inline void add_over_ranks(std::vector<std::uint64_t>& numbers) { sum_over_ranks(numbers); }
void add_over_ranks(std::vector<unsigned __int128>& numbers);

/// Accumulates the loads of all channels, from several threads at once. Sums are whole, so their order does
/// not matter.
template <class Number>
class ChannelSums {
 public:
  explicit ChannelSums(std::uint64_t channels) : channels_(channels), of_worker_(num_threads()) {}

  /// The sums that one worker adds to.
  std::vector<Number>& of(unsigned worker) {
    auto& sums = of_worker_[worker];
    if (sums.empty()) sums.assign(channels_, 0);
    return sums;
  }
  /// Collective. The sums of all workers of all ranks.
  std::vector<Number> total() {
    std::vector<Number> result = std::move(of(0));
    for (std::size_t w = 1; w < of_worker_.size(); ++w)
      for (std::size_t c = 0; c < of_worker_[w].size(); ++c) result[c] += of_worker_[w][c];
    add_over_ranks(result);
    return result;
  }

 private:
  std::uint64_t channels_;
  std::vector<std::vector<Number>> of_worker_;
};

/// Loads in units of 1 / denominator, halved until they are below 2^62, and their summary by class.
NetworkLoads finished_loads(RouterTraffic const& traffic, std::vector<unsigned __int128> const& sums,
                            double denominator, bool exact);
NetworkLoads finished_loads(RouterTraffic const& traffic, std::vector<std::uint64_t> sums, double denominator,
                            bool exact);

/// Calls body(Number{}) with the narrowest type that holds `most`.
template <class Body>
auto with_number_for(unsigned __int128 most, Body body) {
  return most >> 62 == 0 ? body(std::uint64_t{}) : body(static_cast<unsigned __int128>(0));
}

}  // namespace weft::load
