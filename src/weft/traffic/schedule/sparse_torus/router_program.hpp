// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace weft {

/// The actions of all routers and processors of the sparse torus ST(d, n), slot by slot: a table for
/// implementation in hardware. Routers do not read addresses. In every slot,
/// - a router at level l (the sum of its coordinates mod n) forwards the message from dimension i on
/// dimension i + state(l, slot) mod d; processors, at level 0, do the same unless their state is `take_out`,
/// in which case they remove all messages that arrive;
/// - then every processor sends the messages that the injections of the slot specify.
/// A hop takes one slot: a message that leaves in a slot arrives at the next level in the next slot.
class RouterProgram {
 public:
  static constexpr std::uint8_t take_out = 255;
  static constexpr std::uint64_t no_slot = std::numeric_limits<std::uint64_t>::max();

  /// A message that every processor sends along one dimension in one slot: a new message, or a message that
  /// it removed earlier.
  struct Injection {
    std::uint64_t slot = 0;
    std::uint32_t dim = 0;
    /// Difference between the indices of the destination and the source, digit by digit mod n (d - 1 digits,
    /// dimension 0 in the lowest).
    std::uint32_t offset = 0;
    /// If not `no_slot`: the slot in which the message was removed, from dimension `stored_dim`; `offset` is
    /// then ignored.
    std::uint64_t stored_slot = no_slot;
    std::uint32_t stored_dim = 0;

    bool is_new() const { return stored_slot == no_slot; }
    friend bool operator==(Injection const&, Injection const&) = default;
  };

  /// Creates slots 0 .. slots - 1, in which routers shift by 0 and processors remove all messages. Throws
  /// InputError if the states do not fit in memory.
  RouterProgram(std::uint32_t dimensions, std::uint32_t side, std::uint64_t slots);

  std::uint32_t dims() const { return dims_; }
  std::uint32_t side() const { return side_; }
  /// Returns the number of processors, p = n^(d-1).
  std::uint64_t processors() const { return processors_; }
  /// Returns the number of slots. In the last slot, processors only remove messages.
  std::uint64_t slots() const { return slots_; }

  std::uint8_t state(std::uint32_t level, std::uint64_t slot) const { return states_[index(level, slot)]; }
  void set_state(std::uint32_t level, std::uint64_t slot, std::uint8_t state) {
    states_[index(level, slot)] = state;
  }
  /// Returns the states, by slot, for messages that leave the processors in slots congruent to `slice` mod n.
  std::uint8_t const* states_of_slice(std::uint32_t slice) const { return &states_[slice * slots_]; }

  /// Ordered by slot; each dimension occurs at most once per slot.
  std::vector<Injection> injections;
  /// Number of messages from each processor to each other processor.
  std::uint64_t relations = 1;

  friend bool operator==(RouterProgram const&, RouterProgram const&) = default;

 private:
  /// Returns the index of a state. States are ordered by slice (slot - level mod n), as packets use them.
  std::size_t index(std::uint32_t level, std::uint64_t slot) const {
    return (slot + side_ - level) % side_ * slots_ + slot;
  }

  std::uint32_t dims_, side_;
  std::uint64_t processors_ = 1, slots_;
  std::vector<std::uint8_t> states_;
};

/// Arithmetic on processor indices, digit by digit mod n.
class ProcessorDigits {
 public:
  ProcessorDigits(std::uint32_t dimensions, std::uint32_t side) : dims_(dimensions), side_(side) {}

  /// Returns the index of the processor with the given coordinates. The last coordinate is not used.
  template <class Coordinates>
  std::uint32_t number(Coordinates const& coordinates) const {
    std::uint64_t number = 0;
    for (std::uint32_t dim = dims_ - 1; dim-- > 0;) number = number * side_ + coordinates[dim];
    return static_cast<std::uint32_t>(number);
  }
  /// Returns all d coordinates of a processor.
  std::vector<std::uint32_t> coordinates(std::uint32_t processor) const;
  /// Returns the processor from which `offset` leads to processor `to`.
  std::uint32_t difference(std::uint32_t to, std::uint32_t offset) const;

 private:
  std::uint32_t dims_, side_;
};

}  // namespace weft
