// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace weft::test {

/// A bundle (io/bundle.hpp), read strictly: the format is that of web/src/engine/protocol.ts.
struct Bundle {
  nlohmann::json header;
  std::map<std::string, std::vector<double>>
      arrays;  // doubles hold all our numbers exactly, but uint64 above 2^53

  std::vector<double> const& values(std::string const& name) const { return arrays.at(name); }
};

namespace detail {

template <class T>
std::vector<double> bundle_values(std::string_view bytes, std::size_t offset, std::size_t count) {
  if (offset > bytes.size() || count > (bytes.size() - offset) / sizeof(T))
    throw std::runtime_error("an array ends outside");
  std::vector<T> values(count);
  if (count > 0) std::memcpy(values.data(), bytes.data() + offset, count * sizeof(T));
  return {values.begin(), values.end()};
}

inline std::vector<double> bundle_array(std::string_view bytes, nlohmann::json const& array) {
  std::size_t const offset = array.at("offset");
  if (offset % 8 != 0) throw std::runtime_error("an array is not aligned");
  std::size_t count = 1;
  for (std::size_t const side : array.at("shape")) count *= side;
  auto const type = array.at("type").get<std::string>();
  if (type == "uint8") return bundle_values<std::uint8_t>(bytes, offset, count);
  if (type == "uint16") return bundle_values<std::uint16_t>(bytes, offset, count);
  if (type == "uint32") return bundle_values<std::uint32_t>(bytes, offset, count);
  if (type == "uint64") return bundle_values<std::uint64_t>(bytes, offset, count);
  if (type == "float32") return bundle_values<float>(bytes, offset, count);
  if (type == "float64") return bundle_values<double>(bytes, offset, count);
  throw std::runtime_error("an array of type " + type);
}

}  // namespace detail

inline Bundle read_bundle(std::string_view bytes) {
  std::uint32_t head[4] = {};
  if (bytes.size() < sizeof head) throw std::runtime_error("no bundle");
  std::memcpy(head, bytes.data(), sizeof head);
  if (bytes.substr(0, 4) != "WEFT" || head[1] != 1 || head[3] != 0) throw std::runtime_error("no bundle");
  if (head[2] % 8 != 0 || head[2] > bytes.size() - sizeof head)
    throw std::runtime_error("the header ends outside");
  Bundle bundle{nlohmann::json::parse(bytes.substr(sizeof head, head[2])), {}};
  for (auto const& array : bundle.header.at("arrays"))
    bundle.arrays[array.at("name")] = detail::bundle_array(bytes, array);
  return bundle;
}

}  // namespace weft::test
