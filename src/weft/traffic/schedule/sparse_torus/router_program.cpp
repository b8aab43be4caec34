// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/schedule/sparse_torus/router_program.hpp"

#include <string>

#include "weft/core/interrupt.hpp"
#include "weft/core/memory.hpp"

namespace weft {

RouterProgram::RouterProgram(std::uint32_t dimensions, std::uint32_t side, std::uint64_t slots)
    : dims_(dimensions), side_(side), slots_(slots) {
  for (std::uint32_t dim = 1; dim < dims_; ++dim) processors_ *= side_;
  require_memory(slots_ * side_, "the states of " + std::to_string(side_) + " levels in " +
                                     std::to_string(slots_) + " slots");
  resize_interruptibly(states_, slots_ * side_);
  for (std::uint64_t slot = 0; slot < slots_; ++slot) set_state(0, slot, take_out);
}

std::vector<std::uint32_t> ProcessorDigits::coordinates(std::uint32_t processor) const {
  std::vector<std::uint32_t> coordinates(dims_);
  std::uint64_t sum = 0;
  for (std::uint32_t dim = 0; dim + 1 < dims_; ++dim) {
    coordinates[dim] = processor % side_;
    processor /= side_;
    sum += coordinates[dim];
  }
  coordinates[dims_ - 1] = static_cast<std::uint32_t>((side_ - sum % side_) % side_);
  return coordinates;
}

std::uint32_t ProcessorDigits::difference(std::uint32_t to, std::uint32_t offset) const {
  std::uint64_t result = 0, stride = 1;
  for (std::uint32_t dim = 0; dim + 1 < dims_; ++dim, to /= side_, offset /= side_, stride *= side_)
    result += (std::uint64_t{to % side_} + side_ - offset % side_) % side_ * stride;
  return static_cast<std::uint32_t>(result);
}

}  // namespace weft
