// SPDX-License-Identifier: Apache-2.0
#include "weft/report/encoding.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <new>

#include <zlib.h>

#include "weft/io/digest.hpp"

namespace weft::report {
namespace {

constexpr std::uint32_t base = 85;

char digit(std::uint32_t value) {
  auto const c = static_cast<char>('(' + value);
  return c == '<' ? '!' : c;
}

}  // namespace

std::string base85(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 3) / 4 * 5);
  for (std::size_t at = 0; at < bytes.size(); at += 4) {
    std::uint32_t four = 0;
    for (std::size_t i = 0; i < 4; ++i)
      four = four << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0U);
    std::array<char, 5> digits{};
    for (auto it = digits.rbegin(); it != digits.rend(); ++it) {
      *it = digit(four % base);
      four /= base;
    }
    out.append(digits.data(), std::min<std::size_t>(bytes.size() - at, 4) + 1);
  }
  return out;
}

std::string packed(std::string_view text) {
  constexpr int window_with_gzip_header = 15 + 16, memory_level = 9;
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, window_with_gzip_header, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());  // NOLINT
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return base64(out);
}

}  // namespace weft::report
