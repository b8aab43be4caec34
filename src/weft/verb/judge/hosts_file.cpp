#include <algorithm>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/slurm/hostlist.hpp"
#include "weft/verb/judge/judgment.hpp"

namespace weft::verb {
namespace {

/// The terminals of each name of a host: its description, the first word of it, its id.
class HostNames {
 public:
  explicit HostNames(NumberedFabric const& fabric) {
    auto const& terminals = fabric.numbers.terminals();
    for (std::uint32_t t = 0; t < terminals.size(); ++t) {
      auto const& device = fabric.fabric->devices[terminals[t].device];
      std::string const& title = device.description;
      auto const word = title.substr(0, title.find(' '));
      add(device.id, t);
      if (!title.empty()) add(title, t);
      if (word != title) add(word, t);
    }
  }
  std::vector<std::uint32_t> const* find(std::string const& name) const {
    auto const found = terminals_.find(name);
    return found == terminals_.end() ? nullptr : &found->second;
  }

 private:
  void add(std::string const& name, std::uint32_t terminal) {
    auto& of_name = terminals_[name];
    if (of_name.empty() || of_name.back() != terminal) of_name.push_back(terminal);
  }
  std::unordered_map<std::string, std::vector<std::uint32_t>> terminals_;
};

/// A line without its comment and the blanks around it.
std::string_view content_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  auto const first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

}  // namespace

std::vector<std::uint32_t> terminals_in(std::string const& file, NumberedFabric const& fabric) {
  HostNames const hosts(fabric);
  auto const text = read_file(file);
  std::vector<std::uint32_t> chosen;
  std::size_t number = 0;
  auto const take = [&](std::string const& name, std::size_t column) {
    auto const* const terminals = hosts.find(name);
    if (terminals == nullptr)
      throw InputError(fmt::format("no host '{}' in the fabric", shown(name)), "",
                       "a name is a description, its first word or an id",
                       fmt::format("{}:{}:{}", file, number, column));
    chosen.insert(chosen.end(), terminals->begin(), terminals->end());
  };
  for (std::size_t begin = 0; begin < text.size();) {
    auto const end = std::min(text.find('\n', begin), text.size());
    auto const line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    ++number;
    auto const content = content_of(line);
    if (content.empty()) continue;
    auto const offset = static_cast<std::size_t>(content.data() - line.data());
    if (hosts.find(std::string(content)) != nullptr) {
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
