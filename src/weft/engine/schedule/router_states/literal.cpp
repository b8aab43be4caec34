// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>

#include "weft/core/memory.hpp"
#include "weft/core/parallel.hpp"
#include "weft/engine/schedule/router_states/slot_machine.hpp"

namespace weft::schedule {
namespace {

/// The messages of all processors: for every cell, the source and destination of the message at each node. A
/// node is identified by its level and its first d - 1 coordinates, so a hop along the last dimension moves
/// no data.
template <class Id>
class AllMessages {
 public:
  explicit AllMessages(RouterProgram const& program)
      : p_(program.processors()),
        n_(program.side()),
        d_(program.dims()),
        digits_(program.dims(), program.side()),
        scratch_(num_threads()) {
    require_memory(p_ * n_ * d_ * sizeof(Id), fmt::format("all messages of {} processors on their way", p_));
  }

  std::uint64_t sources() const { return p_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(ids_.size()); }
  void grow() { ids_.resize(ids_.size() + std::size_t{n_} * d_); }

  void start(std::uint32_t cargo, std::uint32_t offset) {
    auto& ids = ids_[cargo];
    ids.resize(p_);
    auto const step = digits_.coordinates(offset);
    std::vector<std::uint32_t> from(d_);
    std::uint64_t to = offset;
    for (std::uint64_t q = 0; q < p_; ++q) {
      ids[q] = static_cast<Id>(static_cast<Id>(q) << half | static_cast<Id>(to));
      std::uint64_t stride = 1;
      for (std::uint32_t dim = 0; dim + 1 < d_; ++dim, stride *= n_) {
        // Increases digit `dim` of q, and of the destination, by one mod n.
        to += from[dim] + 1 + step[dim] == n_ ? stride * (1 - std::uint64_t{n_}) : stride;
        if (++from[dim] < n_) break;
        from[dim] = 0;
      }
    }
  }

  void hop(std::uint32_t cargo, std::uint32_t dim) {
    if (dim + 1 < d_) moves_.push_back({cargo, dim});
  }
  void end_slot() {
    if (moves_.size() * p_ < worth_threads) {
      for (auto const& move : moves_) carry_out(move, 0);
    } else {
      parallel_for(moves_.size(), [&](std::size_t i, unsigned worker) { carry_out(moves_[i], worker); });
    }
    moves_.clear();
  }

  bool home(std::uint32_t cargo) const {
    auto const& ids = ids_[cargo];
    Id different = 0;
    for (std::uint64_t q = 0; q < p_; ++q) different |= (ids[q] ^ static_cast<Id>(q)) & destination_bits;
    return different == 0;
  }
  LocatedMessage of_processor_0(std::uint32_t cargo, std::uint32_t level) const {
    std::uint32_t q = 0;
    while (source(ids_[cargo][q]) != 0) ++q;
    auto node = digits_.coordinates(q);
    node.back() = (node.back() + level) % n_;
    return {0, destination(ids_[cargo][q]), std::move(node)};
  }
  LocatedMessage at_processor_0(std::uint32_t cargo) const {
    return {source(ids_[cargo][0]), destination(ids_[cargo][0]), std::vector<std::uint32_t>(d_)};
  }

 private:
  static constexpr int half = sizeof(Id) * 4;
  static constexpr Id destination_bits = (Id{1} << half) - 1;
  static constexpr std::uint64_t worth_threads = 1 << 15;
  struct Move {
    std::uint32_t cargo, dim;
  };
  static std::uint32_t source(Id id) { return static_cast<std::uint32_t>(id >> half); }
  static std::uint32_t destination(Id id) { return static_cast<std::uint32_t>(id & destination_bits); }

  /// Moves every message by one node along the dimension of `move`: increases the coordinate by one mod n.
  void carry_out(Move const& move, unsigned worker) {
    auto& from = ids_[move.cargo];
    auto& to = scratch_[worker];
    to.resize(p_);
    std::size_t stride = 1;
    for (std::uint32_t dim = 0; dim < move.dim; ++dim) stride *= n_;
    // Moves all messages by one step, then the messages that wrap around.
    auto const round = stride * n_;
    std::memcpy(&to[stride], from.data(), (p_ - stride) * sizeof(Id));
    if (stride == 1) {
      for (std::size_t begin = 0; begin < p_; begin += round) to[begin] = from[begin + round - 1];
    } else {
      for (std::size_t begin = 0; begin < p_; begin += round)
        std::memcpy(&to[begin], &from[begin + round - stride], stride * sizeof(Id));
    }
    from.swap(to);
  }

  std::uint64_t p_;
  std::uint32_t n_, d_;
  ProcessorDigits digits_;
  std::vector<std::vector<Id>> ids_, scratch_;
  std::vector<Move> moves_;
};

template <class Id>
RouterExecution execute(RouterProgram const& program, Progress& progress) {
  RouterExecution result;
  AllMessages<Id> messages(program);
  result.sources = messages.sources();
  SlotMachine<AllMessages<Id>>(program, messages, result).run(progress);
  return result;
}

}  // namespace

RouterExecution execute_literally(RouterProgram const& program, Progress& progress) {
  progress.start("all messages", program.slots(), "slots");
  auto result = program.processors() <= std::numeric_limits<std::uint16_t>::max() + std::uint64_t{1}
                    ? execute<std::uint32_t>(program, progress)
                    : execute<std::uint64_t>(program, progress);
  progress.finish();
  return result;
}

Estimate estimate_literally(std::uint32_t dimensions, std::uint32_t side, double slots) {
  constexpr double seconds_per_hop = 1.5e-9, bytes_per_message = 4;
  auto const processors = std::pow(static_cast<double>(side), dimensions - 1.0);
  auto const channels = processors * side * dimensions, seconds = channels * slots * seconds_per_hop;
  return {channels * bytes_per_message + slots * side, seconds,
          useful_threads(static_cast<double>(side) * dimensions, seconds)};
}

}  // namespace weft::schedule
