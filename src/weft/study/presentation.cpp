#include "weft/study/presentation.hpp"

#include <array>

#include "weft/study/clex_presentation.hpp"
#include "weft/study/collective_presentation.hpp"
#include "weft/study/cost_presentation.hpp"
#include "weft/study/deadlock_presentation.hpp"
#include "weft/study/delay_presentation.hpp"
#include "weft/study/load_curves_presentation.hpp"
#include "weft/study/percs_formulas_presentation.hpp"
#include "weft/study/percs_presentation.hpp"
#include "weft/study/reference_curves_presentation.hpp"
#include "weft/study/shootout_presentation.hpp"
#include "weft/study/sparse_torus_presentation.hpp"
#include "weft/study/summary_presentation.hpp"

namespace weft {
namespace {

using Outcomes = std::vector<StudyOutcome>;

struct Kind {
  char const* name;
  Presentation (*present)(Study const&, Toml const&, Outcomes const&);
};

constexpr std::array kinds{
    Kind{"clex_tables", present_clex_tables},
    Kind{"clex_phases", present_clex_phases},
    Kind{"clex_torus", present_clex_torus},
    Kind{"summary", present_summary},
    Kind{"delays", present_delays},
    Kind{"percs_tables", present_percs_tables},
    Kind{"percs_formulas", present_percs_formulas},
    Kind{"percs_findings", present_percs_findings},
    Kind{"mapping_shootout", present_mapping_shootout},
    Kind{"collectives", present_collectives},
    Kind{"sparse_torus", present_sparse_torus},
    Kind{"deadlock_proofs", present_deadlock_proofs},
    Kind{"load_curves", present_load_curves},
    Kind{"cost_of_throughput", present_cost_of_throughput},
    Kind{"reference_curves", present_reference_curves},
};

}  // namespace

std::vector<std::string> presentation_kinds() {
  std::vector<std::string> names;
  for (auto const& kind : kinds) names.emplace_back(kind.name);
  return names;
}

Presentation present(Study const& study, Outcomes const& outcomes) {
  Presentation all;
  for (auto const& request : study.presentations)
    for (auto const& kind : kinds)
      if (request.kind == kind.name) {
        auto one = kind.present(study, request.options, outcomes);
        std::move(one.tables.begin(), one.tables.end(), std::back_inserter(all.tables));
        std::move(one.pictures.begin(), one.pictures.end(), std::back_inserter(all.pictures));
        std::move(one.notes.begin(), one.notes.end(), std::back_inserter(all.notes));
      }
  return all;
}

}  // namespace weft
