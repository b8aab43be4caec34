#include "weft/mapping/file_mapping.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft::mapping {
namespace {

constexpr std::uint32_t no_terminal = 0xffffffff;

/// The number at the end of the name of a node.
std::optional<std::uint64_t> number_of_node(std::string_view host) {
  auto const last = host.find_last_not_of("0123456789");
  return number_in(last == std::string_view::npos ? host : host.substr(last + 1));
}

/// The number after `key`, or an error.
std::uint64_t number_after(LineReader& line, std::string_view key) {
  auto const place = line.place();
  auto const word = line.word(key);
  auto const value = word.starts_with(key) ? number_in(word.substr(key.size())) : std::nullopt;
  if (!value)
    line.fail_at(place, fmt::format("'{}'", word.substr(0, 40)), fmt::format("must be {}NUMBER", key));
  return *value;
}

class PlacementReader {
 public:
  PlacementReader(std::string_view text, std::string_view file, MappingContext const& context)
      : line_(text, file, {.shape = "TERMINAL, or rank TASK=NODE slot=SLOT"}),
        file_(file),
        context_(context),
        placement_(context.num_tasks(), no_terminal),
        taken_(context.terminals, false) {}

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
    auto const task = number_in(word.substr(0, equals));
    if (!task || equals == std::string_view::npos)
      line_.fail_at(place, fmt::format("'{}'", shown(word)), "must be TASK=NODE");
    auto const terminals = terminals_of(word.substr(equals + 1), place);
    auto const slot = number_after(line_, "slot=");
    if (slot >= terminals.size())
      line_.fail_at(place, fmt::format("slot {}", slot), fmt::format("the node has {}", terminals.size()));
    put(place, *task,
        context_.own_terminal(terminals[slot], fmt::format("{}:{}:{}", file_, place.line, place.column)));
  }

  /// The terminals of a node, slot by slot.
  std::vector<std::uint32_t> terminals_of(std::string_view node, LineReader::Place place) const {
    auto const& hosts = context_.hosts();
    if (hosts.named()) {
      auto terminals = hosts.find(node);
      if (terminals.empty())
        throw InputError(fmt::format("no host '{}'", shown(node)), "", hosts.hint(node),
                         fmt::format("{}:{}:{}", file_, place.line, place.column));
      return terminals;
    }
    auto const number = number_of_node(node);
    if (!number)
      line_.fail_at(place, fmt::format("'{}'", shown(node)),
                    "the name of a node must have its number at the end");
    if (*number >= hosts.size())
      line_.fail_at(place, fmt::format("node {}", *number), fmt::format("there are {}", hosts.size()));
    auto const terminals = hosts.terminals_of(static_cast<std::uint32_t>(*number));
    return {terminals.begin(), terminals.end()};
  }

  void put(LineReader::Place place, std::uint64_t task, std::uint64_t terminal) {
    if (task >= placement_.size())
      line_.fail_at(place, fmt::format("task {}", task),
                    fmt::format("the job has {} tasks", placement_.size()));
    if (placement_[task] != no_terminal) line_.fail_at(place, fmt::format("task {} a second time", task));
    if (taken_[terminal]) line_.fail_at(place, fmt::format("terminal {} a second time", terminal));
    taken_[terminal] = true;
    placement_[task] = static_cast<std::uint32_t>(terminal);
  }

  LineReader line_;
  std::string_view file_;
  MappingContext const& context_;
  Placement placement_;
  std::vector<bool> taken_;
};

}  // namespace

Placement parse_placement(std::string_view text, std::string_view file, MappingContext const& context) {
  return PlacementReader(text, file, context).read();
}

void FileMapping::check(Params const& params) {
  if (params.path.empty()) throw InputError("file without a path", "", "give file:path=..", "path");
}

Placement FileMapping::place(MappingContext const& context) const {
  check_fits(context);
  return parse_placement(read_file(params_.path), params_.path, context);
}
}  // namespace weft::mapping
