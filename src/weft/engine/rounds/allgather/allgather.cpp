#include "weft/engine/rounds/allgather/allgather.hpp"

#include <algorithm>
#include <cmath>

#include "weft/core/error.hpp"
#include "weft/engine/rounds/allgather/allgather_floods.hpp"
#include "weft/engine/rounds/allgather/allgather_symmetry.hpp"
#include "weft/topology/family/clex.hpp"

namespace weft::rounds {
namespace {

/// Terminals up to which every message is followed: 2^24 messages take about a second.
constexpr std::uint64_t most_simulated = 4096;

/// Channels of one class that lead to a router.
struct Entry {
  std::size_t index;
  std::uint64_t channels;
};

/// Sets the bounds that a router with these entries and this many messages to receive gives, if they are higher.
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
      sum += channels * std::min(needed, Pacer::begun_within(rounds, result.classes[index].bandwidth));
    return sum;
  };
  std::uint64_t low = 0, high = static_cast<std::uint64_t>(std::ceil(bound)) + 1;
  while (high - low > 1) {
    auto const middle = low + (high - low) / 2;
    (received(middle) >= needed ? high : low) = middle;
  }
  result.least_rounds = std::max(result.least_rounds, high);
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
  for (auto const& it : result.classes) settings.bandwidth.push_back(it.bandwidth);
  return settings;
}

/// Runs the flood; the messages of all channels together are known only if it is of the whole machine.
void follow(AllgatherResult& result, Flood const& flood, AllgatherOptions const& options, bool whole) {
  auto const outcome = run_flood(flood, settings_for(result, options));
  result.rounds = outcome.rounds;
  for (std::size_t i = 0; i < result.classes.size(); ++i) {
    auto& it = result.classes[i];
    auto const& counts = outcome.classes[i];
    if (whole) it.messages = counts.messages;
    it.max = counts.max;
    it.rounds = options.stages == Stages::barrier ? counts.stage_rounds : counts.last_round;
  }
}

void refuse_large(std::uint64_t terminals, std::string const& what) {
  if (terminals > most_simulated)
    throw InputError{
        "an allgather among " + std::to_string(terminals) + " terminals of " + what,
        "every message has to be followed, for at most " + std::to_string(most_simulated) + " terminals"};
}

bool has_flood_by_levels(topology::Clex const& clex) {
  return clex.landing() == topology::Landing::low || clex.levels() <= 2;
}

std::vector<double> divide_bandwidth(AllgatherResult const& result, double exponent) {
  double total = 0, shares = 0;
  std::vector<double> share;
  for (auto const& it : result.classes) {
    auto const channels = static_cast<double>(it.channels);
    total += channels * it.bandwidth;
    share.push_back(channels == 0 ? 0 : std::pow(static_cast<double>(it.messages), exponent) / channels);
    shares += channels * share.back();
  }
  std::vector<double> bandwidth;
  for (std::size_t i = 0; i < share.size(); ++i)
    bandwidth.push_back(share[i] == 0 ? result.classes[i].bandwidth : total * share[i] / shares);
  return bandwidth;
}

}  // namespace

AllgatherResult simulate_allgather(topology::Clex const& clex, AllgatherOptions const& options) {
  if (!has_flood_by_levels(clex)) return simulate_allgather(build_network(clex), options);
  auto result = frame(clex, options);
  follow(result, *make_flood(clex), options, true);
  return result;
}

AllgatherResult simulate_allgather(Grid const& grid, AllgatherOptions const& options) {
  auto result = frame(grid, options);
  follow(result, *make_flood(grid), options, true);
  return result;
}

AllgatherResult simulate_allgather(Network const& network, AllgatherOptions const& options) {
  auto result = frame(network, options);
  follow(result, *make_flood(network), options, true);
  return result;
}

AllgatherResult allgather(topology::Clex const& clex, AllgatherOptions const& options) {
  if (!has_flood_by_levels(clex)) {
    refuse_large(clex.num_routers(), "clex with landing = high");
    return simulate_allgather(clex, options);
  }
  auto result = frame(clex, options);
  count_messages(clex, result);
  if (!clex.single()) {
    follow_levels(clex, result, options.stages);
  } else if (num_patterns(clex) * clex.num_routers() <= most_followed) {
    follow(result, *make_pattern_flood(clex), options, false);
  } else {
    refuse_large(clex.num_routers(), "clex with single links and as many kinds of nodes");
    return simulate_allgather(clex, options);
  }
  return result;
}

AllgatherResult allgather(Grid const& grid, AllgatherOptions const& options) {
  auto result = frame(grid, options);
  count_messages(grid, result);
  if (is_ring_grid(grid) && grid.num_terminals() <= most_followed) {
    follow(result, *make_ring_flood(grid), options, false);
  } else if (is_line_grid(grid) && options.stages == Stages::barrier) {
    follow_lines(grid, result);
  } else if (is_line_grid(grid) && is_unit_bandwidth(result)) {
    follow_busy_lines(grid, result);
  } else {
    refuse_large(grid.num_terminals(),
                 is_line_grid(grid) ? "a mesh with other bandwidths than 1" : "this grid");
    return simulate_allgather(grid, options);
  }
  return result;
}

AllgatherResult allgather(Network const& network, AllgatherOptions const& options) {
  refuse_large(network.num_terminals(), "a topology without known symmetry");
  return simulate_allgather(network, options);
}

std::vector<double> bandwidth_by_messages(AllgatherResult const& result) {
  return divide_bandwidth(result, 1);
}
std::vector<double> bandwidth_by_root(AllgatherResult const& result) { return divide_bandwidth(result, 0.5); }

}  // namespace weft::rounds
