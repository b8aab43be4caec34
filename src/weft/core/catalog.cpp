#include "weft/core/catalog.hpp"

namespace weft::detail {

void unknown_name(std::string_view kind, std::string_view name, std::vector<std::string> const& names) {
  throw InputError("unknown " + std::string(kind) + " '" + shown(name) + "'", {}, suggest(name, names));
}

}  // namespace weft::detail
