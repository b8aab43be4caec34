#include "weft/io/program/ti_collective.hpp"

#include <array>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"

namespace weft {
namespace {

/// Bytes of SMPI's data types by their number, as SMPI 3.32 writes them: double, int, char, short, long,
/// float, byte, long long, and so on up to the integers of 16 bytes.
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

/// Operations that a rank computes for a sum.
double read_operations(LineReader& line) {
  auto const place = line.place();
  auto const word = line.word("operations");
  double operations = -1;
  try {
    operations = read_number("operations", word);
  } catch (InputError const&) {}  // told below, with its place
  if (!(operations >= 0 && operations <= std::numeric_limits<double>::max()))
    line.fail_at(place, fmt::format("'{}' as a number of operations", shown(word)));
  return operations;
}

}  // namespace

std::span<TiCollective const> ti_collectives() { return collectives; }

std::pair<TiCollective const*, bool> ti_collective_named(std::string_view word) {
  for (auto const& it : collectives) {
    if (word == it.name) return {&it, true};
    if (word.starts_with('i') && word.substr(1) == it.name) return {&it, false};
  }
  return {nullptr, true};
}

double read_ti_count(LineReader& line) {
  constexpr std::uint64_t most = (std::uint64_t{1} << 63) - 1;
  return static_cast<double>(line.number("count", 0, most));
}

double read_ti_type(LineReader& line, double none) {
  if (line.at_end()) return none;
  if (line.peek() == "-1")
    line.fail("a derived data type", "SMPI does not record its size", "send elements of a basic type");
  constexpr std::size_t count_type = 59;  // MPI_COUNT
  auto const place = line.place();
  auto const number = line.number("data type", 0, count_type);
  if (number == count_type) return 8;
  if (number >= type_sizes.size()) line.fail_at(place, fmt::format("no data type {}", number));
  return static_cast<double>(type_sizes[number]);
}

/// The forms (SimGrid, smpi_replay.cpp): COUNT [ROOT TYPE] of bcast; COUNT OPERATIONS [ROOT TYPE] of sums,
/// with a count for each rank of reducescatter; SENT RECEIVED [ROOT TYPE TYPE] of the others, where the v
/// forms have a count for each rank in place of RECEIVED (scatterv: of SENT; alltoallv: after each).
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

}  // namespace weft
