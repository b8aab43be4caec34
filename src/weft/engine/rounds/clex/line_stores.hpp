#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <span>
#include <utility>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/message_store.hpp"

namespace weft::rounds {

/// Collective. The level whose copies are the parallel tasks of A(l): the highest below the top that has a
/// task for each thread of each rank. With landing=high the one below the top, because a message may then
/// land anywhere in its copy.
inline std::uint32_t task_level_of(ClexMachine const& machine) {
  if (machine.levels <= 2) return 1;
  std::uint32_t level = machine.levels - 1;
  std::uint64_t const wanted = max_over_ranks(num_threads()) * num_ranks();
  while (machine.low_landing && level > 1 && machine.power(machine.levels - level) < wanted) --level;
  return level;
}

/// The copies of one level that an exchange over a higher one connects: lines of m copies, `stride` apart.
/// Copy j of a line receives what the nodes j of all cliques of the copies of the line hold.
struct CopyLines {
  std::uint32_t m;
  std::uint64_t stride, copies;

  std::uint64_t line_of(std::uint64_t copy) const { return copy / (stride * m) * stride + copy % stride; }
  std::uint32_t digit_of(std::uint64_t copy) const { return static_cast<std::uint32_t>(copy / stride % m); }
  /// The digits of the copies of a line that are among `some`.
  std::pair<std::uint32_t, std::uint32_t> digits_in(std::uint64_t line, Share some) const {
    std::uint64_t const first = line / stride * (stride * m) + line % stride;
    auto const digits_before = [&](std::uint64_t copy) {
      std::uint64_t const distance = copy > first ? copy - first : 0;
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(m, (distance + stride - 1) / stride));
    };
    return {digits_before(some.begin), digits_before(some.end)};
  }
};

/// The copies that a rank with so many sends at a time: an exchange takes at most 32 turns.
constexpr std::uint64_t copies_per_turn(std::uint64_t copies) { return (copies + 31) / 32; }

/// The messages of an exchange, where the copies of this rank can read them: they come from the copies of all
/// ranks.
template <class Message, class Offset>
class LineStores {
 public:
  using Store = MessageStore<Message, Offset>;

  /// Collective. `own` has the stores of this rank's copies, of `cliques` cliques each.
  LineStores(CopyLines const& lines, std::uint64_t cliques, std::vector<Store> own)
      : lines_(lines), cliques_(cliques), mine_(share_of(rank(), lines.copies)), parts_(lines.copies) {
    if (num_ranks() > 1)
      receive(std::move(own));
    else
      for (std::uint64_t copy = 0; copy < own.size(); ++copy) add(copy, std::move(own[copy]), 0);
  }

  CopySource<Message, Offset> source(std::uint64_t copy, std::uint32_t level) const {
    return {nullptr, &parts_[lines_.line_of(copy) * lines_.m], cliques_, level, lines_.digit_of(copy)};
  }

 private:
  void add(std::uint64_t from, Store store, std::uint32_t first) {
    stores_.push_back(std::move(store));
    parts_[lines_.line_of(from) * lines_.m + lines_.digit_of(from)] = {&stores_.back(), first};
  }

  /// Moves the messages, some copies of each rank at a time, so that little memory is taken twice.
  void receive(std::vector<Store> own) {
    std::vector<Share> shares;
    for (unsigned r = 0; r < num_ranks(); ++r) shares.push_back(share_of(r, lines_.copies));
    std::uint64_t const most = shares[0].end, step = copies_per_turn(most);
    for (std::uint64_t begin = 0; begin < most; begin += step) {
      std::uint64_t const end = std::min<std::uint64_t>(begin + step, own.size());
      std::vector<Bytes> to_rank(num_ranks());
      parallel_for(to_rank.size(), [&](std::size_t r, unsigned) {
        for (std::uint64_t i = begin; i < end; ++i) {
          auto const [first, last] = lines_.digits_in(lines_.line_of(mine_.begin + i), shares[r]);
          if (first < last) append(own[i].pack(first, last), to_rank[r]);
        }
      });
      for (std::uint64_t i = begin; i < end; ++i) own[i] = {};
      unpack(begin, begin + step, shares, exchange(std::move(to_rank)));
    }
  }

  void unpack(std::uint64_t begin, std::uint64_t end, std::vector<Share> const& shares,
              std::vector<Bytes> from_rank) {
    struct Arrived {
      std::uint64_t copy;
      Store store;
      std::uint32_t first;
    };
    std::vector<std::vector<Arrived>> arrived(from_rank.size());
    parallel_for(from_rank.size(), [&](std::size_t r, unsigned) {
      std::span<std::byte const> rest(from_rank[r]);
      for (auto copy = shares[r].begin + begin; copy < std::min(shares[r].begin + end, shares[r].end);
           ++copy) {
        auto const [first, last] = lines_.digits_in(lines_.line_of(copy), mine_);
        if (first < last)
          arrived[r].push_back({copy, Store::unpack(next(rest), last - first, cliques_), first});
      }
      from_rank[r] = {};
    });
    for (auto& of_rank : arrived)
      for (auto& [copy, store, first] : of_rank) add(copy, std::move(store), first);
  }

  /// Pieces stand behind their lengths.
  static void append(Bytes const& piece, Bytes& to) {
    std::uint64_t const size = piece.size();
    auto const* length = reinterpret_cast<std::byte const*>(&size);
    to.insert(to.end(), length, length + sizeof size);
    to.insert(to.end(), piece.begin(), piece.end());
  }
  static std::span<std::byte const> next(std::span<std::byte const>& rest) {
    std::uint64_t size = 0;
    std::memcpy(&size, rest.data(), sizeof size);
    auto const piece = rest.subspan(sizeof size, size);
    rest = rest.subspan(sizeof size + size);
    return piece;
  }

  CopyLines lines_;
  std::uint64_t cliques_;
  Share mine_;
  std::vector<ExchangePart<Message, Offset>> parts_;  ///< by (line, digit of the copy that sends)
  std::deque<Store> stores_;
};

}  // namespace weft::rounds
