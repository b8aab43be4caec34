// SPDX-License-Identifier: Apache-2.0
#include "weft/network/named_sizes.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"

namespace weft {
namespace {

/// Returns the arguments of the balanced member of a given size; empty for families without such members.
std::string balanced_member(std::string_view family, std::uint64_t size) {
  if (family == "dragonfly") return fmt::format("p={0},a={1},h={0}", size, 2 * size);
  if (family == "dragonfly_plus") return fmt::format("p={0},leaves={0},spines={0},h={0}", size);
  return {};
}

}  // namespace

Spec with_named_sizes(Spec const& spec, CatalogDoc const& family) {
  if (spec.arguments.empty() || !spec.arguments.front().key.empty()) return spec;
  std::vector<ParamDoc> sizes;
  std::ranges::copy_if(family.params, std::back_inserter(sizes),
                       [](ParamDoc const& param) { return param.use.size; });
  if (sizes.size() < 2 || sizes.front().type != "integer") return spec;
  Sides given;
  try {
    given = read_sides(sizes.front().name, spec.arguments.front().value);
  } catch (InputError const&) { return spec; }  // rejected when the parameter is parsed
  std::vector<Spec::Argument> named;
  if (auto const balanced = balanced_member(family.name, static_cast<std::uint64_t>(given.front()));
      given.size() == 1 && given.front() > 0 && !balanced.empty())
    named = Spec::parse(fmt::format("{}:{}", family.name, balanced)).arguments;
  else if (given.size() <= sizes.size())
    for (std::size_t i = 0; i < given.size(); ++i) named.push_back({sizes[i].name, std::to_string(given[i])});
  else
    throw InputError(fmt::format("{}:{}", family.name, shown(spec.arguments.front().value)),
                     fmt::format("the family has {} named sizes", sizes.size()));
  Spec result{spec.name, std::move(named)};
  result.arguments.insert(result.arguments.end(), spec.arguments.begin() + 1, spec.arguments.end());
  return result;
}

}  // namespace weft
