// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "weft/core/error.hpp"
#include "weft/core/spec.hpp"

/// Any text is read or refused, and what was read is written so that it reads back.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  try {
    weft::Spec const spec = weft::Spec::parse(text);
    if (weft::Spec::parse(spec.to_string()) != spec) std::abort();
  } catch (weft::InputError const&) {}
  try {
    weft::parse_nested(text);
  } catch (weft::InputError const&) {}
  return 0;
}
