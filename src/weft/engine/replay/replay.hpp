// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "weft/core/progress.hpp"
#include "weft/core/random.hpp"
#include "weft/engine/flow/over_time.hpp"
#include "weft/engine/replay/matching.hpp"
#include "weft/engine/replay/transport.hpp"
#include "weft/io/program/program.hpp"

namespace weft::replay {

/// Start, end and last dependency of each operation of a program. Times in s; negative for operations that
/// never started.
struct ReplayTrace {
  static constexpr std::uint32_t none = Operation::any;

  std::vector<double> begin, end;
  std::vector<std::uint32_t> cause;    ///< operation that triggered the start by its own start or end
  std::vector<std::uint32_t> partner;  ///< matched operation: the receive of a send, the send of a receive
  std::vector<double> left, arrived;   ///< departure and arrival of the data of a send
  std::vector<double> latency;         ///< of a send, s
  std::vector<std::uint32_t>
      /// Operation that triggered the departure of the data of a send: the send itself or its receive
      left_by;

  explicit ReplayTrace(std::uint32_t operations)
      : begin(operations, -1),
        end(operations, -1),
        cause(operations, none),
        partner(operations, none),
        left(operations, -1),
        arrived(operations, -1),
        latency(operations, 0),
        left_by(operations, none) {}
};

/// Total time that `rank` waited for `partner`.
struct RankWait {
  std::uint32_t rank, partner;
  double seconds;
};

/// Waiting times per pair of ranks: if an action of a partner lets a rank continue, the rank has waited for
/// the partner since its own last activity.
class RankWaits {
 public:
  explicit RankWaits(std::uint32_t ranks) : busy_until_(ranks, 0), waiting_(ranks, 0) {}

  /// Records that the rank is busy until `until`.
  void busy(std::uint32_t rank, double until) {
    if (until > busy_until_[rank]) busy_until_[rank] = until;
  }
  /// Records that an action of `partner` lets the rank continue at `time`.
  void proceed(std::uint32_t rank, std::uint32_t partner, double time) {
    auto const seconds = time - busy_until_[rank];
    if (seconds <= 0) return;
    busy_until_[rank] = time;
    waiting_[rank] += seconds;
    by_pair_[{rank, partner}] += seconds;
  }

  double seconds(std::uint32_t rank) const { return waiting_[rank]; }
  /// Returns all pairs, sorted by waiting time, longest first.
  std::vector<RankWait> longest_first() const;

 private:
  struct Pair {
    std::uint32_t rank, partner;
    friend bool operator==(Pair const&, Pair const&) = default;
  };
  struct PairHash {
    std::size_t operator()(Pair const& pair) const {
      return mix64(std::uint64_t{pair.rank} << 32 | pair.partner);
    }
  };
  std::vector<double> busy_until_, waiting_;
  std::unordered_map<Pair, double, PairHash> by_pair_;
};

/// An operation that never ended, its rank, and the rank for which it waits.
struct StuckOperation {
  std::uint32_t operation = 0, rank = 0;
  std::uint32_t waits_for = 0;  ///< a rank, or Operation::any
};

/// Moves the shortest cycle of operations that wait for each other to the front, in order: each operation
/// waits for the rank of the next one, the last one for the rank of the first. Returns the length of the
/// cycle; 0 if there is none. `stuck` must be sorted by rank, with at most one operation per rank.
std::size_t move_cycle_to_front(std::vector<StuckOperation>& stuck);

/// Statistics of messages per size class, with one class per power of ten: no bytes, up to 1 byte, up to 10
/// bytes, ..
class MessageClasses {
 public:
  struct Class {
    std::uint64_t messages = 0;
    double bytes = 0;
    double seconds = 0, max_seconds = 0;  ///< from departure to arrival: sum and maximum
  };
  static constexpr std::size_t count = 20;

  void add(double bytes, double seconds) {
    auto& size_class = classes_[class_of(bytes)];
    ++size_class.messages;
    size_class.bytes += bytes;
    size_class.seconds += seconds;
    size_class.max_seconds = std::max(size_class.max_seconds, seconds);
  }
  std::array<Class, count> const& classes() const { return classes_; }
  /// Returns the maximum size of a message in class `number`, in bytes.
  static double limit(std::size_t number) {
    return number == 0 ? 0 : std::pow(10.0, static_cast<double>(number - 1));
  }

 private:
  static std::size_t class_of(double bytes) {
    std::size_t number = 0;
    while (number + 1 < count && bytes > limit(number)) ++number;
    return number;
  }
  std::array<Class, count> classes_{};
};

/// Costs of messages at the ranks, in seconds, bytes and seconds per byte. Costs of the network:
/// TransportCosts.
struct RankModel {
  double o = 0, O = 0;      ///< overhead per message and per byte at each CPU
  double g = 0;             ///< gap between messages at a network interface
  double eager = 65535;     ///< maximum bytes of a message sent before its receive is posted; negative: never
  double buffered = 65535;  ///< maximum bytes of a send that does not wait for its last byte
  double compute = 1;       ///< factor of all computation times
};

/// Breakdown of a rank's time until its last operation ends.
struct RankTimes {
  double end = 0;        ///< s
  double computing = 0;  ///< s, sum over its CPUs
  double overhead = 0;   ///< s
  double waiting = 0;    ///< s of idle time until another rank let it continue
};

/// A job: ranks of a program that start together.
struct ReplayPart {
  std::uint32_t first_rank = 0, ranks = 0;
  double start = 0;                         ///< s; relative to the end of `after` if set
  std::optional<std::uint32_t> after = {};  ///< the part that must end first
};

/// Results of a replay. Times are in seconds.
struct ReplayOutcome {
  std::vector<RankTimes> ranks;
  std::uint64_t operations = 0, messages = 0;
  double bytes = 0;
  std::uint64_t events = 0;
  /// The first operation of each rank that has started and can never end. If ranks wait for each other in a
  /// cycle, their operations come first.
  std::vector<StuckOperation> stuck;
  std::size_t cycle = 0;         ///< length of the cycle at the front of `stuck`
  std::uint64_t unreceived = 0;  ///< messages that were never received
  std::vector<RankWait> waits;   ///< waits per pair of ranks, longest first
  MessageClasses classes;
  flow::OverTime over_time;
  Matching::Longest max_waiting_messages, max_waiting_receives;  ///< maximum numbers waiting at a rank
  double end() const;
};

/// Input of a replay: the program, the terminals of its ranks, and the costs of messages.
struct ReplayJob {
  Program const& program;
  std::span<std::uint32_t const> terminal_of;  ///< by rank
  RankModel model = {};
  Progress& progress = no_progress();
  /// Must cover all ranks, in order; empty: one part that starts at time 0
  std::span<ReplayPart const> parts = {};
  ReplayTrace* trace = nullptr;  ///< filled if not null
};

/// Runs a program over a network. A send of s bytes occupies its CPU for o + O s and its network interface
/// for g; then it is matched with a receive under the MPI matching rules. An eager message departs
/// immediately, and its send ends. Any other message departs when both its send and its receive are posted;
/// the send ends immediately if it is buffered, otherwise when the last byte arrives. The data of an
/// independent send depart immediately, and the send ends when the last byte arrives. When the last byte has
/// arrived and the receive is posted, the CPU of the receiver is busy for o + O s; then the receive ends. If
/// the network deadlocks, the ranks that wait for messages are stuck.
ReplayOutcome run_replay(ReplayJob const& job, Transport& transport);

}  // namespace weft::replay
