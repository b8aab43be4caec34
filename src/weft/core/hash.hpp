// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

/// 64-bit FNV-1a hash (Fowler, Noll & Vo). Not cryptographic.
class Fnv1a {
 public:
  void add_bytes(std::string_view bytes) {
    for (char const c : bytes) add_byte(static_cast<unsigned char>(c));
  }
  void add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(number >> shift));
  }
  /// Adds a string, preceded by its length, which separates it from the following text.
  void add(std::string_view text) {
    add(std::uint64_t{text.size()});
    add_bytes(text);
  }
  std::uint64_t value() const { return state_; }

 private:
  void add_byte(unsigned char byte) { state_ = (state_ ^ byte) * 0x100000001b3U; }
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

}  // namespace weft
