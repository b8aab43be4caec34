#include "weft/analysis/universality.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

#include "weft/core/interrupt.hpp"

namespace weft {
namespace {

using Messages = std::vector<LeafMessage>;
using Leaf = std::uint32_t LeafMessage::*;

constexpr std::uint32_t none = ~std::uint32_t{0};

/// The height of the vertex where a message turns; 0 for one to itself.
std::uint32_t turn(LeafMessage const& message) {
  return static_cast<std::uint32_t>(std::bit_width(message.from ^ message.to));
}

/// Calls visit(height, load) for every channel on which the messages rise (end = from) or fall (end = to).
template <class Visit>
void visit_loads(std::span<LeafMessage const> messages, std::uint32_t height, Leaf end, Visit visit) {
  std::vector<std::uint32_t> leaves;
  for (std::uint32_t j = 0; j < height; ++j) {
    throw_if_interrupted();
    leaves.clear();
    for (auto const& message : messages)
      if (turn(message) > j) leaves.push_back(message.*end >> j);
    if (leaves.empty()) return;
    std::ranges::sort(leaves);
    for (std::size_t i = 0; i < leaves.size();) {
      auto const next = static_cast<std::size_t>(
          std::upper_bound(leaves.begin() + static_cast<std::ptrdiff_t>(i), leaves.end(), leaves[i]) -
          leaves.begin());
      visit(j, next - i);
      i = next;
    }
  }
}

/// Matches messages in pairs by one of their ends, in each leaf, then in each vertex above, so that at most
/// one below any vertex is left over. Gives each message's partner.
std::vector<std::uint32_t> match(std::span<LeafMessage const> messages, Leaf end, std::uint32_t height) {
  std::vector<std::uint32_t> partner(messages.size(), none), open(messages.size());
  for (std::uint32_t i = 0; i < open.size(); ++i) open[i] = i;
  std::ranges::sort(open, {}, [&](std::uint32_t i) { return messages[i].*end; });
  for (std::uint32_t j = 0; j <= height && open.size() > 1; ++j) {
    std::vector<std::uint32_t> left;
    for (auto const i : open) {
      if (!left.empty() && messages[left.back()].*end >> j == messages[i].*end >> j) {
        partner[i] = left.back();
        partner[left.back()] = i;
        left.pop_back();
      } else {
        left.push_back(i);
      }
    }
    open = std::move(left);
  }
  return partner;
}

/// Halves the messages that turn at one vertex in one direction.
std::pair<Messages, Messages> halve(Messages const& messages, std::uint32_t height) {
  auto const by_from = match(messages, &LeafMessage::from, height),
             by_to = match(messages, &LeafMessage::to, height);
  std::vector<std::uint8_t> color(messages.size(), 2);
  auto const follow = [&](std::uint32_t at, bool from, std::uint8_t next) {
    for (;; from = !from, next ^= 1) {
      at = from ? by_from[at] : by_to[at];
      if (at == none || color[at] != 2) return;
      color[at] = next;
    }
  };
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    if (color[i] != 2) continue;
    color[i] = 0;
    follow(i, true, 1);
    follow(i, false, 1);
  }
  std::pair<Messages, Messages> halves;
  for (std::size_t i = 0; i < messages.size(); ++i)
    (color[i] == 0 ? halves.first : halves.second).push_back(messages[i]);
  return halves;
}

/// How often messages that turn at one vertex must be halved.
std::uint32_t halvings(Messages const& messages, FatTreeCapacities const& capacities) {
  auto const factor = whole_load_factor(messages, capacities);
  return factor <= 1
             ? 0
             : static_cast<std::uint32_t>(std::bit_width(static_cast<std::uint64_t>(std::ceil(factor)) - 1));
}

/// Adds the parts of messages that turn at one vertex to the sets from `first` on.
void spread(Messages messages, std::uint32_t times, std::uint32_t height, std::size_t first,
            std::vector<Messages>& sets) {
  if (times == 0) {
    if (sets.size() <= first) sets.resize(first + 1);
    sets[first].insert(sets[first].end(), messages.begin(), messages.end());
    return;
  }
  auto [left, right] = halve(messages, height);
  spread(std::move(left), times - 1, height, first, sets);
  spread(std::move(right), times - 1, height, first + (std::size_t{1} << (times - 1)), sets);
}

}  // namespace

FatTreeCapacities growing_capacities(std::uint32_t height, double growth) {
  FatTreeCapacities capacities;
  for (std::uint32_t j = 0; j < height; ++j) capacities.above.push_back(std::pow(growth, j));
  return capacities;
}

FatTreeCapacities universal_capacities(std::uint32_t height, double root) {
  FatTreeCapacities capacities;
  for (std::uint32_t j = 0; j < height; ++j)
    capacities.above.push_back(
        std::max(1.0, std::min(std::exp2(j), root * std::exp2(-2.0 / 3 * (height - j)))));
  return capacities;
}

double universal_volume(std::uint32_t height, double root) {
  return std::pow(root * std::max(1.0, height - std::log2(root)), 1.5);
}

double universal_root(std::uint32_t height, double volume) {
  double low = std::exp2(2.0 / 3 * height), high = std::exp2(height);
  for (int step = 0; step < 100; ++step) {
    double const middle = (low + high) / 2;
    (universal_volume(height, middle) < volume ? low : high) = middle;
  }
  return high;
}

std::uint64_t channel_load(std::span<LeafMessage const> messages, std::uint32_t height, std::uint32_t index,
                           bool up) {
  return static_cast<std::uint64_t>(std::ranges::count_if(messages, [&](LeafMessage const& message) {
    return (up ? message.from : message.to) >> height == index && turn(message) > height;
  }));
}

std::vector<std::uint64_t> max_loads(std::span<LeafMessage const> messages, std::uint32_t height) {
  std::vector<std::uint64_t> most(height, 0);
  for (auto const end : {&LeafMessage::from, &LeafMessage::to})
    visit_loads(messages, height, end, [&](std::uint32_t j, std::size_t count) {
      most[j] = std::max<std::uint64_t>(most[j], count);
    });
  return most;
}

double load_factor(std::span<LeafMessage const> messages, FatTreeCapacities const& capacities) {
  auto const loads = max_loads(messages, capacities.height());
  double most = 0;
  for (std::size_t j = 0; j < loads.size(); ++j)
    most = std::max(most, static_cast<double>(loads[j]) / capacities.above[j]);
  return most;
}

double whole_load_factor(std::span<LeafMessage const> messages, FatTreeCapacities const& capacities) {
  auto whole = capacities;
  for (auto& capacity : whole.above) capacity = std::floor(capacity);
  return load_factor(messages, whole);
}

std::vector<Messages> split_messages(std::span<LeafMessage const> messages,
                                     FatTreeCapacities const& capacities, Progress& progress) {
  progress.start("splitting the messages", messages.size(), "messages");
  // Sorted by the height of the turn, then by its vertex, then by direction: runs of equal keys turn
  // together.
  auto const key = [](LeafMessage const& message) {
    auto const height = turn(message);
    return std::tuple{height, height == 0 ? 0 : message.from >> height, message.from < message.to};
  };
  Messages sorted(messages.begin(), messages.end());
  std::ranges::sort(sorted, {}, key);
  std::vector<Messages> sets;
  std::size_t first = 0;
  std::uint32_t height = 0;
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    auto const end =
        std::find_if(begin, sorted.end(), [&](auto const& other) { return key(other) != key(*begin); });
    if (turn(*begin) > height) {
      if (height > 0) first = sets.size();
      height = turn(*begin);
    }
    Messages together(begin, end);
    progress.advance(together.size());
    auto const times = halvings(together, capacities);
    spread(std::move(together), times, height, first, sets);
    begin = end;
  }
  std::erase_if(sets, [](auto const& set) { return set.empty(); });
  return sets;
}

}  // namespace weft
