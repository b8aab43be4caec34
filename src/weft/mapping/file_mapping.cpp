// SPDX-License-Identifier: Apache-2.0
#include "weft/mapping/file_mapping.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"
#include "weft/network/hosts_file.hpp"

namespace weft::mapping {
namespace {

constexpr std::uint32_t no_terminal = 0xffffffff;

/// Returns the number at the end of a host name without its domain.
std::optional<std::uint64_t> number_of_node(std::string_view host) {
  host = host.substr(0, host.find('.'));
  auto const last = host.find_last_not_of("0123456789");
  return to_number(last == std::string_view::npos ? host : host.substr(last + 1));
}

/// Returns the slot in a line; nullopt if it specifies processors in another Open MPI format, such as `0:1`
/// or `4-7`.
std::optional<std::uint64_t> slot_in(LineReader& line) {
  constexpr std::string_view key = "slot=";
  auto const place = line.place();
  auto const word = line.word(key);
  auto const value = word.starts_with(key) ? word.substr(key.size()) : std::string_view{};
  if (auto const slot = to_number(value)) return slot;
  if (value.find_first_of("0123456789") == std::string_view::npos ||
      value.find_first_not_of("0123456789:,-*p") != std::string_view::npos)
    line.fail_at(place, fmt::format("unexpected '{}'", word.substr(0, 40)),
                 fmt::format("expected {}NUMBER", key));
  return {};
}

/// Assigns the slots of nodes in a rankfile to terminals.
class NodeSlots {
 public:
  explicit NodeSlots(Hosts const& hosts) : hosts_(hosts) {}

  /// Reserves a slot of a node, by default the first free one, and returns its terminal: slots are
  /// distributed over `terminals` round-robin. Returns nullopt if the slot is occupied.
  std::optional<std::uint32_t> reserve(std::vector<std::uint32_t> const& terminals,
                                       std::optional<std::uint64_t> slot) {
    auto& taken = taken_[hosts_.slot_of({terminals[0]}).host];
    if (!slot) {
      slot = 0;
      while (taken.contains(*slot)) ++*slot;
    }
    if (!taken.insert(*slot).second) return {};
    return terminals[*slot % terminals.size()];
  }

 private:
  Hosts const& hosts_;
  std::map<std::uint32_t, std::set<std::uint64_t>> taken_;  // occupied slots, by host
};

class PlacementReader {
 public:
  /// `tasks`: number of tasks of the job; nullopt: all tasks in the file. `terminals`: number of terminals of
  /// the job. `own`: converts a terminal of the machine to its index in the job, or throws InputError at the
  /// given location.
  PlacementReader(std::string_view text, std::string_view file, Hosts const& hosts,
                  std::optional<std::uint64_t> tasks, std::uint64_t terminals,
                  std::function<std::uint32_t(std::uint32_t, std::string const&)> own)
      : line_(text, file, {.shape = "TERMINAL, or rank TASK=NODE slot=SLOT"}),
        file_(file),
        hosts_(hosts),
        tasks_(tasks),
        max_tasks_(text.size()),
        own_(std::move(own)),
        placement_(tasks.value_or(0), no_terminal),
        taken_(terminals, false),
        slots_(hosts) {}

  Placement read() {
    for (std::uint64_t listed = 0; line_.next_full_line(); ++listed) {
      auto const place = line_.place();
      if (line_.peek() == "rank") {
        read_rank();
      } else {
        auto const terminal = line_.number("terminal", 0, taken_.size() - 1);
        if (taken_[terminal]) line_.fail_at(place, fmt::format("terminal {} is listed twice", terminal));
        taken_[terminal] = true;
        put(place, listed, terminal);
      }
      line_.end_line();
    }
    if (auto const missing = std::ranges::find(placement_, no_terminal); missing != placement_.end())
      throw InputError(fmt::format("task {} has no terminal", missing - placement_.begin()),
                       fmt::format("the job has {} tasks", placement_.size()), {}, std::string(file_));
    return std::move(placement_);
  }

 private:
  void read_rank() {
    line_.word("rank");
    auto const place = line_.place();
    auto const word = line_.word("TASK=NODE");
    auto const equals = word.find('=');
    auto const task = to_number(word.substr(0, equals));
    if (!task || equals == std::string_view::npos)
      line_.fail_at(place, fmt::format("unexpected '{}'", shown(word)), "expected TASK=NODE");
    auto const terminals = terminals_of(word.substr(equals + 1), place);
    auto const slot = line_.at_end() ? std::nullopt : slot_in(line_);
    auto const terminal = slots_.reserve(terminals, slot);
    if (!terminal) line_.fail_at(place, fmt::format("slot {} of the node is used twice", *slot));
    put(place, *task, own_(*terminal, fmt::format("{}:{}:{}", file_, place.line, place.column)));
  }

  /// Returns the terminals of a node. `+n3` denotes node 3 of the network.
  std::vector<std::uint32_t> terminals_of(std::string_view node, LineReader::Place place) const {
    bool const relative = node.starts_with("+n");
    if (hosts_.named() && !relative) {
      auto terminals = hosts_.find(node);
      if (terminals.empty())
        throw InputError(fmt::format("no host '{}'", shown(node)), "", hosts_.hint(node),
                         fmt::format("{}:{}:{}", file_, place.line, place.column));
      return terminals;
    }
    auto const number = relative ? to_number(node.substr(2)) : number_of_node(node);
    if (!number)
      line_.fail_at(place, fmt::format("node name '{}' has no number", shown(node)),
                    "the name of a node must end with its number");
    if (*number >= hosts_.size())
      line_.fail_at(place, fmt::format("node={}", *number),
                    fmt::format("must be in [0, {}]", hosts_.size() - 1));
    auto const terminals = hosts_.terminals_of(static_cast<std::uint32_t>(*number));
    return {terminals.begin(), terminals.end()};
  }

  void put(LineReader::Place place, std::uint64_t task, std::uint64_t terminal) {
    if (tasks_ && task >= *tasks_)
      line_.fail_at(place, fmt::format("task {} does not exist", task),
                    fmt::format("the job has {} tasks", *tasks_));
    if (task >= max_tasks_)
      line_.fail_at(place, fmt::format("rank {} exceeds the number of ranks in the file", task));
    if (task >= placement_.size()) placement_.resize(task + 1, no_terminal);
    if (placement_[task] != no_terminal) line_.fail_at(place, fmt::format("task {} is listed twice", task));
    placement_[task] = static_cast<std::uint32_t>(terminal);
  }

  LineReader line_;
  std::string_view file_;
  Hosts const& hosts_;
  std::optional<std::uint64_t> tasks_;
  std::uint64_t max_tasks_;
  std::function<std::uint32_t(std::uint32_t, std::string const&)> own_;
  Placement placement_;
  std::vector<bool> taken_;  // terminals in lines without a rank
  NodeSlots slots_;
};

/// Returns whether the first line that is not a comment contains a rank.
bool is_rankfile(std::string_view text, std::string_view file) {
  LineReader line(text, file, {.shape = ""});
  return line.next_full_line() && line.peek() == "rank";
}

}  // namespace

Placement parse_placement(std::string_view text, std::string_view file, MappingContext const& context) {
  auto const own = [&](std::uint32_t terminal, std::string const& place) {
    return context.job_terminal(terminal, place);
  };
  return PlacementReader(text, file, context.hosts(), context.num_tasks(), context.terminals, own).read();
}

std::optional<Placement> parse_rankfile(std::string_view text, std::string_view file, Hosts const& hosts) {
  if (!is_rankfile(text, file)) return {};
  auto const own = [](std::uint32_t terminal, std::string const&) { return terminal; };
  return PlacementReader(text, file, hosts, {}, hosts.num_terminals(), own).read();
}

void FileMapping::check(Params const& params) {
  if (params.path.empty()) throw InputError("mapping file needs a path", "", "specify file:path=..", "path");
}

std::optional<Placement> FileMapping::terminals(Hosts const& hosts) const {
  return parse_rankfile(read_file(params_.path), params_.path, hosts);
}

Placement FileMapping::place(MappingContext const& context) const {
  return parse_placement(read_file(params_.path), params_.path, context);
}

Placement HostList::terminals(Hosts const& hosts) const {
  constexpr std::uint64_t max_tasks = std::uint64_t{1} << 24;
  Placement placement;
  std::vector<std::uint32_t> tasks_on(hosts.num_terminals(), 0);
  for (auto const& listed : read_hosts(params_.file, hosts)) {
    auto const tasks = listed.tasks.value_or(1);
    if (tasks > max_tasks - placement.size())
      throw InputError(fmt::format("{} tasks on host '{}' are too many", tasks, shown(listed.name)),
                       fmt::format("a job has at most {}", max_tasks), "", listed.place);
    for (std::uint64_t task = 0; task < tasks; ++task) {
      auto const next = *std::ranges::min_element(listed.terminals, {}, [&](auto t) { return tasks_on[t]; });
      ++tasks_on[next];
      placement.push_back(next);
    }
  }
  if (placement.empty()) throw InputError("the file lists no hosts", "", "", params_.file);
  return placement;
}

Placement HostList::place(MappingContext const& context) const {
  auto placement = terminals(context.hosts());
  auto const tasks = context.num_tasks();
  if (placement.size() < tasks)
    throw InputError(fmt::format("the hosts have no space for {} tasks", tasks),
                     fmt::format("{} fit", placement.size()), "list more hosts, or use a smaller grid",
                     params_.file);
  placement.resize(tasks);
  for (auto& terminal : placement) terminal = context.job_terminal(terminal, params_.file);
  return placement;
}

}  // namespace weft::mapping
