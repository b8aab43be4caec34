#include "weft/routing/vc/valiant.hpp"

#include "weft/routing/vc/valiant_on_grid.hpp"

namespace weft::vc {

std::uint32_t Valiant::vcs_needed(Subject const& subject) const {
  return vcs_of_valiant_on_grid(subject, params_);
}

RoutingPtr Valiant::bind(Subject const& subject, VcSupply const& supply) const {
  return bind_valiant_on_grid(subject, params_, supply);
}

}  // namespace weft::vc
