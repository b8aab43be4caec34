// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::render {

/// Bytes compressed by zlib (RFC 1950). Equal bytes give equal results.
std::string deflated(std::string_view bytes);

/// The checksum of the chunks of PNG files.
std::uint32_t crc32_of(std::string_view bytes);

}  // namespace weft::render
