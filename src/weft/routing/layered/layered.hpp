#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/form/channel_routing.hpp"
#include "weft/routing/layered/single_paths.hpp"

namespace weft::routing {

/// The routing `layered`.
struct Layered {
  struct Params {
    LayerMethod method = LayerMethod::dfsssp;
    std::int64_t layers = 0;
  };
  static constexpr std::string_view name = "layered";
  static constexpr std::string_view doc =
      "One shortest path for each pair of routers, around failures, and a virtual layer for each path. The "
      "channel dependencies of each layer are acyclic (LASH, DFSSSP). The number of virtual channels is the "
      "number of layers that the method finds; finding the minimum is NP-complete. With layers=1 all paths "
      "share all virtual channels, as in BookSim's routing of any network: this can deadlock unless one "
      "layer is enough.";
  static constexpr std::tuple schema{
      param("method", &Params::method, "how paths and layers are chosen"),
      param("layers", &Params::layers, Range{0, most_vcs},
            "maximum number of layers, the remaining paths share the last one; 0: as many as needed"),
  };
  static constexpr std::array channels_only{"layers"};
  static constexpr std::string_view needs = "any topology";
  static constexpr bool knows_failures = true;

  explicit Layered(Params const& params) : params_(params) {}
  bool serves(Machine const&) const { return true; }
  std::uint32_t vcs_needed(Machine const& machine) const;
  ChannelRoutingPtr channels(Machine const& machine, VcSupply const& supply) const;

 private:
  std::uint32_t needed(std::uint32_t layers) const;
  Params params_;
};

}  // namespace weft::routing
