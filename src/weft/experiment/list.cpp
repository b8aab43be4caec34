#include "weft/experiment/list.hpp"

#include "weft/engine/rounds/clex_options.hpp"
#include "weft/engine/rounds/rounds_params.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/topology/catalog.hpp"
#include "weft/traffic/catalog.hpp"

namespace weft {

std::vector<CatalogSection> list_catalogs() {
  auto routings = Routings::docs();
  std::erase_if(routings, [](auto const& entry) { return entry.name == "clex_recursive"; });
  routings.insert(routings.begin(),
                  {"clex_recursive",
                   "A(l) of Lenzen & Wattenhofer (arXiv 1607.00298): randomized, load-balanced routing on "
                   "CLEX, in phases, or with "
                   "execution=packets as a routing of single packets, which takes no parameters",
                   describe_params(rounds::clex_options_schema)});
  return {
      {"topologies", "Networks: the first argument of `weft show` and `weft simulate`.", Topologies::docs()},
      {"routings", "How messages find their way: `--routing`.", std::move(routings)},
      {"traffic patterns", "Who sends to whom: `--traffic`.", Patterns::docs()},
      {"engines",
       "What simulates: `--engine`.",
       {{"rounds", "Synchronous rounds, one message per channel and round",
         describe_params(rounds::rounds_schema)}}}};
}

}  // namespace weft
