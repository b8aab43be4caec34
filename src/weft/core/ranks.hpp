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

// The processes (ranks) of one run that mpirun or srun started. All ranks execute the same command. Functions
// marked collective are called by all ranks, in the same order, outside of parallel loops, by one thread of
// each. While they wait, they check for Ctrl-C (Interrupted). With one rank they cost nothing.

/// Whether this build has MPI.
bool has_mpi();

/// The number of ranks, 1 unless a launcher started the command and a JoinRanks lives.
unsigned num_ranks();
/// This process among them, < num_ranks(). Rank 0 alone writes files and to standard output.
unsigned rank();
/// Whether an AsOneRank lives in this thread.
bool sees_one_rank();
/// The ranks on this node, which share its cores and memory. An AsOneRank does not change this.
unsigned num_ranks_of_node();

/// How a command ended: its exit status, and the line of its error, empty if there is none.
struct Ending {
  int status = 0;
  std::string error = {};
};

/// Joins the ranks that a launcher started with this process, seen from its environment, while it lives. The
/// command makes one at its start. Throws InputError if there are several and this build has no MPI.
class JoinRanks {
 public:
  JoinRanks();
  ~JoinRanks();
  JoinRanks(JoinRanks const&) = delete;
  JoinRanks& operator=(JoinRanks const&) = delete;

  /// Ends the run on all ranks; call it last. Returns the exit status, the same on all. One rank reports the
  /// error: rank 0 if all ranks failed alike, or else the first that failed, which is named. If a rank fails
  /// while others go on for more than two seconds, it reports its error and ends all processes.
  [[nodiscard]] int end_together(Ending const& ending, std::function<void(std::string const&)> const& report);
};

/// While it lives, this thread sees one rank, and the collectives do nothing: for runs that each rank does on
/// its own. So do the bodies of parallel loops: threads come in no order that all ranks share. send, receive
/// and try_receive see all ranks in any case.
class AsOneRank {
 public:
  AsOneRank();
  ~AsOneRank();
  AsOneRank(AsOneRank const&) = delete;
  AsOneRank& operator=(AsOneRank const&) = delete;

 private:
  bool before_;
};

/// Collective. Returns when all ranks have called it.
void wait_for_ranks();

/// Collective. Each value becomes its sum (modulo 2^64), or its maximum, over the ranks, on all ranks.
void sum_over_ranks(std::span<std::uint64_t> values);
void max_over_ranks(std::span<std::uint64_t> values);
std::uint64_t sum_over_ranks(std::uint64_t value);
std::uint64_t max_over_ranks(std::uint64_t value);
/// Collective. Whether all ranks say so.
bool on_all_ranks(bool value);

/// Collective. The bytes of every rank, in the order of the ranks, on rank 0; nothing on the others.
std::vector<std::string> gather_from_ranks(std::string_view bytes);
/// Collective. The bytes that rank `from` gave, on all ranks.
std::string broadcast_to_ranks(std::string bytes, unsigned from = 0);

/// Collective. Throws the error of the first rank that has one, on all ranks.
void throw_on_all_ranks(std::optional<InputError> const& error);

/// Collective. The numbers that each rank gave, in the order of the ranks, on all ranks.
std::vector<std::vector<std::uint64_t>> numbers_of_ranks(std::span<std::uint64_t const> numbers);

using Bytes = std::vector<std::byte>;

/// Collective. Sends to_rank[r] to rank r, and returns what each rank sent to this one. Pieces may be of any
/// size; empty ones cost nothing beyond the exchange of all sizes.
std::vector<Bytes> exchange(std::vector<Bytes> to_rank);

/// Collective. Sends the number to_rank[r] to rank r, and returns what each rank sent to this one.
std::vector<std::uint64_t> exchange_numbers(std::span<std::uint64_t const> to_rank);

/// Collective. exchange into given places: from_rank[r] has the size that rank r sends.
void exchange_into(std::span<std::span<std::byte const> const> to_rank,
                   std::span<std::span<std::byte> const> from_rank);

/// Collective. What each rank gave, on all ranks.
std::vector<Bytes> share_with_ranks(std::span<std::byte const> bytes);

/// Sends to_partner[i] to rank partners[i], and returns what each of them sent to this one. The partners call
/// it at the same time, and being partners is mutual; the other ranks take no part. One message per partner,
/// also for an empty piece. `partners` are different ranks and not this one.
std::vector<Bytes> exchange_with(std::span<unsigned const> partners, std::span<Bytes const> to_partner);

/// A message from one rank to another, outside of the collectives.
struct RankMessage {
  unsigned from = 0;
  int tag = 0;
  std::string bytes;
};

/// Sends a message to rank `to`. Does not wait, not even for a rank that has died.
void send(unsigned to, int tag, std::string_view bytes);
/// The next message from any rank. Messages from one rank come in the order of their sending.
RankMessage receive();
/// The same if one has arrived, or else nothing, at once.
std::optional<RankMessage> try_receive();

/// States that some ranks have died: this one ends without waiting for others, so that no rank may call a
/// collective any more. For launchers that let the others live (`mpirun --enable-recovery`).
void end_without_lost_ranks();

/// What this rank has sent to others, and the time it spent in the functions above.
struct RankTraffic {
  std::uint64_t messages = 0;  ///< of the exchanges and of send; a collective of sums counts as one
  std::uint64_t bytes = 0;
  double seconds = 0;
};
RankTraffic rank_traffic();

/// The part of [0, size) that belongs to a rank: consecutive, and sizes differ by at most 1.
struct Share {
  std::uint64_t begin = 0, end = 0;
};
Share share_of(unsigned rank, std::uint64_t size);

/// Collective. The counts of all ranks, merged in the order of the ranks, on all ranks. Counts have
/// `write(ByteWriter&) const`, `static Counts read(ByteReader&)` and `merge(Counts const&)`.
template <class Counts>
void merge_over_ranks(Counts& counts) {
  if (num_ranks() == 1) return;
  ByteWriter mine;
  counts.write(mine);
  bool first = true;
  for (auto const& bytes : share_with_ranks(mine.bytes())) {
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
