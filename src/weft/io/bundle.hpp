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

/// An array of a bundle: values that something else holds.
struct BundleArray {
  using Values = std::variant<std::span<std::uint8_t const>, std::span<std::uint16_t const>,
                              std::span<std::uint32_t const>, std::span<std::uint64_t const>,
                              std::span<float const>, std::span<double const>>;

  std::string name;
  std::vector<std::uint64_t> shape;  ///< the last dimension varies fastest
  Values values;
  std::string title = {}, unit = {}, doc = {};
  std::vector<std::string> labels = {};  ///< the names along the first dimension, if it has any
};

/// An array of a result, which stays where it is.
BundleArray bundled(Array const& array);

/// One answer of the explorer's engines as bytes: the magic number "WEFT", the version, the size of the
/// header and 0 (uint32 each); the header, a JSON object, filled up with spaces to a multiple of 8 bytes; the
/// arrays, each at a multiple of 8 bytes, little-endian. The header gets the member `arrays`: for each its
/// name, title, unit, doc, shape, type and offset in the bundle.
std::string bundle_bytes(JsonText const& header, std::span<BundleArray const> arrays = {});

}  // namespace weft
