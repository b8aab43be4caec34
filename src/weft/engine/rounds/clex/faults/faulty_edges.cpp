#include "weft/engine/rounds/clex/faults/faulty_edges.hpp"

#include <algorithm>
#include <utility>

namespace weft::rounds {

FaultyEdges::FaultyEdges(std::uint32_t m, Subset subset, bool asynchronous,
                         std::vector<std::uint16_t> const& pool)
    : m_(m),
      pooled_(subset == Subset::pooled),
      asynchronous_(asynchronous),
      pool_(pool),
      free_(m),
      attempts_(m) {}

std::uint64_t FaultyEdges::send(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges,
                                Rng& rng, Medium& medium, std::uint32_t level, FaultTally& tally) {
  if (asynchronous_)
    deal_in_turn(messages, edges, rng);
  else if (pooled_)
    deal_pooled(messages, edges, rng);
  else
    deal_evenly(messages, edges, rng);
  return transmit(messages, medium, level, tally);
}

std::uint64_t FaultyEdges::send_over_link(std::vector<Message>& messages, Medium& medium, std::uint32_t level,
                                          FaultTally& tally) {
  for (std::size_t q = 0; q < messages.size(); ++q) messages[q].edge = static_cast<std::uint16_t>(q % m_);
  return transmit(messages, medium, level, tally);
}

/// Each edge floor(x / edges) times, and a random subset once more. The subset, or what it leaves out if that is smaller,
/// is drawn until enough different edges have come up.
void FaultyEdges::deal_evenly(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges,
                              Rng& rng) {
  auto const size = static_cast<std::uint32_t>(edges.size());
  auto const extra = static_cast<std::uint32_t>(messages.size() % size);
  std::size_t const full = messages.size() - extra;
  for (std::size_t q = 0; q < full; ++q) messages[q].edge = edges[q % size];
  bool const draw_chosen = extra <= size - extra;
  chosen_.assign(size, !draw_chosen);
  for (std::uint32_t missing = draw_chosen ? extra : size - extra; missing > 0;) {
    char& chosen = chosen_[below32(rng(), size)];
    missing -= chosen != static_cast<char>(draw_chosen);
    chosen = static_cast<char>(draw_chosen);
  }
  std::size_t q = full;
  for (std::uint32_t e = 0; e < size && extra > 0; ++e)
    if (chosen_[e]) messages[q++].edge = edges[e];
}

/// A random permutation of the pool, without the edges that do not work, cyclically.
void FaultyEdges::deal_pooled(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges,
                              Rng& rng) {
  auto const* const row = pool_.data() + std::size_t{below32(rng(), m_)} * m_;
  permutation_.clear();
  std::copy_if(row, row + m_, std::back_inserter(permutation_),
               [&](std::uint16_t w) { return std::binary_search(edges.begin(), edges.end(), w); });
  for (std::size_t q = 0; q < messages.size(); ++q) messages[q].edge = permutation_[q % permutation_.size()];
}

void FaultyEdges::deal_in_turn(std::vector<Message>& messages, std::vector<std::uint16_t> const& edges,
                               Rng& rng) {
  permutation_ = edges;
  std::size_t const size = edges.size();
  for (std::size_t q = 0; q < messages.size(); ++q) {
    std::size_t const at = q % size;
    std::swap(permutation_[at], permutation_[at + rng.below(size - at)]);
    messages[q].edge = permutation_[at];
  }
}

std::uint64_t FaultyEdges::transmit(std::vector<Message>& messages, Medium& medium, std::uint32_t level,
                                    FaultTally& tally) {
  std::fill(free_.begin(), free_.end(), Ticks{0});
  std::fill(attempts_.begin(), attempts_.end(), std::uint64_t{0});
  for (Message& message : messages) {
    Passage const passage = stop_and_wait(medium, std::max(message.start, free_[message.edge]));
    message.arrived = passage.arrived;
    free_[message.edge] = passage.free;
    attempts_[message.edge] += passage.attempts;
    tally.duplicates += passage.duplicates;
    tally.measures.levels[level - 1].hops += passage.attempts;
    tally.time[level - 1] += message.arrived - message.start;
  }
  std::uint64_t const rounds = *std::max_element(attempts_.begin(), attempts_.end());
  tally.measures.levels[level - 1].max_rounds = std::max(tally.measures.levels[level - 1].max_rounds, rounds);
  return rounds;
}

}  // namespace weft::rounds
