// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "weft/core/byte_stream.hpp"
#include "weft/core/error.hpp"

namespace weft {

// The processes (ranks) of one run started by mpirun or srun. All ranks execute the same command. Functions
// marked collective are called by all ranks, in the same order, outside of parallel loops, by one thread of
// each rank. While they wait, they check for Ctrl-C (Interrupted). With one rank they cost no time.

/// Returns whether this build supports MPI.
bool has_mpi();

/// Returns the number of ranks; 1 unless a launcher started the command and a RankScope is alive.
unsigned num_ranks();
/// Returns the rank of this process, < num_ranks(). Only rank 0 writes files and to standard output.
unsigned rank();
/// Returns whether a SingleRankScope is alive in this thread.
bool in_single_rank_scope();
/// Returns the number of ranks on this node, which share its cores and memory. Independent of
/// SingleRankScope.
unsigned num_ranks_of_node();

/// Outcome of a command: its exit status, and its error line, which may be empty.
struct CommandOutcome {
  int status = 0;
  std::string error = {};
};

/// Joins this process with the other ranks that a launcher started, according to the environment. The command
/// creates one object at its start. Throws InputError if there are several ranks and this build does not
/// support MPI.
class RankScope {
 public:
  RankScope();
  ~RankScope();
  RankScope(RankScope const&) = delete;
  RankScope& operator=(RankScope const&) = delete;

  /// Ends the run on all ranks; must be the last call. Returns the exit status, which is equal on all ranks.
  /// One rank reports the error: rank 0 if all ranks failed with the same error, otherwise the first rank
  /// that failed, which the message names. If a rank fails while others continue for more than two seconds,
  /// it reports its error and ends all processes.
  [[nodiscard]] int end_all_ranks(CommandOutcome const& ending,
                                  std::function<void(std::string const&)> const& report);
};

/// Makes this thread behave as the only rank during its lifetime: collectives become no-ops, for runs that
/// each rank executes independently. The same holds for bodies of parallel loops, because their order differs
/// between ranks. send, receive and try_receive always refer to all ranks.
class SingleRankScope {
 public:
  SingleRankScope();
  ~SingleRankScope();
  SingleRankScope(SingleRankScope const&) = delete;
  SingleRankScope& operator=(SingleRankScope const&) = delete;

 private:
  bool before_;
};

/// Returns when all ranks have called it. Collective.
void wait_for_ranks();

/// Replaces each value by its sum (modulo 2^64), or its maximum, over the ranks, on all ranks. Collective.
void sum_over_ranks(std::span<std::uint64_t> values);
void max_over_ranks(std::span<std::uint64_t> values);
std::uint64_t sum_over_ranks(std::uint64_t value);
std::uint64_t max_over_ranks(std::uint64_t value);
/// Returns whether `value` is true on all ranks. Collective.
bool on_all_ranks(bool value);

/// Returns the bytes of all ranks, in rank order, on rank 0; an empty list on the other ranks. Collective.
std::vector<std::string> gather_from_ranks(std::string_view bytes);
/// Returns the bytes of rank `from` on all ranks. Collective.
std::string broadcast_to_ranks(std::string bytes, unsigned from = 0);

/// Throws the error of the first rank that has one, on all ranks. Collective.
void throw_on_all_ranks(std::optional<InputError> const& error);

/// Returns the numbers of each rank, in rank order, on all ranks. Collective.
std::vector<std::vector<std::uint64_t>> allgather_numbers(std::span<std::uint64_t const> numbers);

using Bytes = std::vector<std::byte>;

/// Sends to_rank[r] to rank r, and returns the bytes that each rank sent to this rank. Pieces may have any
/// size; empty pieces cost no more than the exchange of all sizes. Collective.
std::vector<Bytes> exchange(std::vector<Bytes> to_rank);

/// Sends the number to_rank[r] to rank r, and returns the number that each rank sent to this rank.
/// Collective.
std::vector<std::uint64_t> exchange_numbers(std::span<std::uint64_t const> to_rank);

/// Exchanges bytes like exchange(), but receives into preallocated buffers: from_rank[r] has the size that
/// rank r sends. Collective.
void exchange_into(std::span<std::span<std::byte const> const> to_rank,
                   std::span<std::span<std::byte> const> from_rank);

/// Returns the bytes of each rank, on all ranks. Collective.
std::vector<Bytes> allgather_bytes(std::span<std::byte const> bytes);

/// Sends to_partner[i] to rank partners[i], and returns the bytes that each partner sent to this rank. All
/// partners must call it simultaneously, and the relation must be mutual; other ranks do not participate.
/// Sends one message per partner, even for an empty piece. `partners` are distinct and exclude this rank.
std::vector<Bytes> exchange_with(std::span<unsigned const> partners, std::span<Bytes const> to_partner);

/// A message from one rank to another, outside of the collectives.
struct RankMessage {
  unsigned from = 0;
  int tag = 0;
  std::string bytes;
};

/// Sends a message to rank `to`. Does not block, even if that rank has died.
void send(unsigned to, int tag, std::string_view bytes);
/// Returns the next message from any rank; blocks until there is one. Messages from one rank arrive in the
/// order of sending.
RankMessage receive();
/// Returns the next message, or nullopt if none has arrived. Does not block.
std::optional<RankMessage> try_receive();

/// Declares that some ranks have died: this rank then ends without waiting for others, and no rank may call a
/// collective any more. For launchers that do not end the other ranks (`mpirun --enable-recovery`).
void end_without_lost_ranks();

/// Traffic that this rank has sent to other ranks, and the time spent in the functions above.
struct RankTraffic {
  std::uint64_t messages = 0;  ///< messages of exchanges and of send; a collective reduction counts as one
  std::uint64_t bytes = 0;
  double seconds = 0;
};
RankTraffic rank_traffic();

/// The part of [0, size) that belongs to a rank: a consecutive range. The sizes of the parts differ by at
/// most 1.
struct Share {
  std::uint64_t begin = 0, end = 0;
};
Share share_of(unsigned rank, std::uint64_t size);

/// Merges the counts of all ranks, in rank order, on all ranks. Counts must have `write(ByteWriter&) const`,
/// `static Counts read(ByteReader&)` and `merge(Counts const&)`. Collective.
template <class Counts>
void merge_over_ranks(Counts& counts) {
  if (num_ranks() == 1) return;
  ByteWriter mine;
  counts.write(mine);
  bool first = true;
  for (auto const& bytes : allgather_bytes(mine.bytes())) {
    ByteReader in(bytes);
    auto of_rank = Counts::read(in);
    if (first)
      counts = std::move(of_rank);
    else
      counts.merge(of_rank);
    first = false;
  }
}

}  // namespace weft
