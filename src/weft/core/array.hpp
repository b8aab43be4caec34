// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace weft {

/// An array of numbers that is too large to be a table, such as the load of each channel.
struct Array {
  using Values = std::variant<std::vector<float>, std::vector<double>, std::vector<std::uint32_t>,
                              std::vector<std::uint64_t>>;

  std::string name;  ///< stem of the output file
  std::string title, unit = {}, doc = {};
  std::vector<std::uint64_t> shape;  ///< the last dimension varies fastest
  Values values;
  std::vector<std::string> labels = {};  ///< names along the first dimension; may be empty

  std::size_t size() const {
    return std::visit([](auto const& of) { return of.size(); }, values);
  }
  double number(std::size_t i) const {
    return std::visit([i](auto const& of) { return static_cast<double>(of[i]); }, values);
  }
  friend bool operator==(Array const&, Array const&) = default;
};

}  // namespace weft
