#include "weft/mapping/supernode_annealing.hpp"

#include <algorithm>
#include <cmath>

namespace weft::mapping {
namespace {

constexpr std::int64_t check_interval = 4096;  // moves
constexpr std::int64_t cycles = 30;

class SupernodeAnnealing {
 public:
  SupernodeAnnealing(load::SupernodeDemand const& demand, std::int64_t enough, MoveBudget const& budget,
                     Rng random)
      : loads_(demand), budget_(budget), left_(budget.moves), enough_(enough), random_(random) {
    record();
  }

  /// Cycles with three limits in turn: the full possible gain, half of it, and the next best value.
  NodeArrangement run() {
    auto const cycle = std::max<std::int64_t>(budget_.moves / cycles, 1);
    for (int turn = 0; left_ > 0 && best_.fullest > enough_; ++turn) {
      auto const next = best_.fullest - 1, gain = next - enough_;
      cool(next - (turn % 3 == 0 ? gain : turn % 3 == 1 ? gain / 2 : 0), std::min(cycle, left_));
    }
    return best_;
  }

 private:
  /// One cycle of annealing, until the limit is met.
  void cool(std::int64_t limit, std::int64_t moves) {
    record();
    if (best_.fullest <= limit) return;
    auto cost = loads_.excess(limit);
    auto lowest = cost;
    double const hot = hottest(limit, cost), factor = std::pow(0.1, 1.0 / static_cast<double>(moves));
    double temperature = hot;
    for (std::int64_t move = 0; move < moves && cost > 0; ++move, temperature *= factor) {
      if (!count_move()) return;
      auto const [u, v] = pair();
      loads_.swap(u, v);
      auto const next = loads_.excess(limit);
      if (next > cost && random_.uniform() >= std::exp(static_cast<double>(cost - next) / temperature)) {
        loads_.swap(u, v);
        continue;
      }
      cost = next;
      if (cost < lowest) {
        lowest = cost;
        record();
      }
    }
  }
  /// A temperature that accepts hardly more than moves without loss: most swaps change no load above the
  /// limit.
  double hottest(std::int64_t limit, std::int64_t cost) {
    constexpr int samples = 64;
    double sum = 0;
    int worse = 0;
    for (int i = 0; i < samples; ++i) {
      auto const [u, v] = pair();
      loads_.swap(u, v);
      auto const next = loads_.excess(limit);
      if (next > cost) {
        sum += static_cast<double>(next - cost);
        ++worse;
      }
      loads_.swap(u, v);
    }
    return worse == 0 ? 1.0 : 0.03 * sum / worse;
  }
  std::pair<std::uint32_t, std::uint32_t> pair() {
    auto const u = static_cast<std::uint32_t>(random_.below(supernode_size));
    auto const v = static_cast<std::uint32_t>(random_.below(supernode_size - 1));
    return {u, v + (v >= u)};
  }
  bool count_move() {
    if (--left_ % check_interval == 0 && budget_.go_on && !budget_.go_on(check_interval)) left_ = 0;
    return left_ > 0;
  }
  void record() {
    auto const fullest = loads_.fullest();
    if (best_.fullest != 0 && fullest >= best_.fullest) return;
    best_.fullest = fullest;
    for (std::uint32_t u = 0; u < supernode_size; ++u) best_.content[u] = loads_.content(u);
  }

  load::SupernodeLoads loads_;
  MoveBudget const& budget_;
  std::int64_t left_, enough_;
  Rng random_;
  NodeArrangement best_;
};

}  // namespace

NodeArrangement anneal_supernode(load::SupernodeDemand const& demand, std::int64_t enough,
                                 MoveBudget const& budget, Rng random) {
  return SupernodeAnnealing(demand, enough, budget, random).run();
}
}  // namespace weft::mapping
