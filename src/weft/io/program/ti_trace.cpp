// SPDX-License-Identifier: Apache-2.0
#include "weft/io/program/ti_trace.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/interrupt.hpp"
#include "weft/core/number.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"
#include "weft/io/program/rank_calls.hpp"

namespace weft {
namespace {

/// Sizes in bytes of SMPI's data types by number, as in SMPI 3.32: double, int, char, short, long, float,
/// byte, long long, and so on up to integers of 16 bytes.
constexpr std::array<std::uint64_t, 50> type_sizes{8, 4, 1,  2,  8, 4, 1, 8,  1, 1,  2,  4, 8, 8, 16, 4,  1,
                                                   1, 2, 4,  8,  1, 2, 4, 8,  8, 16, 32, 8, 8, 8, 16, 16, 8,
                                                   8, 8, 16, 16, 4, 4, 8, 16, 8, 16, 16, 4, 2, 4, 8,  16};

constexpr std::array<TiCollective, 15> collectives{{{"barrier", CallKind::barrier},
                                                    {"bcast", CallKind::broadcast},
                                                    {"reduce", CallKind::reduce},
                                                    {"allreduce", CallKind::allreduce},
                                                    {"reducescatter", CallKind::reduce_scatter},
                                                    {"scan", CallKind::scan},
                                                    {"exscan", CallKind::exscan},
                                                    {"gather", CallKind::gather},
                                                    {"scatter", CallKind::scatter},
                                                    {"allgather", CallKind::allgather},
                                                    {"alltoall", CallKind::all_to_all},
                                                    {"gatherv", CallKind::gather},
                                                    {"scatterv", CallKind::scatter},
                                                    {"allgatherv", CallKind::allgather},
                                                    {"alltoallv", CallKind::all_to_all}}};

bool adds(CallKind kind) {
  return kind == CallKind::reduce || kind == CallKind::allreduce || kind == CallKind::reduce_scatter ||
         kind == CallKind::scan || kind == CallKind::exscan;
}

std::vector<double> read_counts(LineReader& line, std::uint32_t ranks) {
  std::vector<double> counts;
  for (std::uint32_t i = 0; i < ranks; ++i) counts.push_back(read_ti_count(line));
  return counts;
}

/// Reads the number of operations that a rank computes for a reduction.
double read_operations(LineReader& line) {
  auto const place = line.place();
  auto const word = line.word("operations");
  double operations = -1;
  try {
    operations = read_number("operations", word);
  } catch (InputError const&) {}  // reported below with its position
  if (!(operations >= 0 && operations <= std::numeric_limits<double>::max()))
    line.fail_at(place, fmt::format("operations={}", shown(word)), "must be a number, at least 0");
  return operations;
}

}  // namespace

std::span<TiCollective const> ti_collectives() { return collectives; }

std::pair<TiCollective const*, bool> ti_collective_named(std::string_view word) {
  for (auto const& listed : collectives) {
    if (word == listed.name) return {&listed, true};
    if (word.starts_with('i') && word.substr(1) == listed.name) return {&listed, false};
  }
  return {nullptr, true};
}

double read_ti_count(LineReader& line) {
  constexpr std::uint64_t maximum = (std::uint64_t{1} << 63) - 1;
  return static_cast<double>(line.number("count", 0, maximum));
}

double read_ti_type(LineReader& line, double none) {
  if (line.at_end()) return none;
  if (line.peek() == "-1")
    line.fail("a message has a derived data type", "SMPI does not record the size of such types",
              "send elements of a basic type");
  constexpr std::size_t count_type = 59;  // MPI_COUNT
  auto const place = line.place();
  auto const number = line.number("data type", 0, count_type);
  if (number == count_type) return 8;
  if (number >= type_sizes.size()) line.fail_at(place, fmt::format("data type {} is unknown", number));
  return static_cast<double>(type_sizes[number]);
}

/// Formats (SimGrid, smpi_replay.cpp): COUNT [ROOT TYPE] of bcast; COUNT OPERATIONS [ROOT TYPE] of
/// reductions, with a count for each rank for reducescatter; SENT RECEIVED [ROOT TYPE TYPE] of the others,
/// where the v variants have a count for each rank instead of RECEIVED (scatterv: of SENT; alltoallv: after
/// each).
CollectiveCall read_ti_collective(LineReader& line, TiCollective const& action, std::uint32_t ranks,
                                  double no_type) {
  CollectiveCall call{.kind = action.kind};
  if (action.kind == CallKind::barrier) return call;
  bool const is_v = action.name.ends_with('v');
  bool const each_sends = is_v && (action.kind == CallKind::scatter || action.kind == CallKind::all_to_all);
  double sent = 0;
  if (action.name == "alltoallv") read_ti_count(line);
  if (action.kind == CallKind::reduce_scatter)
    for (auto const count : read_counts(line, ranks)) sent += count;
  else if (each_sends)
    call.sizes = read_counts(line, ranks);
  else
    sent = read_ti_count(line);
  if (adds(action.kind)) {
    call.compute = read_operations(line);
  } else if (action.kind != CallKind::broadcast) {
    read_ti_count(line);
    if (is_v && action.kind != CallKind::scatter) {
      auto const more = action.kind == CallKind::all_to_all ? ranks : ranks - 1;
      for (std::uint32_t i = 0; i < more; ++i) read_ti_count(line);
    }
  }
  if (has_root(action.kind) && !line.at_end())
    call.root = static_cast<std::uint32_t>(line.number("root", 0, ranks - 1));
  auto const bytes = read_ti_type(line, no_type);
  if (!line.at_end()) line.word("data type");
  call.bytes = sent * bytes;
  if (is_v && !each_sends) call.sizes = {call.bytes};
  for (auto& size : call.sizes) size *= each_sends ? bytes : 1;
  return call;
}

namespace {

constexpr double max_seconds = 9e9;
constexpr std::string_view no_process = "-333";      // MPI_PROC_NULL
constexpr std::uint32_t of_collective = 0xffffffff;  // tag of the requests of collective calls

/// Actions of one rank, including actions that take no time.
constexpr std::array<std::string_view, 24> actions{
    "init",  "finalize", "comm_size", "comm_dup", "location", "compute", "sleep",    "send",
    "ssend", "isend",    "recv",      "irecv",    "wait",     "waitall", "waitany",  "waitsome",
    "test",  "testall",  "testany",   "testsome", "probe",    "iprobe",  "sendrecv", "comm_split"};
/// A nonblocking call that no wait has named so far.
struct Request {
  std::uint32_t from, to, tag;
  std::uint32_t operation;
};

/// The calls of a rank that have been read.
struct Calls {
  RankCalls all;
  std::vector<Request> requests;
  std::uint32_t issued = 0, taken = 0;  // requests so far; the minimum number that waits have consumed
  std::uint32_t times_all_taken = 0;
  double default_size = 1;  // bytes of an element without a type
};

class TraceParser {
 public:
  /// `ranks`: number of ranks of the trace, and the number of counts in v variants.
  TraceParser(double flops, std::uint32_t ranks) : ns_per_flop_(1e9 / flops), ranks_(ranks) {}

  void read(TraceText const& trace) {
    LineReader line(trace.text, trace.file, {.shape = "rank action .."});
    while (line.next_full_line()) {
      throw_if_interrupted();
      rank_ = static_cast<std::uint32_t>(line.number("rank", 0, ProgramBuilder::max_ranks - 1));
      read_call(line, calls_[rank_]);
    }
  }

  bool is_empty() const { return calls_.empty(); }

  Program finish() && {
    ProgramBuilder builder;
    for (auto& [rank, calls] : calls_) std::move(calls.all).append_to(builder, rank);
    return std::move(builder).finish(std::max(ranks_, max_peer_ + 1));
  }

 private:
  void read_call(LineReader& line, Calls& calls) {
    auto const place = line.place();
    std::string action(line.word("action"));
    std::ranges::transform(action, action.begin(), [](char c) {
      return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    });
    auto const [collective, blocks] = ti_collective_named(action);
    if (action == "compute" || action == "sleep") {
      read_computing(line, calls, action == "sleep");
    } else if (collective != nullptr) {
      read_collective(line, calls, *collective, blocks);
    } else if (action == "send" || action == "ssend" || action == "isend") {
      read_message(line, calls, OperationKind::send, action != "isend");
    } else if (action == "recv" || action == "irecv") {
      read_message(line, calls, OperationKind::receive, action == "recv");
    } else if (action == "sendrecv") {
      read_send_and_receive(line, calls);
    } else if (action == "wait") {
      read_wait(line, calls);
    } else if (action == "waitall") {
      skip_count(line);
      wait_for_all(calls);
    } else if (action == "waitany" || action == "waitsome") {
      skip_count(line);
      wait_for_first_to_end(calls, action == "waitany" ? OperationKind::wait_any : OperationKind::wait_some);
    } else if (action == "init") {
      calls.default_size = line.at_end() ? 1 : 8;
      if (!line.at_end()) line.word("argument");
    } else if (std::ranges::find(actions, action) == actions.end()) {
      line.fail_at(place, fmt::format("unknown action '{}'", shown(action)),
                   suggest(action, known_actions()));
    } else if (action != "finalize") {
      return;  // ignore the rest of the line
    }
    line.end_line();
  }
  static std::vector<std::string> known_actions() {
    std::vector<std::string> known(actions.begin(), actions.end());
    for (auto const& collective : ti_collectives()) known.emplace_back(collective.name);
    return known;
  }

  void read_computing(LineReader& line, Calls& calls, bool seconds) {
    auto const place = line.place();
    auto const word = line.word("amount");
    double amount = 0;
    try {
      amount = read_number("amount", word);
    } catch (InputError const&) { amount = -1; }
    auto const ns = amount * (seconds ? 1e9 : ns_per_flop_);
    if (!(ns >= 0 && ns <= max_seconds * 1e9))
      line.fail_at(place, fmt::format("amount={}", shown(word)),
                   "must be a number, at least 0, of at most 9e9 s");
    calls.all.add(Operation{.kind = OperationKind::compute, .amount = ns});
  }

  /// Reads a rank or tag; -1, -444 and -555 are wildcards.
  std::uint32_t peer_or_tag(LineReader& line, char const* what, bool may_be_any, std::uint64_t high) {
    auto const word = line.peek();
    if (may_be_any && (word == "-1" || word == "-444" || word == "-555")) {
      line.word(what);
      return Operation::any;
    }
    return static_cast<std::uint32_t>(line.number(what, 0, high));
  }
  std::uint32_t peer(LineReader& line, bool may_be_any) {
    auto const rank = peer_or_tag(line, "rank", may_be_any, ProgramBuilder::max_ranks - 1);
    if (rank != Operation::any) max_peer_ = std::max(max_peer_, rank);
    return rank;
  }
  static double type_size(LineReader& line, Calls const& calls) {
    return read_ti_type(line, calls.default_size);
  }

  /// Reads `PEER TAG COUNT [TYPE]`, or `PEER COUNT` before SimGrid 3.20.
  void read_message(LineReader& line, Calls& calls, OperationKind kind, bool blocks) {
    bool const receives = kind == OperationKind::receive;
    if (line.peek() == no_process) return skip_rest(line);
    Operation message{.kind = kind, .is_request = !blocks};
    message.peer = peer(line, receives);
    bool const has_tag = line.remaining_words() != 1;
    if (has_tag) message.tag = peer_or_tag(line, "tag", receives, Operation::any - 1);
    auto const number = read_ti_count(line);
    message.amount = number * type_size(line, calls);
    auto const operation = calls.all.add(message, blocks);
    if (!blocks)
      add_request(calls,
                  {receives ? message.peer : rank_, receives ? rank_ : message.peer, message.tag, operation});
  }
  static void add_request(Calls& calls, Request const& request) {
    calls.requests.push_back(request);
    ++calls.issued;
  }

  /// Reads `COUNT DST COUNT SRC [TYPE TYPE]`; send and receive run in parallel.
  void read_send_and_receive(LineReader& line, Calls& calls) {
    Operation send{.kind = OperationKind::send}, receive{.kind = OperationKind::receive};
    auto const sent = read_ti_count(line);
    send.peer = peer(line, false);
    auto const received = read_ti_count(line);
    receive.peer = peer(line, true);
    send.amount = sent * type_size(line, calls);
    receive.amount = received * type_size(line, calls);
    auto const receiving = calls.all.add(receive, false), sending = calls.all.add(send, false);
    calls.all.wait_for(std::array{receiving, sending});
  }

  /// Reads `SRC DST TAG` and waits for the oldest matching request that no wait has named. For collective
  /// calls, SRC and DST are not processes. Without arguments, as before SimGrid 3.20, waits for the newest
  /// request.
  void read_wait(LineReader& line, Calls& calls) {
    auto& requests = calls.requests;
    if (line.at_end()) return wait_for(calls, requests.empty() ? requests.end() : requests.end() - 1);
    if (line.peek() == no_process) {
      skip_rest(line);
      return wait_for(calls, std::ranges::find(requests, of_collective, &Request::tag));
    }
    auto const from = peer(line, true), to = peer(line, true);
    auto const tag = peer_or_tag(line, "tag", true, Operation::any - 1);
    wait_for(calls, std::ranges::find_if(requests, [&](Request const& request) {
               return request.from == from && request.to == to && request.tag == tag;
             }));
  }
  static void skip_rest(LineReader& line) {
    while (!line.at_end()) line.word("argument");
  }
  static void skip_count(LineReader& line) {
    if (!line.at_end()) line.word("count");
  }
  static void wait_for(Calls& calls, std::vector<Request>::iterator request) {
    if (request == calls.requests.end()) return;
    calls.all.wait_for(std::array{request->operation});
    calls.requests.erase(request);
    take_one(calls);
  }
  static void wait_for_all(Calls& calls) {
    std::vector<std::uint32_t> operations;
    for (auto const& request : calls.requests) operations.push_back(request.operation);
    calls.all.wait_for(operations);
    take_all(calls);
  }
  /// Adds a wait for the first request to end, which is determined when the program runs.
  static void wait_for_first_to_end(Calls& calls, OperationKind kind) {
    if (calls.requests.empty()) return;
    calls.all.add(Operation{.kind = kind,
                            .peer = Operation::any,
                            .tag = calls.taken,
                            .context = calls.times_all_taken,
                            .amount = static_cast<double>(calls.issued)});
    take_one(calls);
  }
  static void take_one(Calls& calls) {
    if (++calls.taken >= calls.issued) take_all(calls);
  }
  static void take_all(Calls& calls) {
    calls.taken = calls.issued;
    ++calls.times_all_taken;
    calls.requests.clear();
  }

  void read_collective(LineReader& line, Calls& calls, TiCollective const& action, bool blocks) {
    auto call = read_ti_collective(line, action, ranks_, calls.default_size);
    call.compute *= ns_per_flop_;
    auto const operation = calls.all.add(std::move(call), blocks);
    if (blocks) return;
    calls.all.operation(operation).is_request = true;
    add_request(calls, {rank_, rank_, of_collective, operation});
  }

  double ns_per_flop_;
  std::uint32_t ranks_, rank_ = 0, max_peer_ = 0;
  std::map<std::uint32_t, Calls> calls_;
};

/// Returns whether the first line names a file and not a call.
bool is_list(std::string_view text) {
  auto const first = text.substr(0, text.find('\n'));
  return first.find_first_of(" \t") == std::string_view::npos;
}

/// Returns one more than the largest number among the first words of lines.
std::uint32_t count_ranks(std::vector<TraceText> const& texts) {
  std::uint64_t ranks = 0;
  for (auto const& [text, file] : texts)
    for (std::size_t at = 0; at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1) {
      std::uint64_t rank = 0;
      auto const [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), rank);
      if (error == std::errc{} && rank < ProgramBuilder::max_ranks) ranks = std::max(ranks, rank + 1);
    }
  return static_cast<std::uint32_t>(ranks);
}

}  // namespace

Program parse_ti_trace(std::vector<TraceText> const& texts, double flops) {
  TraceParser parser(flops, count_ranks(texts));
  for (auto const& text : texts) parser.read(text);
  if (parser.is_empty())
    throw InputError("the trace contains no calls",
                     "a time-independent trace consists of lines of the form RANK ACTION ..", "",
                     texts.empty() ? std::string() : texts.front().file);
  return std::move(parser).finish();
}

Program read_ti_trace(std::filesystem::path const& path, double flops) {
  auto text = read_file(path);
  std::vector<TraceText> texts;
  if (!is_list(text)) {
    texts.push_back({std::move(text), path.string()});
    return parse_ti_trace(texts, flops);
  }
  auto const list = path.string();
  LineReader line(text, list, {.shape = "file"});
  while (line.next_full_line()) {
    auto const place = line.place();
    auto const name = std::string(line.word("file"));
    line.end_line();
    auto const file = path.parent_path() / name;
    if (!file_exists(file))
      line.fail_at(place, fmt::format("cannot find file {}", file.string()), "the list contains it");
    texts.push_back({read_file(file), file.string()});
  }
  if (texts.empty()) texts.push_back({{}, list});
  return parse_ti_trace(texts, flops);
}

}  // namespace weft
