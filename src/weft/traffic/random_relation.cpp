// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/random_relation.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/traffic/keyed_bijection.hpp"

namespace weft {
namespace {

constexpr std::size_t chunk_of_sources = 256;

std::uint64_t bytes_of_relation(std::uint64_t packets) {
  return packets * (32 + chunk_of_sources * 8 * num_threads());
}

/// Results for the sources of one worker.
struct Part {
  std::vector<std::uint64_t> pairs_with;  // pairs of different processors with exactly k + 1 messages
  std::uint64_t local = 0;
  std::vector<RandomRelation::Pair> max;  // the pairs with the maximum number of messages

  void add(RandomRelation::Pair pair, std::uint64_t messages) {
    if (messages > pairs_with.size()) {
      pairs_with.resize(messages);
      max.clear();
    }
    ++pairs_with[messages - 1];
    if (messages == pairs_with.size()) max.push_back(pair);
  }
};

/// Counts the messages of one source. `goals`: their destinations, which this function sorts.
void count_goals(std::uint32_t source, std::span<std::uint32_t> goals, Part& part) {
  std::ranges::sort(goals);
  for (std::size_t begin = 0, end = 0; begin < goals.size(); begin = end) {
    while (end < goals.size() && goals[end] == goals[begin]) ++end;
    if (goals[begin] == source)
      part.local += end - begin;
    else
      part.add({source, goals[begin]}, end - begin);
  }
}

}  // namespace

RandomRelation::RandomRelation(std::uint64_t processors, std::uint64_t packets, std::uint64_t seed,
                               Progress& progress) {
  require_memory(bytes_of_relation(packets),
                 "a relation of " + std::to_string(packets) + " messages per processor");
  std::vector<KeyedBijection> permutations;
  permutations.reserve(packets);
  for (std::uint64_t h = 0; h < packets; ++h) permutations.emplace_back(processors, seed, h);
  std::vector<Part> parts(num_threads());
  progress.start("h-relation", processors * packets, "messages");
  parallel_chunks(processors, chunk_of_sources, [&](std::size_t begin, std::size_t end, unsigned worker) {
    auto const count = end - begin;
    std::vector<std::uint32_t> images(count), goals(count * packets);
    for (std::size_t h = 0; h < packets; ++h) {
      permutations[h].map(static_cast<std::uint32_t>(begin), images);
      for (std::size_t i = 0; i < count; ++i) goals[i * packets + h] = images[i];
    }
    for (std::size_t i = 0; i < count; ++i)
      count_goals(static_cast<std::uint32_t>(begin + i), std::span(goals).subspan(i * packets, packets),
                  parts[worker]);
    progress.advance(count * packets);
  });
  progress.finish();
  std::size_t max = 0;
  for (auto const& part : parts) max = std::max(max, part.pairs_with.size());
  delivered_.resize(max);
  for (auto const& part : parts) {
    local_ += part.local;
    std::uint64_t sum = 0;
    for (auto k = part.pairs_with.size(); k-- > 0;) delivered_[k] += sum += part.pairs_with[k];
    if (part.pairs_with.size() == max)
      last_pairs_.insert(last_pairs_.end(), part.max.begin(), part.max.end());
  }
}

Estimate estimate_random_relation(double processors, double packets) {
  constexpr double seconds_per_message = 2e-8;
  auto const seconds = processors * packets * seconds_per_message;
  return {static_cast<double>(bytes_of_relation(static_cast<std::uint64_t>(packets))), seconds,
          useful_threads(processors / chunk_of_sources, seconds)};
}

// The maximum of many Poisson variables is approximately the mean plus several standard deviations.
double max_messages_of_pair(double processors, double packets) {
  auto const mean = packets / std::max(processors, 1.0);
  return std::ceil(mean + 3 * std::sqrt(mean) + 1);
}

}  // namespace weft
