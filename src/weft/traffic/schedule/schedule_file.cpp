// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/schedule/schedule_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"

namespace weft {
namespace {

constexpr std::array<std::string_view, 4> holdings_names{"one_place", "copies", "sums", "unions"};
/// Upper bound on slots in a file; `never` is the deadline of a block that has none.
constexpr std::uint64_t max_slot = std::uint64_t{1} << 40;
constexpr auto never = std::numeric_limits<std::uint64_t>::max();
constexpr std::string_view shape =
    "holdings .. | participants .. | block B START GOAL.. [due SLOTS] | slot T [WIDTH] | FROM TO B ..";

class Reader {
 public:
  Reader(std::string_view text, std::string_view file, TransferNetwork const& network)
      : line_(text, file, {.shape = shape}), file_(file), network_(network) {
    auto const terminals = network.terminal_vertices();
    postcondition_.participants.assign(terminals.begin(), terminals.end());
    std::ranges::sort(postcondition_.participants);
  }

  std::unique_ptr<ListedSchedule> read() {
    while (line_.next_full_line()) {
      auto const first = line_.peek();
      if (first == "holdings")
        read_holdings();
      else if (first == "participants")
        read_participants();
      else if (first == "block")
        read_block();
      else if (first == "slot")
        read_slot();
      else
        read_transfer();
    }
    if (postcondition_.blocks == 0)
      throw InputError("the file contains no blocks", {}, {}, std::string(file_));
    postcondition_.first_goal.push_back(postcondition_.goal.size());
    if (!postcondition_.due.empty()) postcondition_.due.resize(postcondition_.blocks, never);
    return std::make_unique<ListedSchedule>(std::move(postcondition_), std::move(steps_));
  }

 private:
  void before_blocks() {
    if (postcondition_.blocks > 0)
      line_.fail("unexpected '" + std::string(line_.peek()) + "'", "the line must precede the blocks");
  }
  void read_holdings() {
    before_blocks();
    line_.word("holdings");
    auto const place = line_.place();
    auto const name = line_.word("kind");
    auto const found = std::ranges::find(holdings_names, name);
    if (found == holdings_names.end())
      line_.fail_at(place, "holdings=" + std::string(name), "must be one_place, copies, sums or unions");
    postcondition_.holdings = static_cast<Holdings>(found - holdings_names.begin());
    line_.end_line();
  }
  void read_participants() {
    before_blocks();
    line_.word("participants");
    if (line_.peek() == "all") return line_.word("all"), line_.end_line();
    postcondition_.participants.clear();
    while (!line_.at_end()) postcondition_.participants.push_back(vertex("participant"));
    std::ranges::sort(postcondition_.participants);
    auto const twice = std::ranges::unique(postcondition_.participants);
    postcondition_.participants.erase(twice.begin(), twice.end());
  }
  void read_block() {
    if (!steps_.empty()) line_.fail("a block follows the first slot", "blocks must precede the slots");
    line_.word("block");
    line_.number("block", postcondition_.blocks, postcondition_.blocks);
    if (!has_parts(postcondition_.holdings)) postcondition_.start.push_back(vertex("start"));
    if (line_.at_end()) line_.word("goal");
    postcondition_.first_goal.push_back(postcondition_.goal.size());
    if (line_.peek() == "all") {
      if (postcondition_.holdings == Holdings::one_place)
        line_.fail("goal=all", "with holdings one_place, a block has one goal");
      line_.word("goal");
      postcondition_.goal.insert(postcondition_.goal.end(), postcondition_.participants.begin(),
                                 postcondition_.participants.end());
    } else {
      do postcondition_.goal.push_back(vertex("goal"));
      while (!line_.at_end() && line_.peek() != "due");
    }
    if (postcondition_.holdings == Holdings::one_place &&
        postcondition_.goal.size() != postcondition_.first_goal.back() + 1)
      line_.fail("the block has several goals", "with holdings one_place, a block has one goal");
    read_due();
    ++postcondition_.blocks;
  }
  void read_due() {
    if (line_.peek() == "due") {
      line_.word("due");
      postcondition_.due.resize(postcondition_.blocks, never);
      postcondition_.due.push_back(line_.number("due", 0, max_slot));
    }
    line_.end_line();
  }
  void read_slot() {
    if (postcondition_.blocks == 0)
      line_.fail("a slot precedes the first block", "blocks must precede the slots");
    line_.word("slot");
    auto const slot = line_.number("slot", end_, max_slot);
    auto const width = line_.at_end() ? 1 : line_.number("width", 1, 0xffffffff);
    line_.end_line();
    for (auto idle = slot - end_; idle > 0;) {
      auto const part = std::min<std::uint64_t>(idle, 0xffffffff);
      steps_.push_back({static_cast<std::uint32_t>(part), {}});
      idle -= part;
    }
    steps_.push_back({static_cast<std::uint32_t>(width), {}});
    end_ = slot + width;
  }
  void read_transfer() {
    if (steps_.empty()) line_.fail("unknown line '" + std::string(line_.peek()) + "'", std::string(shape));
    auto const place = line_.place();
    auto const from = vertex("from"), to = vertex("to");
    Transfer transfer;
    transfer.block = static_cast<std::uint32_t>(line_.number("block", 0, postcondition_.blocks - 1));
    transfer.channel = channel_between(from, to);
    while (!line_.at_end()) read_detail(transfer, from);
    if (transfer.channel == network_.num_channels())
      line_.fail_at(
          place, "no channel leads from " + network_.vertex_name(from) + " to " + network_.vertex_name(to));
    if (network_.target(transfer.channel) != to)
      line_.fail_at(place, "the port leads to " + network_.vertex_name(network_.target(transfer.channel)));
    steps_.back().transfers.push_back(transfer);
  }
  void read_detail(Transfer& transfer, std::uint32_t from) {
    auto const place = line_.place();
    auto const word = line_.word("detail");
    bool const parts = has_parts(postcondition_.holdings);
    if (word == "add" && parts) {
      transfer.arrival = Arrival::add;
    } else if (word == "port") {
      transfer.channel =
          network_.channel({from}, {static_cast<std::uint16_t>(line_.number("port", 0, 65534))});
      if (transfer.channel == network_.num_channels())
        line_.fail_at(place, network_.vertex_name(from) + " has no such port");
    } else if (word == "carrier" && parts) {
      transfer.carrier = static_cast<std::uint32_t>(line_.number("carrier", 0, 0xfffffff));
      auto const way = line_.word("enter, pass or leave");
      if (way != "enter" && way != "pass" && way != "leave")
        line_.fail_at(place, "unexpected '" + std::string(way) + "'",
                      "expected enter, pass or leave after the carrier");
      transfer.loads = way == "enter";
      transfer.unloads = way == "leave";
    } else {
      line_.fail_at(place, "unexpected '" + std::string(word) + "'",
                    parts ? "expected add, port or carrier"
                          : "expected port; add and carrier are only for sums and unions");
    }
  }
  std::uint32_t channel_between(std::uint32_t from, std::uint32_t to) const {
    for (auto c = network_.first_channel(from); c < network_.first_channel(from + 1); ++c)
      if (network_.target(c) == to) return c;
    return network_.num_channels();
  }
  std::uint32_t vertex(std::string_view what) {
    auto const word = line_.peek();
    if (!word.starts_with('t'))
      return static_cast<std::uint32_t>(line_.number(what, 0, network_.num_routers() - 1));
    auto const place = line_.place();
    line_.word(what);
    std::uint32_t e = 0;
    auto const [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), e);
    if (error != std::errc{} || end != word.data() + word.size() || e >= network_.num_terminals())
      line_.fail_at(place, std::string(what) + "=" + std::string(word),
                    fmt::format("terminals must be in [t0, t{}]", network_.num_terminals() - 1));
    return network_.vertex({e});
  }

  LineReader line_;
  std::string_view file_;
  TransferNetwork const& network_;
  Postcondition postcondition_;
  std::vector<Step> steps_;
  std::uint64_t end_ = 0;
};

std::string vertex_word(TransferNetwork const& network, std::uint32_t v) {
  return v < network.num_routers() ? fmt::format("{}", v) : fmt::format("t{}", v - network.num_routers());
}

std::string head_of(Postcondition const& postcondition, TransferNetwork const& network) {
  auto text = fmt::format("holdings {}\nparticipants",
                          holdings_names[static_cast<std::size_t>(postcondition.holdings)]);
  for (auto const v : postcondition.participants) text += ' ' + vertex_word(network, v);
  text += '\n';
  return text;
}

std::string block_line(Postcondition const& postcondition, TransferNetwork const& network,
                       std::uint32_t block) {
  auto text = fmt::format("block {}", block);
  if (!has_parts(postcondition.holdings)) text += ' ' + vertex_word(network, postcondition.start[block]);
  if (postcondition.goal.empty())
    text += " all";
  else
    for (auto const v : postcondition.goals(block)) text += ' ' + vertex_word(network, v);
  if (!postcondition.due.empty() && postcondition.due[block] != never)
    text += fmt::format(" due {}", postcondition.due[block]);
  return text + '\n';
}

std::string transfer_line(Transfer const& transfer, TransferNetwork const& network) {
  auto const from = network.source(transfer.channel);
  auto text = fmt::format("{} {} {}", vertex_word(network, from),
                          vertex_word(network, network.target(transfer.channel)), transfer.block);
  if (transfer.arrival == Arrival::add) text += " add";
  auto const port = static_cast<std::uint16_t>(transfer.channel - network.first_channel(from));
  if (network.channel({from}, {port}) == transfer.channel) text += fmt::format(" port {}", port);
  if (transfer.carrier != Transfer::no_carrier)
    text += fmt::format(" carrier {} {}", transfer.carrier,
                        transfer.loads     ? "enter"
                        : transfer.unloads ? "leave"
                                           : "pass");
  return text + '\n';
}

}  // namespace

std::unique_ptr<ListedSchedule> parse_schedule(std::string_view text, std::string_view file,
                                               TransferNetwork const& network) {
  return Reader(text, file, network).read();
}

std::unique_ptr<ListedSchedule> read_schedule(std::filesystem::path const& path,
                                              TransferNetwork const& network) {
  return parse_schedule(read_file(path), path.string(), network);
}

void write_schedule(std::filesystem::path const& path, Schedule& schedule, TransferNetwork const& network) {
  AtomicFile file(path);
  auto const& postcondition = schedule.postcondition();
  file.write(head_of(postcondition, network));
  for (std::uint32_t b = 0; b < postcondition.blocks; ++b) file.write(block_line(postcondition, network, b));
  schedule.rewind();
  Step step;
  for (std::uint64_t slot = 0; schedule.next(step); slot += step.width) {
    file.write(fmt::format("slot {} {}\n", slot, step.width));
    for (auto const& transfer : step.transfers) file.write(transfer_line(transfer, network));
  }
  file.commit();
}

}  // namespace weft
