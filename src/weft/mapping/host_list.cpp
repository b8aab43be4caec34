#include "weft/mapping/host_list.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/network/hosts_file.hpp"

namespace weft::mapping {

void HostList::check(Params const& params) {
  if (params.file.empty()) throw InputError("hosts without a file", "", "give hosts:file=..", "file");
}

Placement HostList::terminals(Hosts const& hosts) const {
  Placement placement;
  std::vector<bool> taken(hosts.num_terminals(), false);
  for (auto const& listed : parse_hosts(read_file(params_.file), params_.file, hosts)) {
    auto left = listed.tasks.value_or(1);
    for (auto const terminal : listed.terminals) {
      if (left == 0) break;
      if (taken[terminal]) continue;
      taken[terminal] = true;
      placement.push_back(terminal);
      --left;
    }
    if (left == 0) continue;
    auto const size = listed.terminals.size();
    throw InputError(fmt::format("more tasks on '{}' than its {} terminal{}", shown(listed.name), size,
                                 size == 1 ? "" : "s"),
                     "a terminal takes one task", "", listed.place);
  }
  if (placement.empty()) throw InputError("no host", "the file names none", "", params_.file);
  return placement;
}

Placement HostList::place(MappingContext const& context) const {
  check_fits(context);
  auto placement = terminals(context.hosts());
  auto const tasks = context.num_tasks();
  if (placement.size() < tasks)
    throw InputError(fmt::format("{} tasks", tasks), fmt::format("the hosts take {}", placement.size()),
                     "give as many hosts or a smaller grid", params_.file);
  placement.resize(tasks);
  for (auto& terminal : placement) terminal = context.own_terminal(terminal, params_.file);
  return placement;
}

}  // namespace weft::mapping
