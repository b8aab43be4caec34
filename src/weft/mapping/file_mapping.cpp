#include "weft/mapping/file_mapping.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft::mapping {
namespace {

constexpr std::uint32_t no_terminal = 0xffffffff;

std::optional<std::uint64_t> whole_number(std::string_view digits) {
  std::uint64_t value = 0;
  auto const [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (digits.empty() || error != std::errc{} || rest != digits.data() + digits.size()) return {};
  return value;
}

/// The number at the end of the name of a node.
std::optional<std::uint64_t> number_of_node(std::string_view host) {
  auto const last = host.find_last_not_of("0123456789");
  return whole_number(last == std::string_view::npos ? host : host.substr(last + 1));
}

/// The number after `key`, or an error.
std::uint64_t number_after(LineReader& line, std::string_view key) {
  auto const place = line.place();
  auto const word = line.word(key);
  auto const value = word.starts_with(key) ? whole_number(word.substr(key.size())) : std::nullopt;
  if (!value)
    line.fail_at(place, fmt::format("'{}'", word.substr(0, 40)), fmt::format("must be {}NUMBER", key));
  return *value;
}

class PlacementReader {
 public:
  PlacementReader(std::string_view text, std::string_view file, std::uint64_t tasks, std::uint64_t terminals,
                  std::uint64_t slots)
      : line_(text, file, {.shape = "TERMINAL, or rank TASK=NODE slot=SLOT"}),
        file_(file),
        placement_(tasks, no_terminal),
        taken_(terminals, false),
        slots_(slots) {}

  Placement read() {
    for (std::uint64_t listed = 0; line_.next_full_line(); ++listed) {
      auto const place = line_.place();
      if (line_.peek() == "rank")
        read_rank();
      else
        put(place, listed, line_.number("terminal", 0, taken_.size() - 1));
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
    auto const task = whole_number(word.substr(0, equals));
    auto const node =
        equals == std::string_view::npos ? std::nullopt : number_of_node(word.substr(equals + 1));
    if (!task || !node)
      line_.fail_at(place, fmt::format("'{}'", word.substr(0, 40)),
                    "must be TASK=NODE with a number at the end of the name of the node");
    auto const slot = number_after(line_, "slot=");
    if (slot >= slots_)
      line_.fail_at(place, fmt::format("slot {}", slot), fmt::format("a node has {}", slots_));
    if (*node >= taken_.size() / slots_)
      line_.fail_at(place, fmt::format("node {}", *node),
                    fmt::format("there are {}", taken_.size() / slots_));
    put(place, *task, *node * slots_ + slot);
  }
  void put(LineReader::Place place, std::uint64_t task, std::uint64_t terminal) {
    if (task >= placement_.size())
      line_.fail_at(place, fmt::format("task {}", task),
                    fmt::format("the job has {} tasks", placement_.size()));
    if (placement_[task] != no_terminal) line_.fail_at(place, fmt::format("task {} a second time", task));
    if (terminal >= taken_.size())
      line_.fail_at(place, fmt::format("terminal {}", terminal),
                    fmt::format("the machine has {}", taken_.size()));
    if (taken_[terminal]) line_.fail_at(place, fmt::format("terminal {} a second time", terminal));
    taken_[terminal] = true;
    placement_[task] = static_cast<std::uint32_t>(terminal);
  }

  LineReader line_;
  std::string_view file_;
  Placement placement_;
  std::vector<bool> taken_;
  std::uint64_t slots_;
};

}  // namespace

Placement parse_placement(std::string_view text, std::string_view file, std::uint64_t tasks,
                          std::uint64_t terminals, std::uint64_t slots) {
  return PlacementReader(text, file, tasks, terminals, slots).read();
}

void FileMapping::check(Params const& params) {
  if (params.path.empty()) throw InputError("file without a path", "", "give file:path=..", "path");
}

Placement FileMapping::place(MappingContext const& context) const {
  check_fits(context);
  std::uint64_t slots = 1;
  if (context.network)
    for (std::uint32_t r = 0; r < context.network().num_routers(); ++r)
      slots = std::max<std::uint64_t>(slots, context.network().terminals_at({r}).count);
  return parse_placement(read_file(params_.path), params_.path, context.num_tasks(), context.terminals,
                         slots);
}
}  // namespace weft::mapping
