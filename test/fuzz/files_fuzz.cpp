#include <cstddef>
#include <cstdint>
#include <string_view>

#include "weft/core/error.hpp"
#include "weft/io/csv.hpp"
#include "weft/io/json.hpp"
#include "weft/io/message_list.hpp"
#include "weft/io/toml.hpp"

namespace {

template <class Read>
void read_or_refuse(Read const& read) {
  try {
    read();
  } catch (weft::InputError const&) {}
}

}  // namespace

/// Every reader of files takes any bytes or refuses them with an InputError.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string_view const text(reinterpret_cast<char const*>(data), size);
  read_or_refuse([&] { weft::parse_csv(text, "file"); });
  read_or_refuse([&] { weft::parse_result(text, "file"); });
  read_or_refuse([&] { weft::parse_message_list(text, "file", 64); });
  read_or_refuse([&] { weft::Toml::parse(text, "file"); });
  return 0;
}
