// SPDX-License-Identifier: Apache-2.0
#include "weft/core/ranks.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "weft/core/error.hpp"

namespace weft {
namespace {

thread_local bool single_rank_in_this_thread = false;

}  // namespace

bool in_single_rank_scope() { return single_rank_in_this_thread; }

SingleRankScope::SingleRankScope() : before_(std::exchange(single_rank_in_this_thread, true)) {}
SingleRankScope::~SingleRankScope() { single_rank_in_this_thread = before_; }

Share share_of(unsigned rank, std::uint64_t size) {
  auto const bound = [&](std::uint64_t r) {
    return size / num_ranks() * r + std::min<std::uint64_t>(r, size % num_ranks());
  };
  return {bound(rank), bound(std::uint64_t{rank} + 1)};
}

std::uint64_t sum_over_ranks(std::uint64_t value) {
  sum_over_ranks({&value, 1});
  return value;
}

std::uint64_t max_over_ranks(std::uint64_t value) {
  max_over_ranks({&value, 1});
  return value;
}

void throw_on_all_ranks(std::optional<InputError> const& error) {
  std::uint64_t const none = num_ranks(), first = none - max_over_ranks(error ? none - rank() : 0);
  if (first == none) return;
  bool const mine = first == rank();
  InputError shared{""};
  for (auto const part : {&InputError::problem, &InputError::why, &InputError::suggestion, &InputError::where,
                          &InputError::parameter})
    shared.*part = broadcast_to_ranks(mine ? (*error).*part : "", static_cast<unsigned>(first));
  throw InputError{shared.problem, shared.why, shared.suggestion, shared.where}.about(shared.parameter);
}

bool on_all_ranks(bool value) { return max_over_ranks(value ? 0 : 1) == 0; }

std::vector<std::vector<std::uint64_t>> allgather_numbers(std::span<std::uint64_t const> numbers) {
  std::vector<std::uint64_t> sizes(num_ranks());
  sizes[rank()] = numbers.size();
  sum_over_ranks(sizes);
  std::string all;
  for (auto const& bytes :
       gather_from_ranks({reinterpret_cast<char const*>(numbers.data()), numbers.size_bytes()}))
    all += bytes;
  all = broadcast_to_ranks(std::move(all));
  std::vector<std::vector<std::uint64_t>> result;
  auto const* from = all.data();
  for (auto const size : sizes) {
    auto& piece = result.emplace_back(size);
    std::size_t const length = size * sizeof(std::uint64_t);
    if (length > 0) std::memcpy(piece.data(), from, length);
    from += length;
  }
  return result;
}

std::vector<Bytes> exchange(std::vector<Bytes> to_rank) {
  if (num_ranks() == 1) return to_rank;
  std::vector<std::uint64_t> sizes;
  std::vector<std::span<std::byte const>> to;
  for (auto const& bytes : to_rank) {
    sizes.push_back(bytes.size());
    to.emplace_back(bytes);
  }
  std::vector<Bytes> from_rank;
  std::vector<std::span<std::byte>> from;
  for (auto const size : exchange_numbers(sizes)) from_rank.emplace_back(size);
  for (auto& bytes : from_rank) from.emplace_back(bytes);
  exchange_into(to, from);
  return from_rank;
}

std::vector<Bytes> allgather_bytes(std::span<std::byte const> bytes) {
  std::vector<std::uint64_t> const sizes(num_ranks(), bytes.size());
  std::vector<Bytes> from_rank;
  std::vector<std::span<std::byte>> from;
  for (auto const size : exchange_numbers(sizes)) from_rank.emplace_back(size);
  for (auto& received : from_rank) from.emplace_back(received);
  exchange_into(std::vector(num_ranks(), bytes), from);
  return from_rank;
}

#if !WEFT_WITH_MPI  // ranks_mpi.cpp defines these

bool has_mpi() { return false; }
unsigned num_ranks() { return 1; }
unsigned rank() { return 0; }
unsigned num_ranks_of_node() { return 1; }
RankTraffic rank_traffic() { return {}; }

RankScope::RankScope() {
  char const* const size = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (size != nullptr && std::string_view(size) != "1")
    throw InputError("this build does not support MPI", "MPI was not found at configure time",
                     "install libopenmpi-dev and rebuild, or run a single process");
}

RankScope::~RankScope() = default;

int RankScope::end_all_ranks(CommandOutcome const& ending,
                             std::function<void(std::string const&)> const& report) {
  if (!ending.error.empty()) report(ending.error);
  return ending.status;
}

void wait_for_ranks() {}
void sum_over_ranks(std::span<std::uint64_t>) {}
void max_over_ranks(std::span<std::uint64_t>) {}
std::vector<std::string> gather_from_ranks(std::string_view bytes) { return {std::string(bytes)}; }
std::string broadcast_to_ranks(std::string bytes, unsigned) { return bytes; }
std::vector<std::uint64_t> exchange_numbers(std::span<std::uint64_t const> to_rank) {
  return {to_rank.begin(), to_rank.end()};
}
void exchange_into(std::span<std::span<std::byte const> const> to_rank,
                   std::span<std::span<std::byte> const> from_rank) {
  std::ranges::copy(to_rank[0], from_rank[0].begin());
}
std::vector<Bytes> exchange_with(std::span<unsigned const>, std::span<Bytes const>) { return {}; }

[[noreturn]] void no_other_rank() { throw std::logic_error("no other rank exists"); }
void send(unsigned, int, std::string_view) { no_other_rank(); }
RankMessage receive() { no_other_rank(); }
std::optional<RankMessage> try_receive() { return std::nullopt; }
void end_without_lost_ranks() {}

#endif

}  // namespace weft
