#include "weft/io/json_fields.hpp"

#include <nlohmann/json.hpp>

#include "weft/core/error.hpp"

namespace weft {

std::vector<Spec::Argument> parse_json_fields(std::string_view text) {
  auto const json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) throw InputError(shown(text), "must be a JSON object");
  std::vector<Spec::Argument> fields;
  for (auto const& [key, value] : json.items()) {
    if (value.is_structured() || value.is_null())
      throw InputError("'" + shown(key) + "'", "must be a text, a number, true or false");
    fields.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
  }
  return fields;
}

}  // namespace weft
