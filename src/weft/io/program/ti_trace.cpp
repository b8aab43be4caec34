#include "weft/io/program/ti_trace.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/number.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::uint64_t most_bytes = (std::uint64_t{1} << 63) - 1;
constexpr double most_seconds = 9e9;
/// Bytes of SMPI's data types, by their number (smpi_datatype.cpp): double, int, char, short, long, float,
/// byte, long long, and so on.
constexpr std::array<std::uint64_t, 8> type_sizes{8, 4, 1, 2, 8, 4, 1, 8};

/// Those that are replayed or take no time.
constexpr std::array<std::string_view, 14> actions{"init",  "finalize", "comm_size", "location", "compute",
                                                   "sleep", "send",     "isend",     "recv",     "irecv",
                                                   "wait",  "test",     "waitall",   "sendRecv"};
/// Those that all ranks call together.
constexpr std::array<std::string_view, 15> collectives{
    "barrier", "bcast",     "reduce",   "allreduce", "reducescatter", "scan",       "exscan",   "gather",
    "scatter", "allgather", "alltoall", "gatherv",   "scatterv",      "allgatherv", "alltoallv"};

bool is_one_of(std::string_view word, auto const& words) {
  return std::ranges::find(words, word) != words.end();
}

/// A nonblocking call that no wait has ended.
struct Request {
  std::uint32_t from, to, tag;
  std::uint32_t operation;
};

/// What a rank has called so far.
struct Calls {
  struct Wait {
    std::uint32_t waiter, of;
    bool for_end;
  };
  std::vector<Operation> operations;
  std::vector<Wait> waits;
  std::vector<Request> requests;
  std::optional<std::uint32_t> before;
  bool before_blocks = true;
  std::uint64_t default_size = 1;  // bytes of an element without a type

  /// Adds a call after the one before.
  std::uint32_t add(Operation const& it, bool blocks) {
    auto const number = static_cast<std::uint32_t>(operations.size());
    operations.push_back(it);
    if (before) waits.push_back({number, *before, before_blocks});
    before = number;
    before_blocks = blocks;
    return number;
  }
};

class TraceParser {
 public:
  explicit TraceParser(double flops) : ns_per_flop_(1e9 / flops) {}

  void read(TraceText const& trace) {
    LineReader line(trace.text, trace.file, {.shape = "rank action .."});
    while (line.next_full_line()) {
      throw_if_interrupted();
      rank_ = static_cast<std::uint32_t>(line.number("rank", 0, ProgramBuilder::most_ranks - 1));
      read_call(line, calls_[rank_]);
    }
  }

  Program finish() && {
    ProgramBuilder builder;
    std::uint32_t ranks = 0;
    for (auto const& [rank, calls] : calls_) {
      ranks = std::max(ranks, rank + 1);
      builder.begin_rank(rank);
      for (auto const& operation : calls.operations) builder.add(operation);
      for (auto const& [waiter, of, for_end] : calls.waits)
        if (for_end)
          builder.wait_for_end(waiter, of);
        else
          builder.wait_for_start(waiter, of);
    }
    ranks = std::max(ranks, most_peer_ + 1);
    return std::move(builder).finish(ranks);
  }

 private:
  void read_call(LineReader& line, Calls& calls) {
    auto const place = line.place();
    auto const action = line.word("action");
    if (action == "compute" || action == "sleep") {
      read_computing(line, calls, action == "sleep");
    } else if (action == "send" || action == "isend") {
      auto const message = read_message(line, calls, OperationKind::send);
      add_message(calls, message, action == "send");
    } else if (action == "recv" || action == "irecv") {
      auto const message = read_message(line, calls, OperationKind::receive);
      add_message(calls, message, action == "recv");
    } else if (action == "sendRecv") {
      read_send_and_receive(line, calls);
    } else if (action == "wait" || action == "test") {
      read_wait(line, calls);
    } else if (action == "waitall") {
      if (!line.at_end()) line.word("count");
      wait_for(calls, calls.requests);
      calls.requests.clear();
    } else if (action == "init") {
      calls.default_size = line.at_end() ? 1 : 8;
      if (!line.at_end()) line.word("argument");
    } else if (is_one_of(action, collectives)) {
      line.fail_at(place, fmt::format("the collective call {}", action),
                   "only messages between two ranks are replayed");
    } else if (action == "comm_split" || action == "comm_dup") {
      line.fail_at(place, std::string(action), "only the communicator of all ranks is replayed");
    } else if (action != "finalize" && action != "comm_size" && action != "location") {
      line.fail_at(place, fmt::format("no action '{}'", shown(action)),
                   suggest(std::string(action), {actions.begin(), actions.end()}));
    }
    if (action == "location" || action == "comm_size") return;
    line.end_line();
  }

  void read_computing(LineReader& line, Calls& calls, bool seconds) {
    auto const place = line.place();
    auto const word = line.word("amount");
    double amount = 0;
    try {
      amount = read_number("amount", word);
    } catch (InputError const&) { amount = -1; }
    auto const ns = amount * (seconds ? 1e9 : ns_per_flop_);
    if (!(ns >= 0 && ns <= most_seconds * 1e9))
      line.fail_at(place, fmt::format("'{}' as an amount of computing", shown(word)));
    calls.add({.kind = OperationKind::compute, .amount = ns}, true);
  }

  /// A rank or tag; -1, -444 and -555 are any.
  std::uint32_t peer_or_tag(LineReader& line, char const* what, bool may_be_any, std::uint64_t high) {
    auto const word = line.peek();
    if (may_be_any && (word == "-1" || word == "-444" || word == "-555")) {
      line.word(what);
      return Operation::any;
    }
    return static_cast<std::uint32_t>(line.number(what, 0, high));
  }
  std::uint32_t peer(LineReader& line, bool may_be_any) {
    auto const rank = peer_or_tag(line, "rank", may_be_any, ProgramBuilder::most_ranks - 1);
    if (rank != Operation::any) most_peer_ = std::max(most_peer_, rank);
    return rank;
  }
  std::uint64_t type_size(LineReader& line, Calls const& calls) {
    if (line.at_end()) return calls.default_size;
    return type_sizes[line.number("data type", 0, type_sizes.size() - 1)];
  }

  /// `PEER TAG COUNT [TYPE]`.
  Operation read_message(LineReader& line, Calls const& calls, OperationKind kind) {
    Operation it{.kind = kind};
    bool const receives = kind == OperationKind::receive;
    it.peer = peer(line, receives);
    it.tag = peer_or_tag(line, "tag", receives, Operation::any - 1);
    auto const count = line.number("count", 0, most_bytes);
    it.amount = static_cast<double>(count) * static_cast<double>(type_size(line, calls));
    return it;
  }
  void add_message(Calls& calls, Operation const& it, bool blocks) {
    auto const number = calls.add(it, blocks);
    if (blocks) return;
    bool const sends = it.kind == OperationKind::send;
    calls.requests.push_back({sends ? rank_ : it.peer, sends ? it.peer : rank_, it.tag, number});
  }

  /// `COUNT DST COUNT SRC [TYPE TYPE]`: both at once.
  void read_send_and_receive(LineReader& line, Calls& calls) {
    Operation send{.kind = OperationKind::send}, receive{.kind = OperationKind::receive};
    auto const sent = line.number("count", 0, most_bytes);
    send.peer = peer(line, false);
    auto const received = line.number("count", 0, most_bytes);
    receive.peer = peer(line, true);
    send.amount = static_cast<double>(sent) * static_cast<double>(type_size(line, calls));
    receive.amount = static_cast<double>(received) * static_cast<double>(type_size(line, calls));
    std::vector<Request> both;
    both.push_back({0, 0, 0, calls.add(receive, false)});
    both.push_back({0, 0, 0, calls.add(send, false)});
    wait_for(calls, both);
  }

  /// `SRC DST TAG`: the first such request that is open. One that is not has ended in a test.
  void read_wait(LineReader& line, Calls& calls) {
    auto const from = peer(line, true), to = peer(line, true);
    auto const tag = peer_or_tag(line, "tag", true, Operation::any - 1);
    auto const found = std::ranges::find_if(
        calls.requests, [&](Request const& it) { return it.from == from && it.to == to && it.tag == tag; });
    if (found == calls.requests.end()) return;
    wait_for(calls, {*found});
    calls.requests.erase(found);
  }
  static void wait_for(Calls& calls, std::vector<Request> const& requests) {
    if (requests.empty()) return;
    auto const wait = calls.add({.kind = OperationKind::nothing}, true);
    for (auto const& request : requests) calls.waits.push_back({wait, request.operation, true});
  }

  double ns_per_flop_;
  std::uint32_t rank_ = 0, most_peer_ = 0;
  std::map<std::uint32_t, Calls> calls_;
};

/// Whether the first line names a file rather than a call.
bool is_list(std::string_view text) {
  auto const first = text.substr(0, text.find('\n'));
  return first.find_first_of(" \t") == std::string_view::npos;
}

}  // namespace

Program parse_ti_trace(std::vector<TraceText> const& texts, double flops) {
  TraceParser parser(flops);
  for (auto const& text : texts) parser.read(text);
  return std::move(parser).finish();
}

Program read_ti_trace(std::filesystem::path const& path, double flops) {
  auto text = read_file(path);
  TraceParser parser(flops);
  if (!is_list(text)) {
    parser.read({std::move(text), path.string()});
    return std::move(parser).finish();
  }
  auto const list = path.string();
  LineReader line(text, list, {.shape = "file"});
  while (line.next_full_line()) {
    auto const place = line.place();
    auto const name = std::string(line.word("file"));
    line.end_line();
    auto const file = path.parent_path() / name;
    if (!file_exists(file))
      line.fail_at(place, fmt::format("no file {}", file.string()), "the list names it");
    parser.read({read_file(file), file.string()});
  }
  return std::move(parser).finish();
}

}  // namespace weft
