// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/launch_files.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/slurm/hostlist.hpp"

namespace weft {
namespace {

/// Splits a string at any of `separators`; omits empty parts.
std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    auto const end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

/// Node names by index, as specified by the user.
class HostNames {
 public:
  /// `nodes`: number of nodes of the machine.
  HostNames(std::string const& names, std::uint32_t nodes) {
    bool const from_file = names.starts_with('@');
    if (!from_file && names.find_first_of(" \t\r\n") != std::string::npos)
      throw InputError("host=" + names, "node names must not contain spaces", "", "--host");
    if (from_file) {
      listed_ = split(read_file(names.substr(1)), " \t\r\n");
    } else if (names.find('[') != std::string::npos) {
      expand_hostlist(
          names, [](std::size_t at) { return fmt::format("--host, column {}", at + 1); },
          [&](std::string name, std::size_t) { listed_.push_back(std::move(name)); });
    } else if (names.find(',') != std::string::npos || names.find('*') == std::string::npos) {
      listed_ = split(names, ",");
    } else {
      auto const star = names.find('*'), after = std::min(names.find_first_not_of('*', star), names.size());
      before_ = names.substr(0, star);
      digits_ = after - star;
      after_ = names.substr(after);
      if (after_.find('*') != std::string::npos)
        throw InputError("host=" + names, "the asterisks must be adjacent", "", "--host");
    }
    if (listed_.size() > nodes)
      throw InputError(fmt::format("{} names do not match {} nodes", listed_.size(), nodes),
                       "each node needs a name, in the order of terminals",
                       "specify one name per node, or use --node terminal if each terminal is a node",
                       "--host");
  }
  std::string of(std::uint32_t node) const {
    if (digits_ > 0) return fmt::format("{}{:0{}}{}", before_, node, digits_, after_);
    if (node < listed_.size()) return listed_[node];
    throw InputError(fmt::format("node {} has no name", node), fmt::format("--host lists {}", listed_.size()),
                     "list more, or write * for the number, as in node*", "--host");
  }

 private:
  std::vector<std::string> listed_;
  std::string before_, after_;
  std::size_t digits_ = 0;
};

/// Names of the nodes on which tasks run. Throws InputError for duplicate names.
class NodeNames {
 public:
  explicit NodeNames(LaunchNodes const& nodes) : hosts_(nodes.hosts) {
    if (!nodes.names.empty() || !hosts_.named())
      given_.emplace(nodes.names.empty() ? "node*" : nodes.names, hosts_.size());
  }
  std::string const& of(std::uint32_t node) {
    auto const [found, is_new] = used_.try_emplace(node);
    if (is_new) {
      found->second = given_ ? given_->of(node) : own_name(node);
      if (!once_.insert(found->second).second)
        throw InputError("two nodes are named " + shown(found->second), "each node has its own slots",
                         "specify names with --host", "--host");
    }
    return found->second;
  }

 private:
  std::string const& own_name(std::uint32_t node) const {
    auto const& name = hosts_.name(node);
    if (name.find_first_of(" \t\r\n") != std::string::npos)
      throw InputError("the name of node '" + shown(name) + "' contains a space",
                       "launchers do not support that", "specify names with --host", "--host");
    return name;
  }

  Hosts const& hosts_;
  std::optional<HostNames> given_;
  std::map<std::uint32_t, std::string> used_;
  std::set<std::string_view> once_;  // views of used_
};

/// Returns the slot of each task on its node: the slot of its terminal. Further tasks on a terminal get the
/// next slots of the terminal, which parse_rankfile() assigns in order.
std::vector<std::uint64_t> slots_of(std::span<std::uint32_t const> placement, Hosts const& hosts) {
  std::vector<std::uint32_t> before(hosts.num_terminals(), 0);
  std::vector<std::uint64_t> slots;
  for (auto const terminal : placement) {
    auto const [node, slot] = hosts.slot_of({terminal});
    slots.push_back(slot + std::uint64_t{before[terminal]++} * hosts.terminals_of(node).size());
  }
  return slots;
}

/// Returns the tasks in the order of their terminals.
std::vector<std::uint32_t> ranks_by_terminal(std::span<std::uint32_t const> placement) {
  std::vector<std::uint32_t> order(placement.size());
  std::vector<bool> taken(placement.size(), false);
  for (std::uint32_t task = 0; task < placement.size(); ++task) {
    auto const terminal = placement[task];
    bool const shared = terminal < order.size() && taken[terminal];
    if (terminal >= order.size() || shared)
      throw InputError("format=rank_order cannot represent the placement",
                       shared ? "several tasks share a terminal" : "the tasks leave slots free between them",
                       "use rankfile or hostfile", "--format");
    taken[terminal] = true;
    order[terminal] = task;
  }
  return order;
}

std::string rank_order(std::span<std::uint32_t const> placement) {
  return fmt::format("{}\n", fmt::join(ranks_by_terminal(placement), ","));
}

std::string coordinates(std::span<std::uint32_t const> placement, LaunchNodes const& nodes) {
  if (nodes.sides.empty())
    throw InputError("format=coordinates needs a grid", "the routers have no coordinates",
                     "use rankfile or hostfile", "--format");
  std::string text;
  auto const slots = slots_of(placement, nodes.hosts);
  for (std::size_t task = 0; task < placement.size(); ++task) {
    std::uint64_t rest = nodes.hosts.slot_of({placement[task]}).host;
    for (auto const side : nodes.sides) {
      fmt::format_to(std::back_inserter(text), "{} ", rest % static_cast<std::uint64_t>(side));
      rest /= static_cast<std::uint64_t>(side);
    }
    fmt::format_to(std::back_inserter(text), "{}\n", slots[task]);
  }
  return text;
}

}  // namespace

std::string_view launch_file_name(LaunchFormat format) {
  switch (format) {
    case LaunchFormat::rankfile: return "rankfile";
    case LaunchFormat::hostfile: return "hostfile";
    case LaunchFormat::rank_order: return "MPICH_RANK_ORDER";
    case LaunchFormat::coordinates: return "mapfile";
    case LaunchFormat::table: break;
  }
  return "mapping.csv";
}

std::string launch_file(LaunchFormat format, std::span<std::uint32_t const> placement,
                        LaunchNodes const& nodes) {
  if (format == LaunchFormat::rank_order) return rank_order(placement);
  if (format == LaunchFormat::coordinates) return coordinates(placement, nodes);
  NodeNames names(nodes);
  auto const slots = slots_of(placement, nodes.hosts);
  std::string text;
  for (std::size_t task = 0; task < placement.size(); ++task) {
    auto const node = nodes.hosts.slot_of({placement[task]}).host;
    if (format == LaunchFormat::rankfile)
      fmt::format_to(std::back_inserter(text), "rank {}={} slot={}\n", task, names.of(node), slots[task]);
    else
      text += names.of(node) + "\n";
  }
  return text;
}

}  // namespace weft
