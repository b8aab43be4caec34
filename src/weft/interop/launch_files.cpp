#include "weft/interop/launch_files.hpp"

#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"

namespace weft {
namespace {

std::string host_name(std::string const& host, std::uint32_t node) {
  auto const star = host.find('*');
  if (star == std::string::npos) return host + std::to_string(node);
  return host.substr(0, star) + std::to_string(node) + host.substr(star + 1);
}

/// The tasks in the order of their terminals.
std::vector<std::uint32_t> ranks_by_terminal(std::span<std::uint32_t const> placement) {
  std::vector<std::uint32_t> order(placement.size());
  std::vector<bool> taken(placement.size(), false);
  for (std::uint32_t task = 0; task < placement.size(); ++task) {
    auto const terminal = placement[task];
    if (terminal >= order.size() || taken[terminal])
      throw InputError("format = rank_order", "the tasks leave slots free between them",
                       "use rankfile or hostfile", "--format");
    order[terminal] = task;
    taken[terminal] = true;
  }
  return order;
}

}  // namespace

std::string launch_file(LaunchFormat format, std::span<std::uint32_t const> placement, std::uint32_t slots,
                        std::string const& host) {
  std::string text;
  if (format == LaunchFormat::rank_order) {
    for (auto const task : ranks_by_terminal(placement))
      text += (text.empty() ? "" : ",") + std::to_string(task);
    return text + "\n";
  }
  for (std::size_t task = 0; task < placement.size(); ++task) {
    auto const name = host_name(host, placement[task] / slots);
    if (format == LaunchFormat::rankfile)
      text += fmt::format("rank {}={} slot={}\n", task, name, placement[task] % slots);
    else
      text += name + "\n";
  }
  return text;
}

}  // namespace weft
