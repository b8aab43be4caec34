// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "weft/core/array.hpp"
#include "weft/io/json_text.hpp"

namespace weft {

/// An array of a bundle; does not own the values.
struct BundleArray {
  using Values = std::variant<std::span<std::uint8_t const>, std::span<std::uint16_t const>,
                              std::span<std::uint32_t const>, std::span<std::uint64_t const>,
                              std::span<float const>, std::span<double const>>;

  std::string name;
  std::vector<std::uint64_t> shape;  ///< the last dimension varies fastest
  Values values;
  std::string title = {}, unit = {}, doc = {};
  std::vector<std::string> labels = {};  ///< names along the first dimension; may be empty
};

/// Returns a view of an array of a result.
BundleArray view_array(Array const& array);

/// Serializes a response of the explorer's engine: the magic number "WEFT", the version, the size of the
/// header and 0 (uint32 each); the header, a JSON object, padded with spaces to a multiple of 8 bytes; then
/// the arrays, little-endian, each at a multiple of 8 bytes. Adds the member `arrays` to the header, with the
/// name, title, unit, doc, shape, type and offset of each array.
std::string bundle_bytes(JsonText const& header, std::span<BundleArray const> arrays = {});

}  // namespace weft
