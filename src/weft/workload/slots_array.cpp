// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/slots_array.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "weft/core/interrupt.hpp"
#include "weft/engine/schedule/router_states/busy_cells.hpp"
#include "weft/experiment/channels.hpp"

namespace weft {
namespace {

constexpr std::string_view edges_suffix = "_slots";

std::string caption_of(chart::TimeMap const& map) {
  if (map.values.empty()) return "The schedule has no slots.";
  auto const columns = map.values.size() / map.rows.size();
  std::size_t most_loaded = 0;
  double maximum = -1;
  for (std::size_t row = 0; row < map.rows.size(); ++row) {
    double sum = 0;
    for (std::size_t i = 0; i < columns; ++i)
      sum += map.values[row * columns + i] * static_cast<double>(map.slots[i + 1] - map.slots[i]);
    if (sum > maximum) {
      maximum = sum;
      most_loaded = row;
    }
  }
  return fmt::format("Of {} slots, {} is the busiest row: its channels are in use {:.0f} % of the time.",
                     map.slots.back(), map.rows[most_loaded],
                     100 * maximum / static_cast<double>(map.slots.back()));
}

}  // namespace

void add_utilization(schedule::Utilization const& used, std::string const& name, std::string const& title,
                     Result& result) {
  std::vector<std::string> rows;
  std::vector<double> values;
  for (std::size_t row = 0; row < used.rows().size(); ++row) {
    rows.push_back(used.rows()[row].name);
    for (std::size_t bin = 0; bin < used.num_bins(); ++bin) values.push_back(used.used(row, bin));
  }
  std::vector<std::uint64_t> slots;
  for (std::size_t bin = 0; bin <= used.num_bins(); ++bin)
    slots.push_back(std::min(bin * used.slots_per_bin(), used.slots()));
  auto const count = rows.size();
  result.arrays.push_back({name,
                           title,
                           "",
                           "fraction of the channels of a row that are in use in an interval of slots",
                           {count, used.num_bins()},
                           std::move(values),
                           std::move(rows)});
  result.arrays.push_back({name + std::string(edges_suffix),
                           title,
                           "slots",
                           "the first slot of each interval, and the end",
                           {slots.size()},
                           std::move(slots)});
}

std::vector<chart::Figure> slot_utilization_figures(Result const& result, std::string const& title) {
  std::vector<chart::Figure> figures;
  for (auto const& array : result.arrays) {
    auto const* const edges = result.find_array(array.name + std::string(edges_suffix));
    if (edges == nullptr) continue;
    chart::TimeMap map{title, array.title, array.labels, {}, {}};
    for (std::size_t i = 0; i < edges->size(); ++i)
      map.slots.push_back(static_cast<std::uint64_t>(edges->number(i)));
    for (std::size_t i = 0; i < array.size(); ++i) map.values.push_back(array.number(i));
    auto caption = caption_of(map);
    figures.push_back({array.name, array.title, std::move(caption), array.name, std::move(map)});
  }
  return figures;
}

namespace {

constexpr std::size_t columns = 2;

/// Collects rows, up to a maximum number.
class Rows {
 public:
  bool add(std::uint64_t slot, std::uint32_t channel) {
    check_();
    if (full_ || values_.size() + columns > max_channel_values ||
        slot > std::numeric_limits<std::uint32_t>::max()) {
      full_ = true;
      return false;
    }
    values_.push_back(static_cast<std::uint32_t>(slot));
    values_.push_back(channel);
    return true;
  }

  void add_to(Result& result, std::string const& name, std::string const& title) && {
    if (full_) {
      result.notes.push_back(fmt::format("{}: too many transfers for an array by slot", title));
      return;
    }
    result.arrays.push_back({name,
                             title,
                             "",
                             "slot and channel of each transfer; channels by router, then by port",
                             {values_.size() / columns, columns},
                             std::move(values_)});
  }

 private:
  std::vector<std::uint32_t> values_;
  bool full_ = false;
  InterruptCheck check_;
};

/// Index in Network of each channel; `none` for channels to and from terminals.
constexpr std::uint32_t none = 0xffffffff;
std::vector<std::uint32_t> numbers_of(TransferNetwork const& network) {
  std::vector<std::uint32_t> numbers(network.num_channels(), none);
  std::uint32_t next = 0;
  for (std::uint32_t c = 0; c < network.num_channels(); ++c)
    if (std::max(network.source(c), network.target(c)) < network.num_routers()) numbers[c] = next++;
  return numbers;
}

}  // namespace

void add_slots(Schedule& schedule, TransferNetwork const& network, std::string const& name,
               std::string const& title, Result& result) {
  auto const numbers = numbers_of(network);
  Rows rows;
  Step step;
  schedule.rewind();
  bool kept = true;
  for (std::uint64_t slot = 0; kept && schedule.next(step); slot += step.width)
    for (auto const& transfer : step.transfers)
      if (numbers[transfer.channel] != none) kept = kept && rows.add(slot, numbers[transfer.channel]);
  std::move(rows).add_to(result, name, title);
}

void add_slots(RouterProgram const& program, topology::SparseTorus const& torus, std::string const& name,
               std::string const& title, Result& result) {
  std::vector<std::vector<std::uint32_t>> routers(program.side());
  for (std::uint32_t r = 0; r < torus.num_routers(); ++r) routers[torus.level({r})].push_back(r);
  Rows rows;
  bool kept = true;
  for (auto const& cell : schedule::busy_cells(program)) {
    for (auto const r : routers[cell.level])
      kept = kept && rows.add(cell.slot, r * torus.degree({r}) + cell.dim);
    if (!kept) break;
  }
  std::move(rows).add_to(result, name, title);
}

}  // namespace weft
