// SPDX-License-Identifier: Apache-2.0
#include "weft/io/bundle.hpp"

#include <array>
#include <bit>
#include <limits>
#include <new>

#include "weft/core/error.hpp"

namespace weft {
namespace {

static_assert(std::endian::native == std::endian::little, "values are copied as they are in memory");

constexpr std::string_view magic = "WEFT";
constexpr std::uint32_t version = 1;
constexpr std::size_t head_bytes = 16, alignment = 8;
// in the order of the alternatives of Values
constexpr std::array types{"uint8", "uint16", "uint32", "uint64", "float32", "float64"};

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + alignment - 1) / alignment * alignment; }

std::span<char const> bytes_of(BundleArray const& array) {
  return std::visit(
      [](auto values) {
        return std::span{reinterpret_cast<char const*>(values.data()), values.size_bytes()};
      },
      array.values);
}

/// Returns the header for a first array at `offset`.
std::string header_text(JsonText const& given, std::span<BundleArray const> arrays, std::uint64_t offset) {
  std::vector<JsonText> listed;
  for (auto const& array : arrays) {
    auto json = JsonText::object({{"name", array.name},
                                  {"title", array.title},
                                  {"unit", array.unit},
                                  {"doc", array.doc},
                                  {"shape", JsonText::array_of(array.shape)},
                                  {"type", types[array.values.index()]},
                                  {"offset", offset}});
    if (!array.labels.empty()) json.add("labels", JsonText::array_of(array.labels));
    listed.push_back(std::move(json));
    offset += aligned(bytes_of(array).size());
  }
  auto header = given;
  auto text = header.add("arrays", JsonText::array(listed)).text();
  text.append(aligned(text.size()) - text.size(), ' ');
  return text;
}

void append_number(std::string& bytes, std::uint32_t number) {
  bytes.append(reinterpret_cast<char const*>(&number), sizeof number);
}

}  // namespace

BundleArray view_array(Array const& array) {
  return {array.name,
          array.shape,
          std::visit([](auto const& values) { return BundleArray::Values{std::span{values}}; }, array.values),
          array.title,
          array.unit,
          array.doc,
          array.labels};
}

std::string bundle_bytes(JsonText const& header, std::span<BundleArray const> arrays) {
  auto text = header_text(header, arrays, head_bytes);
  // the size of the header depends on the digits of the offsets
  for (std::size_t size = 0; size != text.size();) {
    size = text.size();
    text = header_text(header, arrays, head_bytes + size);
  }
  if (text.size() > std::numeric_limits<std::uint32_t>::max())
    throw InputError("the answer has " + std::to_string(text.size()) + " bytes",
                     "an answer must be smaller than 4 GiB", "use the command line");
  std::uint64_t size = head_bytes + text.size();
  for (auto const& array : arrays) size += aligned(bytes_of(array).size());
  std::string bytes;
  if (size > bytes.max_size()) throw std::bad_alloc();
  bytes.reserve(static_cast<std::size_t>(size));
  bytes += magic;
  for (auto const number : {version, static_cast<std::uint32_t>(text.size()), std::uint32_t{0}})
    append_number(bytes, number);
  bytes += text;
  for (auto const& array : arrays) {
    auto const values = bytes_of(array);
    bytes.append(values.data(), values.size());
    bytes.resize(static_cast<std::size_t>(aligned(bytes.size())), '\0');
  }
  return bytes;
}

}  // namespace weft
