// SPDX-License-Identifier: Apache-2.0
#include "weft/render/deflate.hpp"

#include <new>

#include <zlib.h>

namespace weft::render {
namespace {

Bytef const* as_bytes(std::string_view text) {
  return reinterpret_cast<Bytef const*>(text.data());  // NOLINT
}

}  // namespace

std::string deflated(std::string_view bytes) {
  auto size = compressBound(bytes.size());
  std::string out(size, '\0');
  auto* const to = reinterpret_cast<Bytef*>(out.data());  // NOLINT
  if (compress2(to, &size, as_bytes(bytes), bytes.size(), Z_BEST_COMPRESSION) != Z_OK) throw std::bad_alloc();
  out.resize(size);
  return out;
}

std::uint32_t crc32(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, as_bytes(bytes), bytes.size()));
}

}  // namespace weft::render
