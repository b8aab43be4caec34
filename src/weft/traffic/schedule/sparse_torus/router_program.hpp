// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace weft {

/// The actions of all routers and processors of the sparse torus ST(d, n), slot by slot: a table for
/// implementation in hardware. Routers do not read addresses. In every slot,
/// - a router at level l (the sum of its coordinates mod n) forwards the message from dimension i on
///   dimension i + state(l, slot) mod d; so do processors, at level 0, unless their state is `take_out`: then
///   they remove all messages that arrive;
/// - after that, every processor sends the messages specified by the injections of the slot.
/// A hop takes one slot: a message that leaves in a slot arrives, one level farther, in the next.
class RouterProgram {
 public:
  static constexpr std::uint8_t take_out = 255;
  static constexpr std::uint64_t no_slot = std::numeric_limits<std::uint64_t>::max();

  /// A message that every processor sends along one dimension in one slot: a new one, or one that it removed
  /// before.
  struct Injection {
    std::uint64_t slot = 0;
    std::uint32_t dim = 0;
    /// Difference between the numbers of the destination and the sender, digit by digit mod n (of d - 1
    /// digits, dimension 0 the lowest).
    std::uint32_t offset = 0;
    /// If not `no_slot`: slot in which the message was removed, from dimension `kept_dim`. Its offset is
    /// ignored.
    std::uint64_t kept_slot = no_slot;
    std::uint32_t kept_dim = 0;

    bool is_new() const { return kept_slot == no_slot; }
    friend bool operator==(Injection const&, Injection const&) = default;
  };

  /// Creates slots 0 .. slots - 1 in which routers shift by 0 and processors remove all messages. Throws
  /// InputError if the states exceed the usable memory.
  RouterProgram(std::uint32_t dimensions, std::uint32_t side, std::uint64_t slots);

  std::uint32_t dims() const { return dims_; }
  std::uint32_t side() const { return side_; }
  /// Returns p = n^(d-1).
  std::uint64_t processors() const { return processors_; }
  /// Returns the number of slots. In the last slot processors only remove messages.
  std::uint64_t slots() const { return slots_; }

  std::uint8_t state(std::uint32_t level, std::uint64_t slot) const { return states_[index(level, slot)]; }
  void set_state(std::uint32_t level, std::uint64_t slot, std::uint8_t state) {
    states_[index(level, slot)] = state;
  }
  /// Returns the states for messages that leave the processors in slots = slice (mod n), by slot.
  std::uint8_t const* states_of_slice(std::uint32_t slice) const { return &states_[slice * slots_]; }

  /// Ordered by slot; no dimension occurs twice in a slot.
  std::vector<Injection> injections;
  /// The number of messages of each processor to each other one.
  std::uint64_t relations = 1;

  friend bool operator==(RouterProgram const&, RouterProgram const&) = default;

 private:
  /// Returns the index by slice (slot - level mod n), the order in which packets use the states.
  std::size_t index(std::uint32_t level, std::uint64_t slot) const {
    return (slot + side_ - level) % side_ * slots_ + slot;
  }

  std::uint32_t dims_, side_;
  std::uint64_t processors_ = 1, slots_;
  std::vector<std::uint8_t> states_;
};

/// Numbers of processors, digit by digit mod n.
class ProcessorDigits {
 public:
  ProcessorDigits(std::uint32_t dimensions, std::uint32_t side) : dims_(dimensions), side_(side) {}

  /// Returns the number of the processor with these coordinates. The last coordinate is not read.
  template <class Coordinates>
  std::uint32_t number(Coordinates const& coordinates) const {
    std::uint64_t number = 0;
    for (std::uint32_t dim = dims_ - 1; dim-- > 0;) number = number * side_ + coordinates[dim];
    return static_cast<std::uint32_t>(number);
  }
  /// Returns all d coordinates of a processor.
  std::vector<std::uint32_t> coordinates(std::uint32_t processor) const;
  /// Returns the processor from which `offset` leads to `to`.
  std::uint32_t difference(std::uint32_t to, std::uint32_t offset) const;

 private:
  std::uint32_t dims_, side_;
};

}  // namespace weft
