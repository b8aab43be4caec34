// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft::render {

/// Compresses bytes in the zlib format (RFC 1950). Equal bytes give equal results.
std::string deflated(std::string_view bytes);

/// Returns the CRC-32 of bytes, the checksum of PNG chunks.
std::uint32_t crc32(std::string_view bytes);

}  // namespace weft::render
