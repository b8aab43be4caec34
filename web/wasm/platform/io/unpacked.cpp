// SPDX-License-Identifier: Apache-2.0
#include "weft/io/unpacked.hpp"

#include "weft/core/error.hpp"

namespace weft {

bool is_packed(std::string_view beginning, std::filesystem::path const& /*path*/) {
  return beginning.starts_with("\x1f\x8b") || beginning.starts_with(
                                                  "\xfd"
                                                  "7zXZ");
}

std::string unpacked(std::string_view /*bytes*/, std::filesystem::path const& path) {
  throw InputError("cannot unpack " + path.string(), "gzip and xz are read by the native program only",
                   "unpack it first");
}

}  // namespace weft
