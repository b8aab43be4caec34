#include "weft/network/failures.hpp"

#include <charconv>

namespace weft {
namespace {

RouterId parse_router(std::string_view text, std::string_view part) {
  RouterId router;
  auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), router.v);
  if (problem != std::errc{} || end != text.data() + text.size())
    throw InputError{"'" + std::string(part) + "' in fail is not a router or a link",
                     "12 is a router, 12-13 a link", "join several by +, as in 12-13+40"};
  return router;
}

}  // namespace

NamedFailures parse_failures(std::string const& text) {
  NamedFailures named;
  std::string_view rest = text;
  while (!rest.empty()) {
    auto const part = rest.substr(0, rest.find('+'));
    rest.remove_prefix(std::min(rest.size(), part.size() + 1));
    if (auto const dash = part.find('-'); dash != std::string_view::npos)
      named.links.emplace_back(parse_router(part.substr(0, dash), part),
                               parse_router(part.substr(dash + 1), part));
    else
      named.routers.push_back(parse_router(part, part));
  }
  return named;
}

}  // namespace weft
