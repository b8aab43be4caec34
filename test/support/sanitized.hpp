// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace weft {

/// Whether the library under test is compiled with a sanitizer, 5 to 20 times slower: sweeps over many
/// samples then take the small ones.
#ifdef WEFT_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// Why a test of many starts of the command is skipped then.
inline constexpr char const* minutes_under_sanitizers =
    "each start of the command takes long under a sanitizer";

}  // namespace weft
