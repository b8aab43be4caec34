// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/engine/schedule/router_states/router_execution.hpp"

namespace weft::schedule {

/// A message and the coordinates of its current node.
struct LocatedMessage {
  std::uint32_t source = 0, destination = 0;  ///< processor indices
  std::vector<std::uint32_t> node;
};

/// Display names of the parts of a sparse torus.
class TorusNames {
 public:
  explicit TorusNames(RouterProgram const& program)
      : side_(program.side()), digits_(program.dims(), program.side()) {}
  static std::string node(std::vector<std::uint32_t> const& coordinates) {
    return fmt::format("({})", fmt::join(coordinates, ","));
  }
  std::string message(std::uint32_t source, std::uint32_t destination) const {
    return fmt::format("message {} -> {}", node(digits_.coordinates(source)),
                       node(digits_.coordinates(destination)));
  }
  /// Returns the name of the channel that leaves node `at` along dimension `dim` or, if `back`, of the
  /// channel along `dim` that enters it.
  std::string channel(std::vector<std::uint32_t> const& at, std::uint32_t dim, bool back = false) const {
    auto other = at;
    other[dim] = (other[dim] + (back ? side_ - 1 : 1)) % side_;
    return fmt::format("channel {} -> {} (dim{})", node(back ? other : at), node(back ? at : other), dim);
  }

 private:
  std::uint32_t side_;
  ProcessorDigits digits_;
};

/// Executor of a router program for one source or all sources; `Payload` stores the positions of their
/// messages. A cell is a dimension of a level; the messages in a cell, one per source, form a cargo, which is
/// identified by an index below size().
///
///     std::uint64_t sources();
///     std::uint32_t size();                          // capacity in cargoes
///     void grow();                                   // increases the capacity
///     void start(cargo, offset);                     // places new messages at their sources
///     void hop(cargo, dim);  void end_slot();        // moves a cargo, at the latest in end_slot()
///     bool home(cargo);                              // whether all messages have reached their destinations
///     LocatedMessage of_processor_0(cargo, level);        // the message of processor 0
///     LocatedMessage at_processor_0(cargo);               // the message at processor 0, level 0
template <class Payload>
class SlotMachine {
 public:
  SlotMachine(RouterProgram const& program, Payload& cargo, RouterExecution& result)
      : program_(program),
        cargo_(cargo),
        result_(result),
        names_(program),
        d_(program.dims()),
        n_(program.side()),
        band_((n_ + max_bands - 1) / max_bands),
        cells_(std::size_t{n_} * d_),
        full_(n_),
        busy_dims_(d_),
        busy_bands_((n_ + band_ - 1) / band_) {
    grow();
    list_stored();
    result_.by_dimension = Utilization(rows_by_dimension());
    result_.by_level = Utilization(rows_by_level());
    result_.relation_ends.resize(program.relations);
    count_of_offset_.resize(program.processors());
  }

  void run(Progress& progress) {
    for (std::uint64_t slot = 0; slot < program_.slots(); ++slot) {
      if (!arrive(slot) || !inject(slot)) return;
      pass(slot);
      if (slot + 1 < program_.slots()) hop();
      progress.advance(1);
    }
    finish();
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff, max_bands = 32;
  struct Cell {
    std::uint32_t message = none, cargo = 0;
  };
  using ArrivalPoint = std::pair<std::uint64_t, std::uint32_t>;  // slot, dimension

  std::vector<Utilization::Row> rows_by_dimension() const {
    std::vector<Utilization::Row> rows;
    auto const channels = program_.processors() * n_;
    for (std::uint32_t dim = 0; dim < d_; ++dim)
      rows.push_back({fmt::format("dim{}", dim), channels, static_cast<double>(channels)});
    return rows;
  }
  std::vector<Utilization::Row> rows_by_level() const {
    std::vector<Utilization::Row> rows;
    for (std::uint32_t first = 0; first < n_; first += band_) {
      auto const last = std::min(first + band_, n_) - 1;
      auto const channels = program_.processors() * d_ * (last - first + 1);
      rows.push_back(
          {first == last ? fmt::format("level {}", first) : fmt::format("levels {}-{}", first, last),
           channels, static_cast<double>(channels)});
    }
    return rows;
  }

  /// Lists the arrivals of messages that the program forwards.
  void list_stored() {
    for (auto const& injection : program_.injections)
      if (!injection.is_new()) stored_.push_back({{injection.stored_slot, injection.stored_dim}, {}});
    std::ranges::sort(stored_, {}, &std::pair<ArrivalPoint, Cell>::first);
  }
  Cell* stored(std::uint64_t slot, std::uint32_t dim) {
    ArrivalPoint const point{slot, dim};
    auto const found = std::ranges::lower_bound(stored_, point, {}, &std::pair<ArrivalPoint, Cell>::first);
    return found == stored_.end() || found->first != point ? nullptr : &found->second;
  }

  void grow() {
    auto const before = cargo_.size();
    cargo_.grow();
    for (auto cargo = cargo_.size(); cargo-- > before;) free_.push_back(cargo);
  }
  Cell* slice(std::uint64_t slice) { return &cells_[slice * d_]; }

  /// Removes the messages at level 0 if its state in the slot is take_out. Returns false if a message that is
  /// not forwarded is not at its destination.
  bool arrive(std::uint64_t slot) {
    auto const at = slot % n_;
    if (full_[at] == 0 || program_.state(0, slot) != RouterProgram::take_out) return true;
    auto* const cells = slice(at);
    for (std::uint32_t dim = 0; dim < d_; ++dim) {
      if (cells[dim].message == none) continue;
      if (auto* keep = stored(slot, dim)) {
        *keep = cells[dim];
        ++stored_now_;
      } else {
        if (!cargo_.home(cells[dim].cargo)) return is_misrouted(slot, dim);
        deliver(cells[dim].message, slot);
        free_.push_back(cells[dim].cargo);
      }
      cells[dim].message = none;
    }
    full_[at] = 0;
    return true;
  }

  void deliver(std::uint32_t message, std::uint64_t slot) {
    result_.arrivals[message] = slot;
    result_.last_arrival = std::max(result_.last_arrival, slot);
    auto& end = result_.relation_ends[relation_[message]];
    end = std::max(end, slot);
  }

  bool is_misrouted(std::uint64_t slot, std::uint32_t dim) {
    auto const* const cells = slice(slot % n_);
    auto const stray = cargo_.of_processor_0(cells[dim].cargo, 0);
    auto text = fmt::format("slot {}: processor {} takes {} from {}, but it is for another processor", slot,
                            TorusNames::node(stray.node), names_.message(stray.source, stray.destination),
                            names_.channel(stray.node, dim, true));
    for (std::uint32_t other = dim + 1; other < d_; ++other)
      if (cells[other].message != none && !cargo_.home(cells[other].cargo)) {
        auto const also = cargo_.of_processor_0(cells[other].cargo, 0);
        text += fmt::format("; so is {} at {}", names_.message(also.source, also.destination),
                            TorusNames::node(also.node));
        break;
      }
    return violated(slot, cells[dim].message, std::move(text));
  }

  bool inject(std::uint64_t slot) {
    auto const& injections = program_.injections;
    for (; next_ < injections.size() && injections[next_].slot == slot; ++next_) {
      auto const& injection = injections[next_];
      Cell& cell = slice(slot % n_)[out_cell(injection.dim, slot)];
      Cell entering;
      if (injection.is_new()) {
        entering = start(injection);
      } else {
        auto* const stored_cell = stored(injection.stored_slot, injection.stored_dim);
        if (stored_cell->message == none)
          return violated(
              slot, 0,
              fmt::format("slot {}: {} should carry the message from dimension {} in slot {}, but "
                          "no message arrived",
                          slot, origin_channel(injection.dim), injection.stored_dim, injection.stored_slot));
        std::swap(entering, *stored_cell);
        --stored_now_;
        ++result_.sent_on;
      }
      if (cell.message != none) return collide(slot, injection.dim, entering, cell);
      cell = entering;
      ++full_[slot % n_];
      result_.last_send = slot;
    }
    result_.max_stored = std::max(result_.max_stored, stored_now_);
    return true;
  }

  /// Returns the cell of a message that leaves level 0 along `dim` in `slot`: the cell that the state of
  /// level 0 turns to `dim`.
  std::uint32_t out_cell(std::uint32_t dim, std::uint64_t slot) const {
    auto const state = program_.state(0, slot);
    return state == RouterProgram::take_out ? dim : (dim + d_ - state) % d_;
  }

  Cell start(RouterProgram::Injection const& injection) {
    if (free_.empty()) grow();
    if (result_.messages == 0) result_.first_send = injection.slot;
    Cell const cell{static_cast<std::uint32_t>(result_.messages++), free_.back()};
    free_.pop_back();
    cargo_.start(cell.cargo, injection.offset);
    result_.arrivals.push_back(RouterProgram::no_slot);
    result_.offsets.push_back(injection.offset);
    relation_.push_back(std::min<std::uint32_t>(count_of_offset_[injection.offset]++,
                                                static_cast<std::uint32_t>(program_.relations - 1)));
    return cell;
  }

  std::string origin_channel(std::uint32_t dim) const {
    return names_.channel(std::vector<std::uint32_t>(d_), dim);
  }
  bool collide(std::uint64_t slot, std::uint32_t dim, Cell const& entering, Cell const& inside) {
    auto const one = cargo_.at_processor_0(entering.cargo), other = cargo_.at_processor_0(inside.cargo);
    return violated(slot, entering.message,
                    fmt::format("slot {}: {} is to carry {}, but carries {}", slot, origin_channel(dim),
                                names_.message(one.source, one.destination),
                                names_.message(other.source, other.destination)));
  }

  /// Turns the messages at nodes with a non-zero state to another dimension, and counts the busy channels of
  /// the slot.
  void pass(std::uint64_t slot) {
    std::uint64_t busy = 0;
    std::ranges::fill(busy_dims_, 0);
    std::ranges::fill(busy_bands_, 0);
    auto level = static_cast<std::uint32_t>(slot % n_);  // level of slice s
    for (std::uint32_t s = 0; s < n_; ++s, level = level == 0 ? n_ - 1 : level - 1) {
      if (full_[s] == 0) continue;
      auto const state = program_.states_of_slice(s)[slot];
      auto* const cells = slice(s);
      if (state != 0 && state != RouterProgram::take_out)
        std::rotate(cells, cells + (d_ - state), cells + d_);
      for (std::uint32_t dim = 0; dim < d_; ++dim) busy_dims_[dim] += cells[dim].message != none;
      busy += full_[s];
      busy_bands_[level / band_] += full_[s];
    }
    if (busy == 0) return;
    result_.hops += busy * cargo_.sources();
    result_.peak_busy = std::max(result_.peak_busy, busy);
    auto const p = static_cast<double>(program_.processors());
    for (std::uint32_t dim = 0; dim < d_; ++dim)
      if (busy_dims_[dim] > 0)
        result_.by_dimension.add(dim, slot, 1, static_cast<double>(busy_dims_[dim]) * p);
    for (std::size_t band = 0; band < busy_bands_.size(); ++band)
      if (busy_bands_[band] > 0)
        result_.by_level.add(band, slot, 1, static_cast<double>(busy_bands_[band]) * p);
  }

  void hop() {
    for (std::uint32_t s = 0; s < n_; ++s) {
      if (full_[s] == 0) continue;
      auto const* const cells = slice(s);
      for (std::uint32_t dim = 0; dim < d_; ++dim)
        if (cells[dim].message != none) cargo_.hop(cells[dim].cargo, dim);
    }
    cargo_.end_slot();
  }

  bool violated(std::uint64_t slot, std::uint32_t message, std::string what) {
    result_.violation = Violation{slot, slot, message, std::move(what)};
    return false;
  }

  /// Checks that all sent messages have arrived, and that every message of every relation has been sent.
  void finish() {
    auto const last = program_.slots() - 1;
    result_.by_dimension.end(last);
    result_.by_level.end(last);
    for (std::uint32_t s = 0; s < n_; ++s)
      for (std::uint32_t dim = 0; full_[s] > 0 && dim < d_; ++dim) {
        auto const& cell = slice(s)[dim];
        if (cell.message == none) continue;
        auto const level = static_cast<std::uint32_t>((last + n_ - s) % n_);
        auto const message = cargo_.of_processor_0(cell.cargo, level);
        violated(last, cell.message,
                 fmt::format("after slot {}: {} is still on its way, about to leave on {}", last,
                             names_.message(message.source, message.destination),
                             names_.channel(message.node, dim)));
        return;
      }
    for (std::uint32_t offset = 1; offset < count_of_offset_.size(); ++offset)
      if (count_of_offset_[offset] != program_.relations) {
        violated(last, 0,
                 fmt::format("{} is sent {} times in {} relations", names_.message(0, offset),
                             count_of_offset_[offset], program_.relations));
        return;
      }
  }

  RouterProgram const& program_;
  Payload& cargo_;
  RouterExecution& result_;
  TorusNames names_;
  std::uint32_t d_, n_, band_;
  std::vector<Cell> cells_;          // by slice and dimension
  std::vector<std::uint32_t> full_;  // by slice: number of non-empty cells
  std::vector<std::uint32_t> free_;  // free cargo numbers
  std::vector<std::uint64_t> busy_dims_, busy_bands_;
  std::vector<std::pair<ArrivalPoint, Cell>> stored_;
  std::uint64_t stored_now_ = 0;
  std::size_t next_ = 0;
  std::vector<std::uint32_t> relation_, count_of_offset_;
};

}  // namespace weft::schedule
