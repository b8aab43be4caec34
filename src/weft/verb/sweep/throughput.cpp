#include "weft/verb/sweep/throughput.hpp"

#include <algorithm>
#include <vector>

#include "weft/core/statistics.hpp"

namespace weft::verb {
namespace {

constexpr std::size_t num_batches = 20;

constexpr std::uint64_t first_batch = 250, whole_run = ~std::uint64_t{0};  // cycles

Throughput mean_of(std::vector<std::uint64_t> const& flits, double terminal_cycles) {
  RunningStatistics means;
  for (auto const it : flits) means.add(static_cast<double>(it) / terminal_cycles);
  return {means.mean(), confidence_half_width(means)};
}

/// Half as many batches of twice the length.
void merge_pairs(std::vector<std::uint64_t>& flits) {
  for (std::size_t i = 0; i < flits.size() / 2; ++i) flits[i] = flits[2 * i] + flits[2 * i + 1];
  flits.resize(flits.size() / 2);
}

}  // namespace

Throughput measure_throughput(FlitAssembly const& setting, flit::FlitNetwork const& machine,
                              Traffic const& traffic, flit::FlitParams const& params, std::uint64_t warm_up,
                              double precision, std::uint64_t most) {
  flit::Simulation simulation(machine, *setting.bound, traffic, params, setting.seed);
  simulation.advance(warm_up);
  simulation.measure({simulation.now(), whole_run, whole_run});
  auto const asked = static_cast<std::uint64_t>(params.cycles);
  auto batch = asked > 0 ? std::max<std::uint64_t>(asked / num_batches, 1) : first_batch;
  std::vector<std::uint64_t> flits;
  for (std::uint64_t before = 0;; batch *= 2) {
    while (flits.size() < num_batches) {
      simulation.advance(batch);
      auto const now = simulation.tally().accepted;
      flits.push_back(now - before);
      before = now;
    }
    auto const found =
        mean_of(flits, static_cast<double>(machine.num_terminals()) * static_cast<double>(batch));
    if (asked > 0 || found.half_width <= precision * found.mean || 2 * num_batches * batch > most)
      return found;
    merge_pairs(flits);
  }
}

}  // namespace weft::verb
