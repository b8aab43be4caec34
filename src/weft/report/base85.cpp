#include "weft/report/base85.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

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

}  // namespace weft::report
