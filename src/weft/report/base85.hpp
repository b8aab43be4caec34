#pragma once

#include <string>
#include <string_view>

namespace weft::report {

/// Bytes as text for the script of a page: five characters hold four bytes, where base64 takes 5.33.
/// The digits are the characters from '(' to '|', and '!' in place of '<', which could end the script.
/// As in Ascii85, n bytes at the end (n < 4) take n + 1 characters. explorer_loader.js reads it.
std::string base85(std::string_view bytes);

}  // namespace weft::report
