#include "weft/network/program_topologies.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "weft/core/error.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/family/file.hpp"
#include "weft/topology/machines.hpp"

namespace weft {
namespace {

struct Added {
  std::mutex mutex;
  std::map<std::string, MakeProgramGraph, std::less<>> makers;
};
Added& added() {
  static Added all;
  return all;
}

}  // namespace

void add_program_topology(std::string const& name, MakeProgramGraph make) {
  if (name.empty() || Spec::parse(name) != Spec{name, {}})
    throw InputError("topology name '" + name + "'", "must be a word of letters, digits and _");
  std::vector<std::string> names;
  for (auto const& entry : topology_entries()) names.push_back(entry.doc.name);
  auto const taken = with_other_names(std::move(names));
  if (std::ranges::find(taken, name) != taken.end())
    throw InputError("topology name '" + name + "'", "Weft has a topology of that name", "use another name");
  auto& all = added();
  std::scoped_lock const lock(all.mutex);
  all.makers[name] = std::move(make);
}

TopologyPtr make_program_topology(Spec const& spec) {
  MakeProgramGraph make;
  {
    auto& all = added();
    std::scoped_lock const lock(all.mutex);
    auto const at = all.makers.find(spec.name);
    if (at == all.makers.end()) return nullptr;
    make = at->second;
  }
  auto made = make(spec);
  return forget_type(topology::File(std::move(made.graph), std::move(made.resolved)));
}

std::vector<std::string> program_topology_names() {
  auto& all = added();
  std::scoped_lock const lock(all.mutex);
  std::vector<std::string> names;
  for (auto const& [name, make] : all.makers) names.push_back(name);
  return names;
}

}  // namespace weft
