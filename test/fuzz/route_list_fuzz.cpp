#include "fuzz/read_or_refuse.hpp"
#include "weft/io/route_list.hpp"

/// Any bytes are routes on a ring of 64 or refused; what was read leads where it should.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const target = [](std::uint32_t router, std::uint16_t port) -> std::optional<std::uint32_t> {
    if (port > 1) return {};
    return (router + (port == 0 ? 1 : 63)) % 64;
  };
  return weft::read_or_refuse(data, size, [&](std::string_view text) {
    auto const list = weft::parse_route_list(text, "file", 64, target);
    for (std::size_t i = 0; i < list.routes.size(); ++i) {
      auto at = list.routes[i].from;
      for (auto p = list.routes[i].first_port; p < list.last_port(i); ++p) at = *target(at, list.ports[p]);
      if (at != list.routes[i].to) std::abort();
    }
  });
}
