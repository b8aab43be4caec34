// SPDX-License-Identifier: Apache-2.0
#include "weft/analysis/universality/message_sets.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

#include "weft/analysis/universality/channel_tree.hpp"
#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

constexpr std::uint32_t unmatched = ~std::uint32_t{0};
using Leaf = std::uint32_t TreeMessage::*;

/// The senders or the receivers of several messages, in depth-first order around a centroid.
struct Ends {
  struct End {
    std::uint32_t message;
    std::uint32_t shared;  ///< depth at which the paths from this and the previous end join
  };
  std::vector<End> ends;
};

/// The part of a centroid in depth-first order.
class Part {
 public:
  explicit Part(ChannelTree const& tree)
      : tree_(tree), parent_(tree.size()), index_(tree.size()), depth_(tree.size()) {}

  void enter(Centroids const& centroids, std::uint32_t centroid) {
    order_.clear();
    stack_.assign(1, centroid);
    parent_[centroid] = unmatched;
    depth_[centroid] = 0;
    while (!stack_.empty()) {
      auto const v = stack_.back();
      stack_.pop_back();
      index_[v] = static_cast<std::uint32_t>(order_.size());
      order_.push_back(v);
      centroids.visit_neighbors(v, [&](std::uint32_t next) {
        if (next == parent_[v] || centroids.level(next) <= centroids.level(centroid)) return;
        parent_[next] = v;
        depth_[next] = depth_[v] + 1;
        stack_.push_back(next);
      });
    }
  }
  /// Returns the ends `end` (from or to) of the messages, which are given by their indices in `all`, in
  /// depth-first order.
  Ends sort(std::span<std::uint32_t const> messages, std::span<TreeMessage const> all, Leaf end) {
    Ends sorted;
    for (auto const message : messages) sorted.ends.push_back({message, 0});
    auto const index = [&](Ends::End const& entry) { return index_[all[entry.message].*end]; };
    std::ranges::sort(sorted.ends, {}, index);
    for (std::size_t i = 1; i < sorted.ends.size(); ++i) {
      auto const before = index(sorted.ends[i - 1]), here = index(sorted.ends[i]);
      auto shared = depth_[order_[before]];
      for (auto k = before + 1; k <= here; ++k) shared = std::min(shared, depth_[order_[k]] - 1);
      sorted.ends[i].shared = shared;
    }
    return sorted;
  }
  /// Returns the number of times that messages with the given ends must be halved so that the load of the
  /// channels from their vertices (up), or to them, does not exceed the capacity.
  std::uint32_t halvings(Ends const& sorted, std::span<TreeMessage const> all, Leaf end, bool to_centroid) {
    load_.assign(order_.size(), 0);
    for (auto const& entry : sorted.ends) ++load_[index_[all[entry.message].*end]];
    std::uint32_t times = 0;
    for (std::size_t i = order_.size(); i-- > 1;) {
      if (load_[i] == 0) continue;
      auto const v = order_[i];
      load_[index_[parent_[v]]] += load_[i];
      auto const room = static_cast<std::uint64_t>(std::min(std::floor(capacity(v, to_centroid)), 1e18));
      times = std::max(times, static_cast<std::uint32_t>(std::bit_width((load_[i] - 1) / room)));
    }
    return times;
  }

 private:
  double capacity(std::uint32_t v, bool to_centroid) const {
    if (tree_.parent[v] == parent_[v]) return to_centroid ? tree_.up[v] : tree_.down[v];
    return to_centroid ? tree_.down[parent_[v]] : tree_.up[parent_[v]];
  }

  ChannelTree const& tree_;
  std::vector<std::uint32_t> parent_, index_, depth_;  // one per vertex, around the centroid
  std::vector<std::uint32_t> order_, stack_;
  std::vector<std::uint64_t> load_;  // indexed by position in the order
};

/// A procedure that halves messages repeatedly.
class Halving {
 public:
  Halving(std::size_t messages, std::vector<std::uint32_t>& set_of)
      : by_from_(messages), by_to_(messages), color_(messages), set_of_(set_of) {}

  /// Splits the messages into 2^times parts, which become the sets from `first` on.
  void spread(Ends const& from, Ends const& to, std::uint32_t times, std::uint32_t first) {
    throw_if_interrupted();
    if (times == 0 || from.ends.empty()) {
      for (auto const& entry : from.ends) set_of_[entry.message] = first;
      return;
    }
    match(from, by_from_);
    match(to, by_to_);
    color(from);
    auto const [from_left, from_right] = divide(from);
    auto const [to_left, to_right] = divide(to);
    spread(from_left, to_left, times - 1, first);
    spread(from_right, to_right, times - 1, first + (1u << (times - 1)));
  }

 private:
  /// Matches the ends in pairs, starting with the ends with paths that join farthest from the centroid, so
  /// that at most one end below any vertex remains unmatched.
  void match(Ends const& sorted, std::vector<std::uint32_t>& partner) {
    open_.clear();
    auto const join = [&] {
      auto const a = open_.back().message, b = open_[open_.size() - 2].message;
      partner[a] = b;
      partner[b] = a;
      open_.resize(open_.size() - 2);
    };
    for (auto next : sorted.ends) {
      partner[next.message] = unmatched;
      while (open_.size() > 1 && open_.back().shared >= next.shared) {
        auto const before = open_[open_.size() - 2].shared;
        join();
        next.shared = std::min(next.shared, before);
      }
      open_.push_back(next);
    }
    while (open_.size() > 1) join();
  }
  /// Colors the chains of matched messages alternately.
  void color(Ends const& sorted) {
    for (auto const& entry : sorted.ends) color_[entry.message] = uncolored;
    for (auto const& entry : sorted.ends) {
      if (color_[entry.message] != uncolored) continue;
      color_[entry.message] = 0;
      for (bool const by_from : {true, false}) follow(entry.message, by_from);
    }
  }
  void follow(std::uint32_t at, bool by_from) {
    for (std::uint8_t next = 1;; next ^= 1, by_from = !by_from) {
      at = by_from ? by_from_[at] : by_to_[at];
      if (at == unmatched || color_[at] != uncolored) return;
      color_[at] = next;
    }
  }
  std::pair<Ends, Ends> divide(Ends const& sorted) const {
    std::pair<Ends, Ends> halves;
    std::array<std::uint32_t, 2> shared{unmatched, unmatched};
    for (auto const& entry : sorted.ends) {
      for (auto& one : shared) one = std::min(one, entry.shared);
      auto const c = color_[entry.message];
      (c == 0 ? halves.first : halves.second).ends.push_back({entry.message, shared[c]});
      shared[c] = unmatched;
    }
    return halves;
  }

  static constexpr std::uint8_t uncolored = 2;
  std::vector<std::uint32_t> by_from_, by_to_;
  std::vector<std::uint8_t> color_;
  std::vector<Ends::End> open_;
  std::vector<std::uint32_t>& set_of_;
};

/// Renumbers the nonempty sets consecutively.
void remove_empty_sets(MessageSets& sets) {
  std::vector<std::uint32_t> number(sets.level_of.size(), unmatched);
  for (auto const set : sets.set_of) number[set] = 0;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (number[i] == unmatched) continue;
    number[i] = count;
    sets.level_of[count++] = sets.level_of[i];
  }
  sets.level_of.resize(count);
  for (auto& set : sets.set_of) set = number[set];
}

}  // namespace

std::vector<std::vector<TreeMessage>> MessageSets::divide(std::span<TreeMessage const> messages) const {
  std::vector<std::vector<TreeMessage>> sets(count());
  for (std::size_t i = 0; i < messages.size(); ++i) sets[set_of[i]].push_back(messages[i]);
  return sets;
}

MessageSets split_messages(ChannelTree const& tree, std::span<TreeMessage const> messages,
                           Progress& progress) {
  progress.start("splitting the messages", messages.size(), "messages");
  MessageSets sets{std::vector<std::uint32_t>(messages.size(), 0), {0}};
  Centroids const centroids(tree);
  struct Meeting {
    std::uint32_t level, centroid, message;
  };
  std::vector<Meeting> meetings;
  for (std::uint32_t i = 0; i < messages.size(); ++i)
    if (messages[i].from != messages[i].to) {
      auto const centroid = centroids.meeting(messages[i]);
      meetings.push_back({centroids.level(centroid), centroid, i});
    }
  std::ranges::sort(meetings, {}, [](Meeting const& meeting) {
    return std::tuple{meeting.level, meeting.centroid};
  });
  Part part(tree);
  Halving halving(messages.size(), sets.set_of);
  std::uint32_t first = 0, level = 0;
  std::vector<std::uint32_t> together;
  for (std::size_t i = 0; i < meetings.size();) {
    auto const [of_level, centroid, message] = meetings[i];
    if (of_level != level && i > 0) first = static_cast<std::uint32_t>(sets.level_of.size());
    level = of_level;
    together.clear();
    for (; i < meetings.size() && meetings[i].centroid == centroid; ++i)
      together.push_back(meetings[i].message);
    progress.advance(together.size());
    part.enter(centroids, centroid);
    auto const from = part.sort(together, messages, &TreeMessage::from),
               to = part.sort(together, messages, &TreeMessage::to);
    auto const times = std::max(part.halvings(from, messages, &TreeMessage::from, true),
                                part.halvings(to, messages, &TreeMessage::to, false));
    sets.level_of.resize(std::max<std::size_t>(sets.level_of.size(), first + (std::size_t{1} << times)),
                         level);
    if (first == 0) sets.level_of[0] = level;
    halving.spread(from, to, times, first);
  }
  remove_empty_sets(sets);
  return sets;
}

double max_sets(ChannelTree const& tree, double whole) {
  auto const levels = tree.size() < 2 ? 1 : std::bit_width(tree.size()) - 1;
  return whole <= 1 ? levels : 2 * whole * levels;
}

}  // namespace weft
