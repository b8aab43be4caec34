// SPDX-License-Identifier: Apache-2.0
#include "weft/core/ranks.hpp"

// The part of ranks.hpp that needs MPI, and the only file that includes mpi.h.
#if WEFT_WITH_MPI

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <list>
#include <thread>
#include <utility>

#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

/// MPI uses int for counts: larger pieces are sent in chunks, of which only the last is shorter than this.
constexpr std::size_t chunk_bytes = std::size_t{1} << 30;

/// The ranks of the run, from the construction of RankScope on.
struct World {
  unsigned ranks = 1, rank = 0, of_node = 1;
  MPI_Comm collectives = MPI_COMM_NULL, messages = MPI_COMM_NULL, endings = MPI_COMM_NULL;
  RankTraffic traffic;
  bool broken = false;  ///< an exception left requests pending: no further exchange is possible
  bool lost_ranks = false;
};
World world;

/// A pending send().
struct Sending {
  std::string bytes;
  std::vector<MPI_Request> requests = {};
};
std::list<Sending> sending;

/// Adds its lifetime to the communication time.
class CommunicationTime {
 public:
  CommunicationTime() = default;
  ~CommunicationTime() {
    world.traffic.seconds += std::chrono::duration<double>(Clock::now() - begin_).count();
  }
  CommunicationTime(CommunicationTime const&) = delete;
  CommunicationTime& operator=(CommunicationTime const&) = delete;

 private:
  Clock::time_point begin_ = Clock::now();
};

/// Polls `is_done` until it returns true. Yields the core after a while, because there may be more ranks than
/// cores.
template <class IsDone>
void wait_until(IsDone&& is_done) {
  constexpr unsigned impatient_turns = 200;
  for (unsigned turn = 0; !is_done(); ++turn) {
    if (turn >= impatient_turns) std::this_thread::yield();
    if (interrupted()) {
      world.broken = true;
      throw Interrupted{};
    }
  }
}

void wait_for(MPI_Request request) {
  wait_until([&] {
    int done = 0;
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    return done != 0;
  });
}

void wait_for_all(std::vector<MPI_Request>& requests) {
  wait_until([&] {
    int done = 0;
    MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE);
    return done != 0;
  });
}

void count_sent(std::size_t bytes) {
  ++world.traffic.messages;
  world.traffic.bytes += bytes;
}

template <class Byte, class Body>
void for_chunks(std::span<Byte> bytes, Body&& body) {
  for (; bytes.size() > chunk_bytes; bytes = bytes.subspan(chunk_bytes)) body(bytes.first(chunk_bytes));
  if (!bytes.empty()) body(bytes);
}

void start_sending(std::span<std::byte const> bytes, unsigned to, std::vector<MPI_Request>& requests) {
  for_chunks(bytes, [&](std::span<std::byte const> chunk) {
    count_sent(chunk.size());
    MPI_Isend(chunk.data(), static_cast<int>(chunk.size()), MPI_BYTE, static_cast<int>(to), 0,
              world.collectives, &requests.emplace_back());
  });
}

void start_receiving(std::span<std::byte> bytes, unsigned from, std::vector<MPI_Request>& requests) {
  for_chunks(bytes, [&](std::span<std::byte> chunk) {
    MPI_Irecv(chunk.data(), static_cast<int>(chunk.size()), MPI_BYTE, static_cast<int>(from), 0,
              world.collectives, &requests.emplace_back());
  });
}

/// Sends a number of bytes that the receiver cannot predict: full chunks, then a shorter and possibly empty
/// chunk.
void start_sending_any(std::span<std::byte const> bytes, unsigned to, int tag, MPI_Comm comm,
                       std::vector<MPI_Request>& requests) {
  for (bool last = false; !last; bytes = bytes.subspan(std::min(chunk_bytes, bytes.size()))) {
    auto const chunk = bytes.first(std::min(chunk_bytes, bytes.size()));
    last = chunk.size() < chunk_bytes;
    count_sent(chunk.size());
    MPI_Isend(chunk.data(), static_cast<int>(chunk.size()), MPI_BYTE, static_cast<int>(to), tag, comm,
              &requests.emplace_back());
  }
}

/// Removes completed sends.
void forget_sent() {
  std::erase_if(sending, [](Sending& message) {
    int done = 0;
    MPI_Testall(static_cast<int>(message.requests.size()), message.requests.data(), &done,
                MPI_STATUSES_IGNORE);
    return done != 0;
  });
}

/// A message that has arrived but has not been received yet.
struct Arrived {
  bool found = false;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status = {};

  Arrived(int from, int tag, MPI_Comm comm) {
    int flag = 0;
    MPI_Improbe(from, tag, comm, &flag, &message, &status);
    found = flag != 0;
  }
  std::size_t size() const {
    int count = 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    return static_cast<std::size_t>(count);
  }
};

/// Receives a message sent by start_sending_any, of which the chunk `first` has arrived.
template <class Buffer>
Buffer receive_any(Arrived first, MPI_Comm comm) {
  Buffer bytes;
  int const from = first.status.MPI_SOURCE, tag = first.status.MPI_TAG;
  for (auto arrived = first;;) {
    std::size_t const begin = bytes.size(), size = arrived.size();
    bytes.resize(begin + size);
    MPI_Mrecv(bytes.data() + begin, static_cast<int>(size), MPI_BYTE, &arrived.message, MPI_STATUS_IGNORE);
    if (size < chunk_bytes) return bytes;
    wait_until([&] { return (arrived = Arrived(from, tag, comm)).found; });
  }
}

void reduce(std::span<std::uint64_t> values, MPI_Op op) {
  if (num_ranks() == 1) return;
  CommunicationTime const time;
  constexpr std::size_t piece = chunk_bytes / sizeof(std::uint64_t);
  for (; !values.empty(); values = values.subspan(std::min(piece, values.size()))) {
    auto const now = values.first(std::min(piece, values.size()));
    count_sent(now.size_bytes());
    MPI_Request request;
    MPI_Iallreduce(MPI_IN_PLACE, now.data(), static_cast<int>(now.size()), MPI_UINT64_T, op,
                   world.collectives, &request);
    wait_for(request);
  }
}

/// Returns whether the environment has the variables of a launcher: Open MPI, PMIx (srun --mpi=pmix), PMI
/// (MPICH, Intel).
bool has_launcher() {
  return std::ranges::any_of(std::array{"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE"},
                             [](char const* name) { return std::getenv(name) != nullptr; });
}

/// Keeps freed memory in the process: exchanges allocate and free megabytes in every round, and returning the
/// memory to the kernel would cost a page fault per 4 KB to allocate it again, a sixth of the time of A(l).
void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int keep = 1 << 30, larger_blocks_go_back = 1 << 26;
  mallopt(M_TRIM_THRESHOLD, keep);
  mallopt(M_MMAP_THRESHOLD, larger_blocks_go_back);
#endif
}

void start_world() {
  int level = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
  int ranks = 1, rank = 0, of_node = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &of_node);
  MPI_Comm_free(&node);
  if (ranks > 1) keep_freed_memory();
  world.ranks = static_cast<unsigned>(ranks);
  world.rank = static_cast<unsigned>(rank);
  world.of_node = static_cast<unsigned>(of_node);
  for (auto* comm : {&world.collectives, &world.messages, &world.endings}) MPI_Comm_dup(MPI_COMM_WORLD, comm);
}

/// The outcomes of all ranks: status and a hash of the error.
using Outcomes = std::vector<std::array<std::uint64_t, 2>>;

/// Returns the outcomes of all ranks. If this rank failed, waits only briefly, and may return nullopt.
std::optional<Outcomes> all_outcomes(CommandOutcome const& mine) {
  // Higher ranks wait longer, so that only one of the failed ranks reports its error.
  auto const patience = std::chrono::milliseconds(2000 + 20 * std::min(world.rank, 100u));
  std::array<std::uint64_t, 2> const own{static_cast<std::uint64_t>(mine.status),
                                         std::hash<std::string>{}(mine.error)};
  Outcomes all(world.ranks);
  MPI_Request request;
  MPI_Iallgather(own.data(), 2, MPI_UINT64_T, all.data(), 2, MPI_UINT64_T, world.endings, &request);
  bool const failed = !mine.error.empty();
  auto const begin = Clock::now();
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return all;
    if (failed && Clock::now() - begin > patience) return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::string named(std::string const& error) { return fmt::format("rank {}: {}", world.rank, error); }

}  // namespace

bool has_mpi() { return true; }
unsigned num_ranks() { return in_single_rank_scope() ? 1 : world.ranks; }
unsigned rank() { return in_single_rank_scope() ? 0 : world.rank; }
unsigned num_ranks_of_node() { return world.of_node; }
RankTraffic rank_traffic() { return world.traffic; }

RankScope::RankScope() {
  if (has_launcher()) start_world();
}

RankScope::~RankScope() {
  if (world.collectives == MPI_COMM_NULL || world.lost_ranks) return;
  while (!sending.empty()) forget_sent();
  MPI_Finalize();
  world = {};
}

int RankScope::end_all_ranks(CommandOutcome const& ending,
                             std::function<void(std::string const&)> const& report) {
  if (world.ranks == 1 || world.lost_ranks) {
    if (!ending.error.empty()) report(ending.error);
    return ending.status;
  }
  auto const all = world.broken ? std::nullopt : all_outcomes(ending);
  if (!all) {
    if (!world.broken || world.rank == 0) report(world.broken ? ending.error : named(ending.error));
    MPI_Abort(MPI_COMM_WORLD, ending.status);
    std::abort();
  }
  auto const worst = std::ranges::max_element(*all);
  bool const alike = std::ranges::min(*all) == *worst;
  auto const reporter = static_cast<unsigned>(worst - all->begin());
  if (!ending.error.empty() && world.rank == reporter) report(alike ? ending.error : named(ending.error));
  return static_cast<int>((*worst)[0]);
}

void wait_for_ranks() {
  if (num_ranks() == 1) return;
  CommunicationTime const time;
  count_sent(0);
  MPI_Request request;
  MPI_Ibarrier(world.collectives, &request);
  wait_for(request);
}

void sum_over_ranks(std::span<std::uint64_t> values) { reduce(values, MPI_SUM); }
void max_over_ranks(std::span<std::uint64_t> values) { reduce(values, MPI_MAX); }

std::vector<std::string> gather_from_ranks(std::string_view bytes) {
  if (num_ranks() == 1) return {std::string(bytes)};
  std::vector<Bytes> to_rank(num_ranks());
  auto const begin = reinterpret_cast<std::byte const*>(bytes.data());
  to_rank[0].assign(begin, begin + bytes.size());
  std::vector<std::string> gathered;
  for (auto const& from : exchange(std::move(to_rank)))
    gathered.emplace_back(reinterpret_cast<char const*>(from.data()), from.size());
  if (rank() != 0) gathered.clear();
  return gathered;
}

std::string broadcast_to_ranks(std::string bytes, unsigned from) {
  if (num_ranks() == 1) return bytes;
  CommunicationTime const time;
  auto const broadcast = [&](void* begin, std::size_t size) {
    if (rank() == from) count_sent(size);
    MPI_Request request;
    MPI_Ibcast(begin, static_cast<int>(size), MPI_BYTE, static_cast<int>(from), world.collectives, &request);
    wait_for(request);
  };
  std::uint64_t size = bytes.size();
  broadcast(&size, sizeof size);
  bytes.resize(size);
  for_chunks(std::span(bytes), [&](std::span<char> chunk) { broadcast(chunk.data(), chunk.size()); });
  return bytes;
}

std::vector<std::uint64_t> exchange_numbers(std::span<std::uint64_t const> to_rank) {
  std::vector<std::uint64_t> from_rank(to_rank.begin(), to_rank.end());
  if (num_ranks() == 1) return from_rank;
  CommunicationTime const time;
  count_sent(to_rank.size_bytes());
  MPI_Request request;
  MPI_Ialltoall(to_rank.data(), 1, MPI_UINT64_T, from_rank.data(), 1, MPI_UINT64_T, world.collectives,
                &request);
  wait_for(request);
  return from_rank;
}

void exchange_into(std::span<std::span<std::byte const> const> to_rank,
                   std::span<std::span<std::byte> const> from_rank) {
  WEFT_EXPECT(to_rank.size() == num_ranks() && from_rank.size() == num_ranks());
  std::ranges::copy(to_rank[rank()], from_rank[rank()].begin());
  if (num_ranks() == 1) return;
  CommunicationTime const time;
  std::vector<MPI_Request> requests;
  // Rank r begins with r + 1, so that not all ranks send to the same rank.
  for (unsigned step = 1; step < num_ranks(); ++step) {
    unsigned const to = (rank() + step) % num_ranks(), from = (rank() + num_ranks() - step) % num_ranks();
    start_receiving(from_rank[from], from, requests);
    start_sending(to_rank[to], to, requests);
  }
  wait_for_all(requests);
}

std::vector<Bytes> exchange_with(std::span<unsigned const> partners, std::span<Bytes const> to_partner) {
  WEFT_EXPECT(partners.size() == to_partner.size());
  if (partners.empty()) return {};
  CommunicationTime const time;
  constexpr int tag = 1;
  std::vector<MPI_Request> requests;
  for (std::size_t i = 0; i < partners.size(); ++i)
    start_sending_any(to_partner[i], partners[i], tag, world.collectives, requests);
  std::vector<Bytes> from_partner;
  for (auto const partner : partners) {
    std::optional<Arrived> arrived;
    wait_until([&] { return arrived.emplace(static_cast<int>(partner), tag, world.collectives).found; });
    from_partner.push_back(receive_any<Bytes>(*arrived, world.collectives));
  }
  wait_for_all(requests);
  return from_partner;
}

void send(unsigned to, int tag, std::string_view bytes) {
  CommunicationTime const time;
  forget_sent();
  auto& message = sending.emplace_back(Sending{std::string(bytes)});
  start_sending_any(std::as_bytes(std::span(message.bytes)), to, tag, world.messages, message.requests);
}

std::optional<RankMessage> try_receive() {
  if (world.ranks == 1) return std::nullopt;
  CommunicationTime const time;
  forget_sent();
  Arrived const arrived(MPI_ANY_SOURCE, MPI_ANY_TAG, world.messages);
  if (!arrived.found) return std::nullopt;
  return RankMessage{static_cast<unsigned>(arrived.status.MPI_SOURCE), arrived.status.MPI_TAG,
                     receive_any<std::string>(arrived, world.messages)};
}

RankMessage receive() {
  std::optional<RankMessage> message;
  wait_until([&] { return (message = try_receive()).has_value(); });
  return *std::move(message);
}

void end_without_lost_ranks() { world.lost_ranks = true; }

}  // namespace weft

#endif
