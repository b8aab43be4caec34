#include "weft/mapping/nested.hpp"

#include "weft/core/error.hpp"
#include "weft/mapping/catalog.hpp"

namespace weft {

Placement place_by(std::string const& spec, MappingContext const& context) {
  return Mappings::pick(
      Spec::parse(spec), [&](auto const& mapping) { return mapping.place(context); }, "mapping");
}

std::vector<std::string> nested_specs(std::string const& text) {
  if (!text.starts_with('[')) return {text};
  std::vector<std::string> specs;
  for (auto const& spec : parse_nested(text)) specs.push_back(spec.to_string());
  return specs;
}

}  // namespace weft
