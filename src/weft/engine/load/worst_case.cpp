// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/load/worst_case.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/random.hpp"
#include "weft/graph/assignment.hpp"

namespace weft::load {
namespace {

/// A pair of routers, and the numerator of the share of its traffic that a channel carries.
struct CarriedPair {
  std::uint32_t from, to;
  std::uint64_t numerator;
};

/// A signature that distinguishes channels unless a symmetry exchanges them: group, number and sum of the
/// shares, and hashes of the shares, of their sums per source and of their sums per destination.
struct Signature {
  std::uint32_t group = 0;
  std::uint64_t count = 0, sum = 0, pairs = 0, sources = 0, destinations = 0;
  friend auto operator<=>(Signature const&, Signature const&) = default;
};

class WorstCase {
 public:
  WorstCase(Network const& network, routing::Shares const& shares, Progress& progress)
      : network_(network), shares_(shares), progress_(progress) {
    for (std::uint32_t r = 0; r < network.num_routers(); ++r) {
      if (network.terminals_at({r}).count > 0) routers_.push_back(r);
    }
  }

  std::vector<std::uint32_t> find() {
    auto const candidates = unlike_channels();
    std::vector<std::uint32_t> best;
    double maximum = -1;
    progress_.start("worst case", candidates.size(), "channels");
    for (auto const channel : candidates) {
      auto const pairs = carried_by(channel);
      auto const [load, destination] = heaviest(pairs);
      auto const bandwidth = network_.bandwidth({channel});
      if (static_cast<double>(load) / bandwidth > maximum) {
        maximum = static_cast<double>(load) / bandwidth;
        best = destination;
      }
      progress_.advance();
    }
    progress_.finish();
    return best;
  }

 private:
  /// Calls visit(from, to, shares) for each pair of routers with terminals, destination by destination.
  template <class Visit>
  void for_each_pair(Visit visit) {
    std::vector<routing::ChannelShare> path;
    for (auto const to : routers_) {
      throw_if_interrupted();
      for (auto const from : routers_) {
        if (from == to) continue;
        path.clear();
        shares_.append({from}, {to}, path);
        visit(from, to, path);
      }
    }
  }
  /// Adds the hashes of the sums per source to the signatures, for as many channels at a time as fit in
  /// memory.
  void add_sources(std::vector<Signature>& signatures) {
    constexpr std::uint64_t max_sums = std::uint64_t{1} << 24;
    auto const at_a_time = std::max<std::uint64_t>(max_sums / network_.num_routers(), 1);
    std::vector<std::uint64_t> sums;  // by channel and source
    for (std::uint64_t begin = 0; begin < signatures.size(); begin += at_a_time) {
      auto const end = std::min<std::uint64_t>(begin + at_a_time, signatures.size());
      sums.assign((end - begin) * network_.num_routers(), 0);
      for_each_pair([&](std::uint32_t from, std::uint32_t, std::vector<routing::ChannelShare> const& path) {
        for (auto const& share : path)
          if (begin <= share.channel.v && share.channel.v < end)
            sums[(share.channel.v - begin) * network_.num_routers() + from] += share.numerator;
      });
      for (std::size_t i = 0; i < sums.size(); ++i)
        if (sums[i] > 0) signatures[begin + i / network_.num_routers()].sources += mix64(sums[i]);
    }
  }
  /// Returns one channel for each signature, in ascending order.
  std::vector<std::uint32_t> unlike_channels() {
    std::vector<Signature> signatures(network_.num_channels());
    std::vector<std::uint64_t> here(signatures.size(), 0);  // by channel: sum for one destination
    std::vector<std::uint32_t> used;
    auto const close_destination = [&] {
      for (auto const channel : used)
        signatures[channel].destinations += mix64(std::exchange(here[channel], 0));
      used.clear();
    };
    auto last = routers_.front();
    for_each_pair([&](std::uint32_t, std::uint32_t to, std::vector<routing::ChannelShare> const& path) {
      if (std::exchange(last, to) != to) close_destination();
      for (auto const& share : path) {
        auto& signature = signatures[share.channel.v];
        signature.group = network_.group_of(share.channel);
        ++signature.count;
        signature.sum += share.numerator;
        signature.pairs += mix64(share.numerator);
        if (share.numerator > 0 && here[share.channel.v] == 0) used.push_back(share.channel.v);
        here[share.channel.v] += share.numerator;
      }
    });
    close_destination();
    add_sources(signatures);
    std::map<Signature, std::uint32_t> first;
    for (std::uint32_t c = 0; c < signatures.size(); ++c)
      if (signatures[c].count > 0) first.emplace(signatures[c], c);
    std::vector<std::uint32_t> channels;
    for (auto const& [signature, channel] : first) channels.push_back(channel);
    std::ranges::sort(channels);
    return channels;
  }
  std::vector<CarriedPair> carried_by(std::uint32_t channel) {
    std::vector<CarriedPair> pairs;
    for_each_pair([&](std::uint32_t from, std::uint32_t to, std::vector<routing::ChannelShare> const& path) {
      for (auto const& share : path)
        if (share.channel.v == channel) pairs.push_back({from, to, share.numerator});
    });
    return pairs;
  }
  std::vector<std::uint32_t> terminals_of(std::vector<std::uint32_t> routers,
                                          std::vector<std::uint32_t>& index) const {
    std::ranges::sort(routers);
    auto const again = std::ranges::unique(routers);
    routers.erase(again.begin(), again.end());
    std::vector<std::uint32_t> terminals;
    for (auto const r : routers) {
      index[r] = static_cast<std::uint32_t>(terminals.size());
      auto const here = network_.terminals_at({r});
      for (std::uint32_t i = 0; i < here.count; ++i) terminals.push_back(here.first.v + i);
    }
    return terminals;
  }
  struct Heaviest {
    std::uint64_t load = 0;
    std::vector<std::uint32_t> destination;
  };
  /// Returns the maximum weight matching of the terminals at routers whose traffic uses the channel; the
  /// remaining terminals are matched in order.
  Heaviest heaviest(std::vector<CarriedPair> const& pairs) const {
    std::vector<std::uint32_t> from, to, row(network_.num_routers()), column(network_.num_routers());
    for (auto const& pair : pairs) {
      from.push_back(pair.from);
      to.push_back(pair.to);
    }
    auto sources = terminals_of(std::move(from), row), goals = terminals_of(std::move(to), column);
    bool const turned = sources.size() > goals.size();
    std::vector<std::int64_t> weights(sources.size() * goals.size(), 0);
    auto const at = [&](std::size_t s, std::size_t g) -> std::int64_t& {
      return weights[s * goals.size() + g];
    };
    for (auto const& pair : pairs)
      for (std::uint32_t s = 0; s < network_.terminals_at({pair.from}).count; ++s)
        for (std::uint32_t g = 0; g < network_.terminals_at({pair.to}).count; ++g)
          at(row[pair.from] + s, column[pair.to] + g) = static_cast<std::int64_t>(pair.numerator);
    auto const few = static_cast<std::uint32_t>(turned ? goals.size() : sources.size()),
               many = static_cast<std::uint32_t>(turned ? sources.size() : goals.size());
    auto const matched = maximum_assignment(
        few, many, [&](std::uint32_t a, std::uint32_t b) { return turned ? at(b, a) : at(a, b); });
    Heaviest result{0, std::vector<std::uint32_t>(network_.num_terminals(), nobody)};
    std::vector<bool> taken(network_.num_terminals(), false);
    for (std::uint32_t i = 0; i < few; ++i) {
      auto const s = turned ? matched[i] : i, g = turned ? i : matched[i];
      if (at(s, g) == 0) continue;
      result.load += static_cast<std::uint64_t>(at(s, g));
      result.destination[sources[s]] = goals[g];
      taken[goals[g]] = true;
    }
    std::uint32_t free = 0;
    for (auto& destination : result.destination) {
      if (destination != nobody) continue;
      while (taken[free]) ++free;
      destination = free++;
    }
    return result;
  }

  static constexpr std::uint32_t nobody = 0xffffffff;
  Network const& network_;
  routing::Shares const& shares_;
  Progress& progress_;
  std::vector<std::uint32_t> routers_;  // with terminals
};

}  // namespace

std::vector<std::uint32_t> worst_permutation(Network const& network, routing::Shares const& shares,
                                             Progress& progress) {
  if (network.num_terminals() > max_terminals_at_worst)
    throw InputError(fmt::format("worst_case does not support {} terminals", network.num_terminals()),
                     fmt::format("the maximum is {}", max_terminals_at_worst),
                     "use a smaller machine of the same family");
  return WorstCase(network, shares, progress).find();
}

}  // namespace weft::load
