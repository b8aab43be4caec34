#include "weft/verb/load/percs_part.hpp"

namespace weft::verb {

std::optional<topology::Percs> percs_part(topology::Percs const& whole,
                                          std::span<std::uint32_t const> terminals) {
  constexpr std::uint32_t of_supernode =
      topology::Percs::processors_per_node * topology::Percs::nodes_per_supernode;
  auto const width = topology::Percs::nodes_per_supernode / static_cast<std::uint32_t>(whole.params().links);
  if (terminals.empty() || terminals.size() % of_supernode != 0 ||
      terminals[0] % (of_supernode * width) != 0 || terminals.back() - terminals[0] != terminals.size() - 1)
    return {};
  auto params = whole.params();
  params.supernodes = static_cast<std::int64_t>(terminals.size() / of_supernode);
  return topology::Percs(params);
}

}  // namespace weft::verb
