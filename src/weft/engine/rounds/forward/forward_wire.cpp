// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/rounds/forward/forward_wire.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/parallel.hpp"

namespace weft::rounds {

std::uint64_t Wiring::slots_of_a_chunk(std::uint64_t channels) {
  return std::clamp<std::uint64_t>(channels / 64, 2048, 24576);
}

Wiring::Wiring(Network const& network, std::vector<std::uint16_t> lanes, Progress& progress)
    : lanes_(std::move(lanes)) {
  cut_chunks(network);
  own_ = share_of(rank(), chunks_.size());
  progress.start("channels in chunks", own_.end - own_.begin, "chunks");
  std::vector<Reach> reaches(chunks_.size());
  make_links(network, reaches, progress);
  progress.finish();
  share_reaches(reaches);
  connect_lists(reaches);
}

/// Stores the number of slots of router r in slot_begin_[r], until the chunks are determined.
void Wiring::count_slots(Network const& network) {
  auto const routers = network.num_routers();
  slot_begin_.resize(routers);
  parallel_chunks(routers, 4096, [&](std::size_t begin, std::size_t end, unsigned) {
    for (std::size_t i = begin; i < end; ++i) {
      RouterId const r{static_cast<std::uint32_t>(i)};
      std::uint32_t slots = network.in_degree(r);
      if (!lanes_.empty()) {
        slots = 0;
        for (std::uint16_t p = 0, ports = network.in_degree(r); p < ports; ++p)
          slots += this->lanes(network, network.incoming(r, {p}));
      }
      slot_begin_[i] = slots;
    }
  });
}

void Wiring::cut_chunks(Network const& network) {
  count_slots(network);
  auto const routers = static_cast<std::uint32_t>(network.num_routers());
  auto const counts = std::move(slot_begin_);
  auto const first = network.first_channels();
  // Each pair of connected chunks has a list, so routers with very many ports share chunks despite the limit.
  auto const chunk_slots = slots_of_a_chunk(network.num_channels());
  common_slots_ =
      std::ranges::adjacent_find(counts, std::not_equal_to{}) == counts.end() ? counts.front() : 0;
  slot_begin_ = {};
  slot_begin_.reserve(routers + routers / 64 + 1);
  chunk_of_.resize(routers);
  for (std::uint32_t r = 0; r < routers;) {
    Chunk chunk{};
    chunk.first_router = r;
    chunk.first_channel = first[r];
    do {
      if (chunk.slots + std::uint64_t{counts[r]} > slot_limit)
        throw InputError{"router " + std::to_string(r) + " can receive more than 65536 messages per round",
                         "the store-and-forward engine indexes them with 16 bits"};
      slot_begin_.push_back(chunk.slots);
      chunk.slots += counts[r];
      chunk_of_[r] = static_cast<std::uint32_t>(chunks_.size());
      ++r;
    } while (r < routers && r - chunk.first_router < chunk_routers &&
             std::max(chunk.slots + std::uint64_t{counts[r]}, first[r + 1] - chunk.first_channel) <=
                 (r - chunk.first_router < min_routers ? slot_limit : chunk_slots));
    slot_begin_.push_back(chunk.slots);
    chunk.routers = r - chunk.first_router;
    chunk.channels = static_cast<std::uint32_t>(first[r] - chunk.first_channel);
    max_slots_ = std::max(max_slots_, chunk.slots);
    max_channels_ = std::max(max_channels_, chunk.channels);
    chunks_.push_back(chunk);
  }
}

/// Returns the first slot of channel c in the chunk that it enters.
std::uint32_t Wiring::slot_of(Network const& network, ChannelIndex c) const {
  auto const to = network.target(c);
  auto const port = network.target_port(c).v;
  std::uint32_t slot = slot_begin_[to.v + std::size_t{chunk_of_[to.v]}];
  if (lanes_.empty()) return slot + port;
  for (std::uint16_t p = 0; p < port; ++p) slot += lanes(network, network.incoming(to, {p}));
  return slot;
}

void Wiring::make_links(Network const& network, std::vector<Reach>& reaches, Progress& progress) {
  if (own_.begin == own_.end) return;
  auto const first = chunks_[own_.begin].first_channel;
  links_.resize(chunks_[own_.end - 1].first_channel + chunks_[own_.end - 1].channels - first);
  constexpr auto none = std::numeric_limits<std::uint32_t>::max();
  std::vector ordinal(num_threads(), std::vector<std::uint32_t>());
  parallel_for(own_.end - own_.begin, [&](std::size_t i, unsigned worker) {
    auto& known = ordinal[worker];
    known.resize(chunks_.size(), none);
    auto const& chunk = chunks_[own_.begin + i];
    auto& [reached, places] = reaches[own_.begin + i];
    for (std::uint64_t channel = chunk.first_channel; channel < chunk.first_channel + chunk.channels;
         ++channel) {
      ChannelIndex const c{static_cast<std::uint32_t>(channel)};
      auto const to = chunk_of_[network.target(c).v];
      if (known[to] == none) {
        known[to] = static_cast<std::uint32_t>(reached.size());
        reached.push_back(to);
        places.push_back(0);
      }
      places[known[to]] += lanes(network, c);
      links_[channel - first] = Link(known[to], slot_of(network, c));
    }
    for (auto const to : reached) known[to] = none;
    progress.advance();
  });
}

void Wiring::share_reaches(std::vector<Reach>& reaches) const {
  ByteWriter mine;
  for (auto chunk = own_.begin; chunk < own_.end; ++chunk) {
    mine.put_list(reaches[chunk].chunks);
    mine.put_list(reaches[chunk].places);
  }
  std::size_t chunk = 0;
  for (auto const& of_rank : allgather_bytes(mine.bytes()))
    for (ByteReader in(of_rank); !in.empty(); ++chunk) {
      reaches[chunk].chunks = in.read_list<std::uint32_t>();
      reaches[chunk].places = in.read_list<std::uint32_t>();
    }
}

/// Numbers the lists, ordered by receiving chunk, then by sending chunk.
void Wiring::connect_lists(std::vector<Reach> const& reaches) {
  for (auto const& reach : reaches) {
    throw_if_interrupted();
    for (auto const to : reach.chunks) ++chunks_[to].incoming;
  }
  std::uint64_t lists = 0, outgoing = 0;
  std::uint32_t max_outgoing = 0;
  for (std::size_t s = 0; s < chunks_.size(); ++s) {
    auto& chunk = chunks_[s];
    chunk.first_incoming = static_cast<std::uint32_t>(lists);
    lists += chunk.incoming;
    chunk.first_outgoing = outgoing;
    chunk.outgoing = static_cast<std::uint32_t>(reaches[s].chunks.size());
    outgoing += chunk.outgoing;
    max_outgoing = std::max(max_outgoing, chunk.outgoing);
  }
  if (max_outgoing > slot_limit || lists >= std::uint64_t{1} << 32)
    throw InputError{"the network has too many randomly connected routers",
                     "the store-and-forward engine indexes connected chunks with 16 bits"};
  outgoing_.resize(outgoing);
  list_begin_.resize(lists + 1);
  std::vector<std::uint32_t> next(chunks_.size());
  for (std::size_t s = 0; s < chunks_.size(); ++s) {
    throw_if_interrupted();
    for (std::size_t i = 0; i < reaches[s].chunks.size(); ++i) {
      auto const to = reaches[s].chunks[i];
      auto const list = chunks_[to].first_incoming + next[to]++;
      outgoing_[chunks_[s].first_outgoing + i] = list;
      list_begin_[list + 1] = reaches[s].places[i];
    }
  }
  for (std::uint64_t i = 0; i < lists; ++i) list_begin_[i + 1] += list_begin_[i];
}

std::vector<Wiring::Partner> Wiring::partners() const {
  std::vector<unsigned> rank_of(chunks_.size());
  std::vector<Partner> all(num_ranks());
  for (unsigned r = 0; r < num_ranks(); ++r) {
    all[r].rank = r;
    auto const share = share_of(r, chunks_.size());
    std::fill(rank_of.begin() + static_cast<std::ptrdiff_t>(share.begin),
              rank_of.begin() + static_cast<std::ptrdiff_t>(share.end), r);
  }
  std::vector<unsigned> receiver(num_lists());
  for (std::size_t i = 0; i < chunks_.size(); ++i)
    std::fill_n(receiver.begin() + chunks_[i].first_incoming, chunks_[i].incoming, rank_of[i]);
  for (std::size_t i = 0; i < chunks_.size(); ++i)
    for (auto const list : outgoing_lists(chunks_[i])) {
      if (rank_of[i] == rank()) all[receiver[list]].to.push_back(list);
      if (receiver[list] == rank()) all[rank_of[i]].from.push_back(list);
    }
  for (auto& partner : all) {
    std::ranges::sort(partner.to);
    std::ranges::sort(partner.from);
  }
  std::erase_if(all, [](Partner const& partner) {
    return partner.rank == rank() || (partner.to.empty() && partner.from.empty());
  });
  return all;
}

}  // namespace weft::rounds
