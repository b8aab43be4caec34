// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/allgather/allgather.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/engine/rounds/allgather/allgather_flood.hpp"
#include "weft/engine/rounds/allgather/level_pipeline.hpp"

namespace weft::rounds {
namespace {

/// Maximum number of terminals for which every message is simulated: 2^24 messages take about a second.
constexpr std::uint64_t max_simulated = 4096;

/// Maximum number of simulated messages in a machine reduced by its symmetry.
constexpr std::uint64_t max_followed = std::uint64_t{1} << 27;

/// Number of input channels of a router that belong to one class.
struct Entry {
  std::size_t index;
  std::uint64_t channels;
};

/// Raises the bounds of the result to the bounds of a router with input channels `entries` that must receive
/// `needed` messages.
void raise_bounds(AllgatherResult& result, std::vector<Entry> const& entries, std::uint64_t needed) {
  if (needed == 0) return;
  double total = 0;
  for (auto const& [index, channels] : entries)
    total += result.classes[index].bandwidth * static_cast<double>(channels);
  double const bound = static_cast<double>(needed) / total;
  if (total == 0 || bound <= result.bound) return;
  result.bound = bound;
  auto const received = [&](std::uint64_t rounds) {
    std::uint64_t sum = 0;
    for (auto const& [index, channels] : entries)
      sum += channels * std::min(needed, Pacer::num_started(rounds, result.classes[index].bandwidth));
    return sum;
  };
  std::uint64_t low = 0, high = static_cast<std::uint64_t>(std::ceil(bound)) + 1;
  while (high - low > 1) {
    auto const middle = low + (high - low) / 2;
    (received(middle) >= needed ? high : low) = middle;
  }
  result.min_rounds = std::max(result.min_rounds, high);
}

AllgatherResult new_result(std::uint64_t terminals, std::vector<ChannelClass> const& classes,
                           AllgatherOptions const& options) {
  AllgatherResult result{.terminals = terminals};
  for (std::size_t i = 0; i < classes.size(); ++i)
    result.classes.push_back(
        {.name = classes[i].name,
         .bandwidth = options.bandwidth.empty() ? classes[i].bandwidth : options.bandwidth.at(i)});
  return result;
}

AllgatherResult frame(topology::Clex const& clex, AllgatherOptions const& options) {
  auto const n = clex.num_routers();
  auto result = new_result(n, clex.classes(), options);
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < result.classes.size(); ++i) {
    std::uint64_t const channels = clex.ports_of(static_cast<std::uint32_t>(i + 1));
    result.classes[i].channels = n * channels;
    entries.push_back({i, channels});
  }
  raise_bounds(result, entries, n - 1);
  return result;
}

AllgatherResult frame(Grid const& grid, AllgatherOptions const& options) {
  auto result = new_result(grid.num_terminals(), grid.classes(), options);
  std::vector<Entry> entries;
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim) {
    std::uint64_t const side = grid.shape().side(dim), lines = grid.num_routers() / side;
    result.classes[dim].channels = grid.wraps(dim) ? 2 * side * lines : 2 * (side - 1) * lines;
    entries.push_back({dim, grid.wraps(dim) ? 2U : side > 1 ? 1U : 0U});
  }
  raise_bounds(result, entries,
               grid.num_terminals() - static_cast<std::uint64_t>(grid.params().concentration));
  return result;
}

AllgatherResult frame(Network const& network, AllgatherOptions const& options) {
  auto classes = network.classes();
  classes.resize(classes.size() - 2);
  auto result = new_result(network.num_terminals(), classes, options);
  for (auto const index : network.class_indices()) ++result.classes[index].channels;
  for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
    auto const own = network.terminals_at({r}).count;
    if (own == 0) continue;
    std::vector<Entry> entries;
    for (std::uint16_t p = 0; p < network.in_degree({r}); ++p)
      entries.push_back({network.class_of(network.incoming({r}, {p})).v, 1});
    raise_bounds(result, entries, network.num_terminals() - own);
  }
  return result;
}

FloodSettings settings_for(AllgatherResult const& result, AllgatherOptions const& options) {
  FloodSettings settings{.barrier = options.stages == Stages::barrier, .bandwidth = {}};
  for (auto const& one_class : result.classes) settings.bandwidth.push_back(one_class.bandwidth);
  return settings;
}

/// Runs a flood and stores its rounds and maxima in the result; also the message totals, if the flood covers
/// the `whole` machine.
void follow(AllgatherResult& result, Flood const& flood, AllgatherOptions const& options, bool whole) {
  auto const outcome = run_flood(flood, settings_for(result, options));
  result.rounds = outcome.rounds;
  for (std::size_t i = 0; i < result.classes.size(); ++i) {
    auto& one_class = result.classes[i];
    auto const& counts = outcome.classes[i];
    if (whole) one_class.messages = counts.messages;
    one_class.max = counts.max;
    one_class.rounds = options.stages == Stages::barrier ? counts.stage_rounds : counts.last_round;
  }
}

void check_terminals(std::uint64_t terminals, std::string const& what) {
  if (terminals > max_simulated)
    throw InputError{"allgather does not support " + std::to_string(terminals) + " terminals on " + what,
                     "every message is simulated, which is supported for at most " +
                         std::to_string(max_simulated) + " terminals"};
}

/// Returns the rounds until the last router of a line of `side` routers has received the messages of all
/// others, `own` messages each.
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
      auto const started = Pacer::num_started(now + 1 - pacer.begin(), bandwidth);
      auto const number = std::min(waiting, started - std::min(started, pacer.count()));
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

/// Returns the number of messages of a router at the start of the stage of dimension `dim`.
std::uint64_t own_messages(Grid const& grid, std::uint32_t dim) {
  return grid.shape().stride(dim) * static_cast<std::uint64_t>(grid.params().concentration);
}

/// Sets the number of messages of each class of a CLEX: on level i, m^(l - i) cliques forward the message of
/// a source to m - 1 other copies.
void count_messages(topology::Clex const& clex, FloodTrees trees, AllgatherResult& result) {
  bool const one_by_one = clex.single() || trees == FloodTrees::one_edge;
  std::uint64_t const n = clex.num_routers(), m = clex.m();
  std::uint64_t cliques = 1, others = n - 1;
  for (auto level = clex.levels(); level >= 2; --level) {
    auto const reached = cliques * (m - 1) * (one_by_one ? 1 : m);
    result.classes[level - 1].messages = n * reached;
    others -= reached;
    cliques *= m;
  }
  result.classes[0].messages = n * others;
}

/// Sets the number of messages of each class of a grid: along a dimension, the routers of all combinations of
/// lower coordinates forward a message to side - 1 others.
void count_messages(Grid const& grid, AllgatherResult& result) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
    result.classes[dim].messages =
        grid.num_terminals() * grid.shape().stride(dim) * (grid.shape().side(dim) - 1);
}

/// Computes the result on CLEX with full links and landing = low. Every node has m - 1 used input channels on
/// each level, and all its used output channels of a level send the same number of messages, so one counter
/// per level suffices.
void follow_levels(topology::Clex const& clex, AllgatherResult& result, Stages stages) {
  auto const loads = level_loads(clex);
  LevelPipeline pipeline{clex, result};
  if (stages == Stages::pipelined) pipeline.run();
  for (std::size_t i = 0; i < loads.size(); ++i) {
    auto& one_class = result.classes[i];
    one_class.max = loads[i];
    if (stages == Stages::pipelined) {
      one_class.rounds = pipeline.last_arrival(i);
      result.rounds = std::max(result.rounds, one_class.rounds);
    } else if (one_class.max > 0) {
      Pacer all;
      all.begin_messages(one_class.max);
      one_class.rounds = all.last_arrival(one_class.bandwidth);
      result.rounds += one_class.rounds;
    }
  }
}

/// Returns whether no dimension wraps around.
bool is_line_grid(Grid const& grid) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim)
    if (grid.wraps(dim)) return false;
  return true;
}

/// Computes the result on a grid that has no rings, with barriers: in the stage of a dimension, all routers
/// of a line start with the same number of messages, so one line suffices.
void follow_lines(Grid const& grid, AllgatherResult& result) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim) {
    auto& one_class = result.classes[dim];
    std::uint64_t const side = grid.shape().side(dim), own = own_messages(grid, dim);
    if (side < 2) continue;
    one_class.max = own * (side - 1);
    one_class.rounds = line_rounds(side, own, one_class.bandwidth);
    result.rounds += one_class.rounds;
  }
}

bool is_unit_bandwidth(AllgatherResult const& result) {
  return std::all_of(result.classes.begin(), result.classes.end(),
                     [](auto const& one_class) { return one_class.bandwidth == 1; });
}

/// Computes the result on a grid that has no rings, pipelined, with bandwidth 1: the last channel of every
/// line is never idle before it has sent all messages, since a router has its own messages and receives at
/// least one message in each round until it has all messages of a stage.
void follow_busy_lines(Grid const& grid, AllgatherResult& result) {
  for (std::uint32_t dim = 0; dim < grid.shape().dims(); ++dim) {
    auto& one_class = result.classes[dim];
    one_class.max = one_class.rounds = own_messages(grid, dim) * (grid.shape().side(dim) - 1);
    result.rounds = std::max(result.rounds, one_class.rounds);
  }
}

void check_trees(AllgatherOptions const& options, std::string const& what) {
  if (options.trees == FloodTrees::one_edge)
    throw conflict("trees=one_edge", what, "only levels of clex have several edges to a clique",
                   "use trees=shortest");
}

std::vector<double> divide_bandwidth(AllgatherResult const& result, double exponent) {
  double total = 0, shares = 0;
  std::vector<double> share;
  for (auto const& one_class : result.classes) {
    auto const channels = static_cast<double>(one_class.channels);
    total += channels * one_class.bandwidth;
    share.push_back(channels == 0 ? 0
                                  : std::pow(static_cast<double>(one_class.messages), exponent) / channels);
    shares += channels * share.back();
  }
  std::vector<double> bandwidth;
  for (std::size_t i = 0; i < share.size(); ++i)
    bandwidth.push_back(share[i] == 0 ? result.classes[i].bandwidth : total * share[i] / shares);
  return bandwidth;
}

}  // namespace

AllgatherResult simulate_allgather(topology::Clex const& clex, AllgatherOptions const& options) {
  if (!has_flood_by_levels(clex)) {
    check_trees(options, "clex with landing = high, where edges shift the digits, or with a local network");
    return simulate_allgather(build_network(clex), options);
  }
  auto result = frame(clex, options);
  follow(result, *make_flood(clex, options.trees), options, true);
  return result;
}

AllgatherResult simulate_allgather(Grid const& grid, AllgatherOptions const& options) {
  check_trees(options, "a grid");
  auto result = frame(grid, options);
  follow(result, *make_flood(grid), options, true);
  return result;
}

AllgatherResult simulate_allgather(Network const& network, AllgatherOptions const& options) {
  check_trees(options, "a machine other than clex");
  auto result = frame(network, options);
  follow(result, *make_flood(network), options, true);
  return result;
}

AllgatherResult allgather(topology::Clex const& clex, AllgatherOptions const& options) {
  if (!has_flood_by_levels(clex)) {
    check_terminals(clex.num_routers(), "clex with landing = high or a local network");
    return simulate_allgather(clex, options);
  }
  auto result = frame(clex, options);
  count_messages(clex, options.trees, result);
  if (!clex.single() && options.trees == FloodTrees::one_edge) {
    if (num_followed_by_roots(clex) > static_cast<double>(max_followed))
      check_terminals(clex.num_routers(), "clex with trees of one edge and this number of levels");
    follow(result, *make_root_flood(clex), options, false);
  } else if (!clex.single()) {
    follow_levels(clex, result, options.stages);
  } else if (num_patterns(clex) * clex.num_routers() <= max_followed) {
    follow(result, *make_pattern_flood(clex), options, false);
  } else {
    check_terminals(clex.num_routers(), "clex with single links and this number of kinds of nodes");
    return simulate_allgather(clex, options);
  }
  return result;
}

AllgatherResult allgather(Grid const& grid, AllgatherOptions const& options) {
  check_trees(options, "a grid");
  auto result = frame(grid, options);
  count_messages(grid, result);
  if (is_ring_grid(grid) && grid.num_terminals() <= max_followed) {
    follow(result, *make_ring_flood(grid), options, false);
  } else if (is_line_grid(grid) && options.stages == Stages::barrier) {
    follow_lines(grid, result);
  } else if (is_line_grid(grid) && is_unit_bandwidth(result)) {
    follow_busy_lines(grid, result);
  } else {
    check_terminals(grid.num_terminals(),
                    is_line_grid(grid) ? "a mesh with bandwidths other than 1" : "this grid");
    return simulate_allgather(grid, options);
  }
  return result;
}

AllgatherResult allgather(Network const& network, AllgatherOptions const& options) {
  check_trees(options, "a machine other than clex");
  check_terminals(network.num_terminals(), "a topology without known symmetry");
  return simulate_allgather(network, options);
}

std::vector<double> bandwidth_by_messages(AllgatherResult const& result) {
  return divide_bandwidth(result, 1);
}
std::vector<double> bandwidth_by_root(AllgatherResult const& result) { return divide_bandwidth(result, 0.5); }

Estimate estimate_allgather(NetworkSize const& size, bool symmetric) {
  auto const routers = static_cast<double>(size.routers), terminals = static_cast<double>(size.terminals);
  if (symmetric) return {routers, routers * 2e-8};
  constexpr double seconds_per_message = 3e-8, bytes_per_message = 8;
  auto const messages = routers * terminals;
  return {static_cast<double>(size.bytes()) + messages * bytes_per_message, messages * seconds_per_message};
}

}  // namespace weft::rounds
