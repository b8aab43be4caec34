// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/deadlock/dependency_graph.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>

#include "weft/core/error.hpp"
#include "weft/graph/shortest_cycle.hpp"

namespace weft::deadlock {
namespace {

/// The dependencies between virtual channels, with one bit for each possible dependency: from a virtual
/// channel to the virtual channels of the output ports of the router at its end. Thread-safe.
class DependencyBits {
 public:
  DependencyBits(Network const& network, std::uint32_t vcs)
      : network_(network), vcs_(vcs), width_(std::bit_ceil(vcs)), first_(network.num_channels() + 1, 0) {
    for (std::uint32_t c = 0; c < network.num_channels(); ++c)
      first_[c + std::size_t{1}] = first_[c] + std::uint64_t{vcs} * words_after(c);
    words_.resize(first_.back());
  }

  /// Returns the number of words for the bits of one virtual channel.
  static std::uint64_t words_after(Network const& network, std::uint32_t channel, std::uint32_t vcs) {
    return (std::uint64_t{network.degree(network.target({channel}))} * std::bit_ceil(vcs) + 63) / 64;
  }
  /// Adds the dependencies of `from` on the virtual channels in the bit set `vcs` at output port `port`.
  void set(VirtualChannel from, std::uint16_t port, std::uint64_t vcs) {
    std::uint64_t const bit = std::uint64_t{port} * width_;
    auto& word = words_[row(from) + bit / 64];
    vcs <<= bit % 64;
    std::atomic_ref at(word);
    if ((at.load(std::memory_order_relaxed) & vcs) != vcs) at.fetch_or(vcs, std::memory_order_relaxed);
  }
  /// Calls visit(VirtualChannel) for each dependency of `from`, in ascending order.
  template <class Visit>
  void for_each(VirtualChannel from, Visit visit) const {
    auto const begin = row(from);
    RouterId const at = network_.target(from.channel);
    for (std::uint64_t w = 0; w < words_after(from.channel.v); ++w)
      for (auto left = words_[begin + w]; left != 0; left &= left - 1) {
        auto const bit = w * 64 + static_cast<std::uint64_t>(std::countr_zero(left));
        visit(VirtualChannel{network_.channel(at, {static_cast<std::uint16_t>(bit / width_)}),
                             static_cast<std::uint8_t>(bit % width_)});
      }
  }

 private:
  std::uint64_t words_after(std::uint32_t channel) const { return words_after(network_, channel, vcs_); }
  std::uint64_t row(VirtualChannel from) const {
    return first_[from.channel.v] + from.vc * words_after(from.channel.v);
  }

  Network const& network_;
  std::uint32_t vcs_;
  std::uint64_t width_;  // bits per port
  std::vector<std::uint64_t> first_, words_;
};

/// A set of virtual channels. Insertion is thread-safe.
class VirtualChannelSet {
 public:
  explicit VirtualChannelSet(Network const& network) : masks_(network.num_channels(), 0) {}
  void add(ChannelIndex channel, std::uint64_t vcs) {
    std::atomic_ref at(masks_[channel.v]);
    if ((at.load(std::memory_order_relaxed) & vcs) != vcs) at.fetch_or(vcs, std::memory_order_relaxed);
  }
  std::uint64_t of(ChannelIndex channel) const { return masks_[channel.v]; }
  bool holds(VirtualChannel at) const { return masks_[at.channel.v] >> at.vc & 1; }

 private:
  std::vector<std::uint64_t> masks_;
};

/// The results of the search, shared by all threads.
struct Record {
  Record(Network const& network, routing::ChannelTraits const& traits, std::uint32_t vcs)
      : waits(network, vcs), used(network), entered_without_bubble(network), escape(network) {
    if (traits.preserves_bubble) tight.emplace(network, vcs);
    if (traits.has_escape) to_escape.emplace(network, vcs);
  }
  DependencyBits waits;
  std::optional<DependencyBits> tight, to_escape;
  VirtualChannelSet used, entered_without_bubble, escape;
};

/// Records the results of one thread.
class Recorder {
 public:
  /// The private results of a thread.
  struct Found {
    std::vector<PacketState> arrived, diverted;
    std::uint64_t stranded = 0;
    bool escape_everywhere = true;
  };
  Recorder(Record& record, routing::ChannelRouting const& routing) : record_(record), routing_(routing) {}

  void begin(Leg const& leg, LegSearch const& search) {
    leg_ = leg;
    search_ = &search;
    escape_offered_ = LegSearch::none;
    ways_of_ = LegSearch::none;
  }
  void candidate(std::uint32_t from, routing::Candidate const& candidate, ChannelIndex channel) {
    if (ways_of_ != from) require_escape();
    ways_of_ = from;
    if (candidate.escape) escape_offered_ = from;
    record_.used.add(channel, candidate.vcs);
    if (candidate.escape) record_.escape.add(channel, candidate.vcs);
    auto const state = search_->state(from);
    if (state.is_at_source()) {
      if (candidate.room < 2) record_.entered_without_bubble.add(channel, candidate.vcs);
      return;
    }
    record_.waits.set(state.channel(), candidate.port, candidate.vcs);
    if (record_.tight && candidate.room < 2)
      record_.tight->set(state.channel(), candidate.port, candidate.vcs);
    if (record_.to_escape && candidate.escape)
      record_.to_escape->set(state.channel(), candidate.port, candidate.vcs);
  }
  void move(LegSearch::Move const& move) {
    if (leg_.to_intermediate && move.to == LegSearch::none)
      found_.arrived.push_back(PacketState::in(move.next, routing_.after_intermediate(move.candidate.phase)));
  }
  void diversion(std::uint32_t from, std::uint16_t phase) {
    found_.diverted.push_back(search_->state(from).with_phase(phase));
    if (found_.diverted.size() > 2 * known_diverted_ + 4096) {
      std::ranges::sort(found_.diverted);
      found_.diverted.erase(std::ranges::unique(found_.diverted).begin(), found_.diverted.end());
      known_diverted_ = found_.diverted.size();
    }
  }
  void strands(std::uint32_t) { ++found_.stranded; }
  void end() { require_escape(); }

  Found const& found() const { return found_; }

 private:
  void require_escape() {
    if (ways_of_ != LegSearch::none && escape_offered_ != ways_of_) found_.escape_everywhere = false;
  }

  Record& record_;
  routing::ChannelRouting const& routing_;
  Leg leg_;
  LegSearch const* search_ = nullptr;
  Found found_;
  std::uint32_t ways_of_ = LegSearch::none, escape_offered_ = LegSearch::none;
  std::size_t known_diverted_ = 0;
};

/// Assigns a vertex to each virtual channel in use.
void number_channels(Network const& network, VirtualChannelSet const& used, DependencyGraph& out) {
  out.vertex.resize(network.num_channels() * out.vcs);
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    for (auto left = used.of({c}); left != 0; left &= left - 1) {
      VirtualChannel const virtual_channel{{c}, static_cast<std::uint8_t>(std::countr_zero(left))};
      out.vertex[std::size_t{c} * out.vcs + virtual_channel.vc] = static_cast<Vertex>(out.channels.size());
      out.channels.push_back(virtual_channel);
    }
}

Graph graph_of(DependencyBits const& bits, DependencyGraph const& numbers) {
  std::vector<std::uint64_t> first{0};
  first.reserve(numbers.channels.size() + 1);
  std::vector<Vertex> heads;
  for (auto const& from : numbers.channels) {
    bits.for_each(from, [&](VirtualChannel to) { heads.push_back(numbers.vertex_of(to)); });
    first.push_back(heads.size());
  }
  heads.shrink_to_fit();
  return {std::move(first), std::move(heads)};
}

std::vector<bool> flags_of(VirtualChannelSet const& set, DependencyGraph const& numbers) {
  std::vector<bool> flags;
  for (auto const& virtual_channel : numbers.channels) flags.push_back(set.holds(virtual_channel));
  return flags;
}

void require_numbers(Network const& network, std::uint32_t vcs) {
  if (network.num_channels() * vcs < LegSearch::none) return;
  throw InputError(std::to_string(network.num_channels()) + " channels with " + std::to_string(vcs) +
                       " virtual channels each are too many",
                   "the analysis supports at most 2^32 - 1 virtual channels", "analyze a smaller network",
                   "vcs");
}

}  // namespace

CycleFacts cycle_facts(Graph const& graph, Progress& progress) {
  auto const components = strong_components(graph);
  CycleFacts facts;
  for (std::size_t i = 0; i < components.size.size(); ++i)
    if (components.cyclic[i]) {
      ++facts.components;
      facts.vertices += components.size[i];
    }
  if (facts.cyclic()) facts.shortest = shortest_cycle(graph, components, progress);
  return facts;
}

std::uint64_t bytes_needed(Network const& network, routing::ChannelTraits const& traits, std::uint32_t vcs) {
  std::uint64_t words = 0;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    words += DependencyBits::words_after(network, c, vcs);
  std::uint64_t const kinds = 1 + traits.preserves_bubble + traits.has_escape;
  return vcs * (8 * words * kinds + 64 * network.num_channels());
}

DependencyGraph explore(Legs& legs, std::uint32_t vcs, Progress& progress) {
  auto const& network = legs.network();
  auto const traits = legs.routing().traits();
  require_numbers(network, vcs);
  Record record(network, traits, vcs);
  DependencyGraph out;
  out.vcs = vcs;
  for (std::uint32_t round = 0;; ++round) {
    auto const some = legs.legs_of(round);
    std::vector<Recorder> recorders(num_threads(), Recorder(record, legs.routing()));
    progress.start("dependencies", some.size(), "routers");
    search_legs(
        legs, some, recorders, [](auto&, auto&, Recorder& recorder) { recorder.end(); }, progress);
    progress.finish();
    std::vector<PacketState> arrived, diverted;
    for (auto const& recorder : recorders) {
      arrived.insert(arrived.end(), recorder.found().arrived.begin(), recorder.found().arrived.end());
      diverted.insert(diverted.end(), recorder.found().diverted.begin(), recorder.found().diverted.end());
      out.stranded += recorder.found().stranded;
      out.escape_everywhere = out.escape_everywhere && recorder.found().escape_everywhere;
    }
    if (!legs.add_round(std::move(arrived), std::move(diverted))) break;
  }
  number_channels(network, record.used, out);
  out.waits = graph_of(record.waits, out);
  if (record.tight) {
    out.tight = graph_of(*record.tight, out);
    out.entered_without_bubble = flags_of(record.entered_without_bubble, out);
  }
  if (record.to_escape) {
    out.to_escape = graph_of(*record.to_escape, out);
    out.is_escape = flags_of(record.escape, out);
  }
  return out;
}

}  // namespace weft::deadlock
