#include "weft/network/hosts_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/verb/judge/judgment.hpp"

namespace weft::verb {

std::vector<std::uint32_t> terminals_in(std::string const& file, AnyTopology const& topology) {
  std::vector<std::uint32_t> chosen;
  for (auto const& listed : parse_hosts(read_file(file), file, Hosts(topology)))
    chosen.insert(chosen.end(), listed.terminals.begin(), listed.terminals.end());
  std::ranges::sort(chosen);
  chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
  if (chosen.size() < 2)
    throw InputError(fmt::format("{} terminals are named", chosen.size()), "pairs need two", "", file);
  return chosen;
}

}  // namespace weft::verb
