#include "weft/drawing/scene.hpp"
#include "weft/experiment/setup.hpp"
#include "weft/explore/network_answers.hpp"
#include "weft/explore/request_fields.hpp"
#include "weft/explore/scene_bundle.hpp"

namespace weft::explore {
namespace {

struct SceneRequest : NetworkRequest {
  SceneArrangement arrangement = SceneArrangement::structure;
};
constexpr std::tuple scene_schema = std::tuple_cat(
    network_schema<NetworkRequest>,
    std::tuple{param("arrangement", &SceneRequest::arrangement, "how the routers are arranged")});

}  // namespace

std::string scene_answer(Machines& machines, Spec const& request, Progress& progress) {
  auto const params = read_params<SceneRequest>(scene_schema, request);
  auto const layout = read_layout(params.layout);
  auto const& shown = machines.get(params.topology, failures_of(params, params.seed));
  return scene_bundle(scene_of(*shown.topology, shown.machine, params.arrangement, layout, progress));
}

}  // namespace weft::explore
