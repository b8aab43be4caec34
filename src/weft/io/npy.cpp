// SPDX-License-Identifier: Apache-2.0
#include "weft/io/npy.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

static_assert(std::endian::native == std::endian::little, "the types of NumPy below are little-endian");

// in the order of the alternatives of Array::Values
constexpr std::array npy_types{"<f4", "<f8", "<u4", "<u8"};
constexpr std::string_view npy_magic("\x93NUMPY\x01\x00", 8);
constexpr std::size_t length_bytes = 2, npy_alignment = 64;

/// Returns the text between the quotes after `'key': `, or up to the closing bracket.
std::string_view field(std::string_view header, std::string_view key, char until) {
  auto const at = header.find(key);
  if (at == std::string_view::npos) throw InputError("the header has no " + std::string(key));
  auto const begin = at + key.size();
  return header.substr(begin, header.find(until, begin) - begin);
}

std::vector<std::uint64_t> read_shape(std::string_view text) {
  std::vector<std::uint64_t> shape;
  while (!text.empty()) {
    auto const begin = text.find_first_of("0123456789");
    if (begin == std::string_view::npos) break;
    text.remove_prefix(begin);
    std::uint64_t side = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), side);
    if (error != std::errc{}) throw InputError("a dimension of the shape is too large");
    shape.push_back(side);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return shape;
}

/// Converts bytes to values of the alternative `type` of Array::Values.
template <std::size_t I = 0>
Array::Values values_of(std::size_t type, std::string_view bytes) {
  if constexpr (I < std::variant_size_v<Array::Values>) {
    if (type != I) return values_of<I + 1>(type, bytes);
    std::variant_alternative_t<I, Array::Values> values;
    values.resize(bytes.size() / sizeof values[0]);
    if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  } else {
    throw InputError("the values have an unsupported type", "the type must be one of <f4, <f8, <u4, <u8");
  }
}

Array parse(std::string_view bytes) {
  constexpr std::size_t start = npy_magic.size() + length_bytes;
  if (bytes.size() < start || !bytes.starts_with(npy_magic))
    throw InputError("the file is not an array in NumPy's format 1.0");
  auto const length = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  if (bytes.size() < start + length) throw InputError("the file ends within its header");
  auto const header = bytes.substr(start, length), data = bytes.substr(start + length);
  if (field(header, "'fortran_order': ", ',') != "False")
    throw InputError("the array is in Fortran order", "the last dimension must vary fastest");
  Array array;
  array.shape = read_shape(field(header, "'shape': (", ')'));
  auto const name = field(header, "'descr': '", '\'');
  std::size_t type = 0;
  while (type < npy_types.size() && name != npy_types[type]) ++type;
  std::uint64_t const size = name.ends_with('4') ? 4 : 8;
  unsigned __int128 expected = size;
  for (auto const side : array.shape) expected = side == 0 ? 0 : expected * side;
  if (type < npy_types.size() && expected != data.size())
    throw InputError(fmt::format("the file has {} bytes of values", data.size()),
                     fmt::format("the shape requires {} bytes", expected));
  array.values = values_of(type, data);
  return array;
}

}  // namespace

std::string npy_bytes(Array const& array) {
  std::string shape;
  for (auto const side : array.shape) shape += fmt::format("{},", side);
  if (array.shape.size() > 1) shape.pop_back();
  auto header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                            npy_types[array.values.index()], shape);
  auto const unpadded = npy_magic.size() + length_bytes + header.size() + 1;
  header.append((npy_alignment - unpadded % npy_alignment) % npy_alignment, ' ');
  header += '\n';
  std::string bytes(npy_magic);
  bytes += static_cast<char>(header.size() % 256);
  bytes += static_cast<char>(header.size() / 256);
  bytes += header;
  std::visit(
      [&](auto const& values) {
        bytes.append(reinterpret_cast<char const*>(values.data()), values.size() * sizeof values[0]);
      },
      array.values);
  return bytes;
}

Array read_npy(std::string_view bytes, std::string_view file) {
  return at_place(file, [&] { return parse(bytes); });
}

}  // namespace weft
