#include "weft/mapping/host_list.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/network/hosts_file.hpp"

namespace weft::mapping {

Placement HostList::terminals(Hosts const& hosts) const {
  constexpr std::uint64_t most_tasks = std::uint64_t{1} << 24;
  Placement placement;
  std::vector<std::uint32_t> tasks_on(hosts.num_terminals(), 0);
  for (auto const& listed : parse_hosts(read_file(params_.file), params_.file, hosts)) {
    auto const tasks = listed.tasks.value_or(1);
    if (tasks > most_tasks - placement.size())
      throw InputError(fmt::format("{} tasks on '{}'", tasks, shown(listed.name)),
                       fmt::format("a job has at most {}", most_tasks), "", listed.place);
    for (std::uint64_t task = 0; task < tasks; ++task) {
      auto const next = *std::ranges::min_element(listed.terminals, {}, [&](auto t) { return tasks_on[t]; });
      ++tasks_on[next];
      placement.push_back(next);
    }
  }
  if (placement.empty()) throw InputError("no host", "the file names none", "", params_.file);
  return placement;
}

Placement HostList::place(MappingContext const& context) const {
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
