#include "weft/routing/vc/ugal.hpp"

#include "weft/routing/vc/ugal_on_grid.hpp"

namespace weft::vc {

std::uint32_t Ugal::vcs_needed(Subject const&) const { return vcs_of_ugal_on_grid(); }

RoutingPtr Ugal::bind(Subject const& subject, VcSupply const& supply) const {
  return bind_ugal_on_grid(subject, params_, supply);
}

}  // namespace weft::vc
