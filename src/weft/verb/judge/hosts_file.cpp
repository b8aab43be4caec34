#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/slurm/hostlist.hpp"
#include "weft/network/part_names.hpp"
#include "weft/verb/judge/judgment.hpp"

namespace weft::verb {
namespace {

/// The terminals by the name of their host: its description, the first word of it, its id.
PartNames host_names(NumberedFabric const& fabric) {
  PartNames names;
  auto const& terminals = fabric.numbers.terminals();
  for (std::uint32_t t = 0; t < terminals.size(); ++t) {
    auto const& device = fabric.fabric->devices[terminals[t].device];
    for (auto const& name : {device.id, device.title(), first_word(device.title())}) names.add(name, t);
  }
  return names;
}

/// A line without its comment and the blanks around it.
std::string_view content_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  auto const first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

std::vector<std::uint32_t> terminals_in(std::string const& file, NumberedFabric const& fabric) {
  auto const hosts = host_names(fabric);
  auto const text = read_file(file);
  std::vector<std::uint32_t> chosen;
  std::size_t number = 0;
  auto const take = [&](std::string const& name, std::size_t column) {
    auto const terminals = hosts.find(name);
    if (terminals.empty())
      throw InputError(fmt::format("no host '{}' in the fabric", shown(name)), "",
                       "a name is a description, its first word or an id",
                       fmt::format("{}:{}:{}", file, number, column));
    chosen.insert(chosen.end(), terminals.begin(), terminals.end());
  };
  for (std::size_t begin = 0; begin < text.size();) {
    auto const end = std::min(text.find('\n', begin), text.size());
    auto const line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    auto const content = content_of(line);
    if (content.empty()) continue;
    auto const offset = static_cast<std::size_t>(content.data() - line.data());
    if (!hosts.find(content).empty()) {
      take(std::string(content), offset + 1);
      continue;
    }
    for (std::size_t at = 0; at < content.size();) {
      auto const last = std::min(content.find_first_of(" \t", at), content.size());
      auto const place = [&](std::size_t position) {
        return fmt::format("{}:{}:{}", file, number, offset + at + position + 1);
      };
      expand_hostlist(content.substr(at, last - at), place, [&](std::string name, std::size_t position) {
        take(name, offset + at + position + 1);
      });
      at = std::min(content.find_first_not_of(" \t", last), content.size());
    }
  }
  std::ranges::sort(chosen);
  chosen.erase(std::ranges::unique(chosen).begin(), chosen.end());
  if (chosen.size() < 2)
    throw InputError(fmt::format("{} terminals are named", chosen.size()), "pairs need two", "", file);
  return chosen;
}

}  // namespace weft::verb
