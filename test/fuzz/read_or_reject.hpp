// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "weft/core/error.hpp"

namespace weft {

/// Calls read(text), which takes any bytes or refuses them with an InputError of one line.
template <class Read>
int read_or_reject(std::uint8_t const* data, std::size_t size, Read const& read) {
  try {
    read(std::string_view(reinterpret_cast<char const*>(data), size));
  } catch (InputError const& error) {
    if (std::string_view(error.what()).find('\n') != std::string_view::npos) std::abort();
  }
  return 0;
}

}  // namespace weft
