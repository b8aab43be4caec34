#include "fuzz/read_or_refuse.hpp"
#include "weft/io/path_list.hpp"

/// Any bytes are paths on a ring of 64 or refused; what was read follows its channels.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const linked = [](std::uint32_t from, std::uint32_t to) {
    return (from + 1) % 64 == to || (to + 1) % 64 == from;
  };
  return weft::read_or_refuse(data, size, [&](std::string_view text) {
    auto const list = weft::parse_path_list(text, "file", 64, linked);
    for (std::size_t i = 0; i < list.size(); ++i)
      for (auto v = list.first[i] + 1; v < list.first[i + 1]; ++v)
        if (!linked(list.visits[v - 1].router, list.visits[v].router) || list.visits[v].vc > 63) std::abort();
  });
}
