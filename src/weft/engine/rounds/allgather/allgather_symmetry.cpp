#include "weft/engine/rounds/allgather/allgather_symmetry.hpp"

#include <algorithm>
#include <limits>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

/// Messages per used channel of each level of a full CLEX: those of the sources that agree with the node in d_2 .. d_i.
std::vector<std::uint64_t> level_loads(topology::Clex const& clex) {
  std::vector<std::uint64_t> loads(clex.levels(), clex.m() == 1 ? 0 : 1);
  for (std::uint64_t load = 1, level = clex.levels(); level >= 2 && clex.m() > 1; --level)
    loads[level - 1] = load *= clex.m();
  return loads;
}

/// The queues of the levels of one node, a round or a stretch of rounds at a time.
class LevelPipeline {
 public:
  LevelPipeline(topology::Clex const& clex, AllgatherResult const& result) : m_(clex.m()) {
    auto const loads = level_loads(clex);
    for (std::size_t i = 0; i < loads.size(); ++i) levels_.push_back({loads[i], result.classes[i].bandwidth});
  }

  void run() {
    while (unfinished()) {
      throw_if_interrupted();
      auto const rounds = stretch();
      for (auto& level : levels_) send(level, rounds);
      now_ += rounds;
    }
  }
  std::uint64_t last_arrival(std::size_t index) const {
    auto const& level = levels_[index];
    return level.load == 0 ? 0 : level.pacer.last_arrival(level.bandwidth);
  }

 private:
  struct Level {
    std::uint64_t load;
    double bandwidth;
    std::uint64_t sent = 0, waiting = 0;
    Pacer pacer{};
  };

  bool unfinished() const {
    return std::any_of(levels_.begin(), levels_.end(), [](auto const& it) { return it.sent < it.load; });
  }

  /// Brings up to date what waits; returns the rounds in which no level can run out of it.
  std::uint64_t stretch() {
    std::uint64_t received = 1, rounds = std::numeric_limits<std::uint64_t>::max();
    auto const look_at = [&](Level& level) {
      level.waiting = std::min(received, level.load) - level.sent;
      if (level.waiting > 0) level.pacer.wake(now_, level.bandwidth);
      if (level.sent < level.load) rounds = std::min(rounds, busy_rounds(level));
    };
    look_at(levels_[0]);
    received += (m_ - 1) * levels_[0].sent;
    for (auto level = levels_.size(); level-- > 1;) {
      look_at(levels_[level]);
      received += (m_ - 1) * levels_[level].sent;
    }
    return std::max<std::uint64_t>(rounds, 1);
  }

  std::uint64_t busy_rounds(Level const& level) const {
    auto const until = static_cast<double>(level.pacer.count() + level.waiting) / level.bandwidth;
    auto const end = level.pacer.begin() + static_cast<std::uint64_t>(std::min(until, 0x1p62));
    return end > now_ ? end - now_ : 0;
  }

  void send(Level& level, std::uint64_t rounds) {
    if (level.waiting == 0) return;
    auto const begun = Pacer::begun_within(now_ + rounds - level.pacer.begin(), level.bandwidth);
    auto const number = std::min(level.waiting, begun - std::min(begun, level.pacer.count()));
    level.pacer.begin_messages(number);
    level.sent += number;
  }

  std::uint64_t m_, now_ = 0;
  std::vector<Level> levels_;
};

/// Rounds until the last router of a line of `side` has what all others send, each `own` messages.
std::uint64_t line_rounds(std::uint64_t side, std::uint64_t own, double bandwidth) {
  struct Channel {
    std::uint64_t waiting;
    Pacer pacer{};
  };
  std::vector<Channel> line(side - 1, Channel{own});
  std::uint64_t now = 0;
  for (std::uint64_t left = own * (side - 1); left > 0; ++now) {
    throw_if_interrupted();
    for (auto i = line.size(); i-- > 0;) {
      auto& [waiting, pacer] = line[i];
      if (waiting == 0) continue;
      pacer.wake(now, bandwidth);
      auto const begun = Pacer::begun_within(now + 1 - pacer.begin(), bandwidth);
      auto const number = std::min(waiting, begun - std::min(begun, pacer.count()));
      pacer.begin_messages(number);
      waiting -= number;
      if (i + 1 < line.size())
        line[i + 1].waiting += number;
      else
        left -= number;
    }
  }
  return now;
}

/// Messages that every router has when the stage of a dimension begins.
std::uint64_t own_messages(Grid const& grid, std::uint32_t dim) {
  return grid.shape().stride(dim) * static_cast<std::uint64_t>(grid.params().concentration);
}

}  // namespace

void count_messages(topology::Clex const& clex, AllgatherResult& result) {
  std::uint64_t const n = clex.num_routers(), m = clex.m();
  std::uint64_t cliques = 1, others = n - 1;
  for (auto level = clex.levels(); level >= 2; --level) {
    auto const reached = cliques * (m - 1) * (clex.single() ? 1 : m);
    result.classes[level - 1].messages = n * reached;
    others -= reached;
    cliques *= m;
  }
  result.classes[0].messages = n * others;
}

void count_messages(Grid const& grid, AllgatherResult& result) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
    result.classes[dim].messages =
        grid.num_terminals() * grid.shape().stride(dim) * (grid.shape().side(dim) - 1);
}

void follow_levels(topology::Clex const& clex, AllgatherResult& result, Stages stages) {
  auto const loads = level_loads(clex);
  LevelPipeline pipeline{clex, result};
  if (stages == Stages::pipelined) pipeline.run();
  for (std::size_t i = 0; i < loads.size(); ++i) {
    auto& it = result.classes[i];
    it.max = loads[i];
    if (stages == Stages::pipelined) {
      it.rounds = pipeline.last_arrival(i);
      result.rounds = std::max(result.rounds, it.rounds);
    } else if (it.max > 0) {
      Pacer all;
      all.begin_messages(it.max);
      it.rounds = all.last_arrival(it.bandwidth);
      result.rounds += it.rounds;
    }
  }
}

bool is_line_grid(Grid const& grid) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
    if (grid.wraps(dim)) return false;
  return true;
}

void follow_lines(Grid const& grid, AllgatherResult& result) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim) {
    auto& it = result.classes[dim];
    std::uint64_t const side = grid.shape().side(dim), own = own_messages(grid, dim);
    if (side < 2) continue;
    it.max = own * (side - 1);
    it.rounds = line_rounds(side, own, it.bandwidth);
    result.rounds += it.rounds;
  }
}

bool is_unit_bandwidth(AllgatherResult const& result) {
  return std::all_of(result.classes.begin(), result.classes.end(),
                     [](auto const& it) { return it.bandwidth == 1; });
}

void follow_busy_lines(Grid const& grid, AllgatherResult& result) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim) {
    auto& it = result.classes[dim];
    it.max = it.rounds = own_messages(grid, dim) * (grid.shape().side(dim) - 1);
    result.rounds = std::max(result.rounds, it.rounds);
  }
}

}  // namespace weft::rounds
