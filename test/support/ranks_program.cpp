// SPDX-License-Identifier: Apache-2.0
/// Checks core/ranks.hpp; end_to_end/ranks_test.cpp starts it with mpirun. Argument: nothing, or how to fail.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <new>
#include <numeric>
#include <string>
#include <thread>

#include "weft/core/error.hpp"
#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"

namespace weft {
namespace {

void check(bool holds, char const* what) {
  if (!holds) throw std::logic_error(what);
}

Bytes bytes_of(std::string const& text) {
  Bytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

std::string piece(unsigned from, unsigned to) {
  return std::string(from + 3 * to, static_cast<char>('a' + from)) + static_cast<char>('a' + to);
}

void check_collectives() {
  auto const ranks = num_ranks(), mine = rank();
  std::vector<std::uint64_t> values{1, mine, std::uint64_t{1} << 63};
  sum_over_ranks(values);
  check(values == std::vector<std::uint64_t>{ranks, ranks * (ranks - 1) / 2, std::uint64_t{ranks % 2} << 63},
        "sum_over_ranks");
  check(max_over_ranks(mine) == ranks - 1, "max_over_ranks");
  wait_for_ranks();
  auto const gathered = gather_from_ranks(std::string(mine, 'x'));
  check(gathered.size() == (mine == 0 ? ranks : 0), "gather_from_ranks");
  for (unsigned r = 0; r < gathered.size(); ++r) check(gathered[r] == std::string(r, 'x'), "gathered text");
  for (unsigned from : {0u, ranks - 1})
    check(broadcast_to_ranks(mine == from ? "text" : "", from) == "text", "broadcast_to_ranks");
}

void check_exchanges() {
  auto const ranks = num_ranks(), mine = rank();
  std::vector<Bytes> to(ranks);
  for (unsigned r = 0; r < ranks; ++r)
    if (r != 1) to[r] = bytes_of(piece(mine, r));
  auto const from = exchange(to);
  for (unsigned r = 0; r < ranks; ++r)
    check(from[r] == (mine == 1 ? Bytes{} : bytes_of(piece(r, mine))), "exchange");
  std::vector<unsigned> partners;
  std::vector<Bytes> pieces;
  for (unsigned const r : {(mine + 1) % ranks, (mine + ranks - 1) % ranks})
    if (r != mine && (partners.empty() || partners[0] != r)) partners.push_back(r);
  for (auto const r : partners) pieces.push_back(to[r]);
  for (int round = 0; round < 100; ++round) {
    auto const answers = exchange_with(partners, pieces);
    for (std::size_t i = 0; i < partners.size(); ++i) check(answers[i] == from[partners[i]], "exchange_with");
  }
}

/// Rank 0 gives a number to each rank that asks; the others square them.
void check_messages() {
  constexpr int ask = 1, answer = 2, stop = 3, tasks = 50;
  if (rank() == 0) {
    int next = 0, sum = 0;
    for (auto waiting = num_ranks() - 1; waiting > 0;) {
      auto const message = receive();
      if (message.tag == answer) sum += std::stoi(message.bytes);
      if (message.tag == ask && next < tasks)
        send(message.from, ask, std::to_string(next++));
      else if (message.tag == ask)
        send(message.from, stop, ""), --waiting;
    }
    check(num_ranks() == 1 || sum == tasks * (tasks - 1) * (2 * tasks - 1) / 6, "messages");
    check(!try_receive(), "no message is left");
    return;
  }
  SingleRankScope const alone;
  for (;;) {
    send(0, ask, "");
    auto const message = receive();
    if (message.tag == stop) return;
    parallel_for(
        3, [](std::size_t, unsigned) { check(num_ranks() == 1 && rank() == 0, "SingleRankScope in loops"); });
    check(sum_over_ranks(7) == 7, "SingleRankScope");
    send(0, answer, std::to_string(std::stoi(message.bytes) * std::stoi(message.bytes)));
  }
}

void check_shares() {
  std::uint64_t next = 0;
  for (unsigned r = 0; r < num_ranks(); ++r) {
    auto const share = share_of(r, 10);
    check(share.begin == next && share.end - share.begin - 10 / num_ranks() <= 1, "share_of");
    next = share.end;
  }
  check(next == 10, "all shares");
}

void run(std::string const& how) {
  bool const last = rank() + 1 == num_ranks();
  if (how == "all") throw InputError("wrong on all ranks");
  if (how == "one_in_collective") {
    if (last) throw std::bad_alloc();
    wait_for_ranks();
  }
  if (how == "one_while_others_compute") {
    if (last) throw InputError("wrong on one rank");
    for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
  }
  check_collectives();
  check_exchanges();
  check_messages();
  check_shares();
  if (how == "one_at_end" && last) throw InputError("wrong on one rank");
}

CommandOutcome outcome_of(std::string const& how) {
  try {
    run(how);
    return {};
  } catch (InputError const& error) { return {2, error.what()}; } catch (std::bad_alloc const&) {
    return {2, "out of memory"};
  } catch (std::exception const& error) { return {1, error.what()}; }
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) {
  weft::RankScope ranks;
  return ranks.end_all_ranks(weft::outcome_of(argc > 1 ? argv[1] : ""), [](std::string const& line) {
    std::fprintf(stderr, "error: %s\n", line.c_str());
  });
}
