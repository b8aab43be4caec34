#include "weft/mapping/search/ground.hpp"

#include <string>

#include "weft/core/error.hpp"

namespace weft::mapping {
namespace {

routing::Shares const& shares_for(MappingContext const& context, std::string_view mapping) {
  if (!context.shares)
    throw needs(mapping, "a routing", "it depends on the channels of the traffic").at("mapping");
  return context.shares();
}

}  // namespace

SearchGround::SearchGround(MappingContext const& context, std::string_view mapping)
    : tasks_(communication_for(context, mapping)),
      network_(&network_for(context, mapping)),
      shares_(&shares_for(context, mapping)),
      scale_(*shares_, *network_, tasks_.total_sent()) {
  tasks_.scale_down(scale_.unit_bits());
}
}  // namespace weft::mapping
