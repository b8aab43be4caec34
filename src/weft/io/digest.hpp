// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

/// Returns the SHA-256 digest of bytes (FIPS 180-4).
std::array<std::uint8_t, 32> sha256(std::string_view bytes);

/// Encodes bytes in base64 (RFC 4648), with padding.
std::string base64(std::string_view bytes);

}  // namespace weft
