#include "weft/verb/load/mapping_choice.hpp"

#include <type_traits>

#include "weft/mapping/catalog.hpp"

namespace weft::verb {

mapping::Placement place_by(Spec const& mapping, mapping::MappingContext const& context,
                            std::string* resolved) {
  return mapping::Mappings::pick_params(
      mapping,
      [&]<class M>(std::type_identity<M>, typename M::Params const& params) {
        if (resolved != nullptr) *resolved = to_spec<M>(params, true).to_string();
        return M{params}.place(context);
      },
      "mapping");
}

std::vector<mapping::MappingCandidate> mapping_candidates(mapping::MappingContext const& context) {
  std::vector<mapping::MappingCandidate> all;
  mapping::Mappings::for_each([&]<class M>(std::type_identity<M>) {
    std::vector<typename M::Params> worth{{}};
    if constexpr (requires { M::worth_trying(context); }) worth = M::worth_trying(context);
    for (auto& params : worth) {
      mapping::MappingCandidate candidate;
      if constexpr (requires { params.start; }) {
        params.start = typename M::Params{}.start;
        candidate.improves = true;
        if constexpr (requires(load::Loads const& loads) { M::most(loads); }) candidate.most = M::most;
      }
      candidate.spec = to_spec<M>(params);
      all.push_back(std::move(candidate));
    }
  });
  return all;
}

}  // namespace weft::verb
