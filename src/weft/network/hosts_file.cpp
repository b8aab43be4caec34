// SPDX-License-Identifier: Apache-2.0
#include "weft/network/hosts_file.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/io/file.hpp"
#include "weft/io/line_reader.hpp"
#include "weft/io/slurm/hostlist.hpp"

namespace weft {
namespace {

constexpr std::string_view host_line = "a line is NAME, NAME slots=TASKS or NAME:TASKS";

class HostsReader {
 public:
  HostsReader(std::string_view text, std::string_view file, Hosts const& hosts)
      : line_(text, file, {.shape = host_line}), file_(file), hosts_(hosts) {}

  std::vector<HostEntry> read() {
    while (line_.next_full_line()) {
      if (add_name(content(), line_.place())) continue;
      word_begin_ = listed_.size();
      while (!line_.at_end()) read_word();
    }
    return std::move(listed_);
  }

 private:
  /// Returns the line from its first word up to its comment, without trailing blanks.
  std::string_view content() const {
    auto const text = line_.line().substr(line_.place().column - 1);
    auto comment = text.find('#');
    while (comment != std::string_view::npos && text[comment - 1] != ' ' && text[comment - 1] != '\t')
      comment = text.find('#', comment + 1);
    return text.substr(
        0, text.find_last_not_of(" \t\r", comment == std::string_view::npos ? comment : comment - 1) + 1);
  }

  void read_word() {
    auto const at = line_.place();
    auto const word = line_.word("name");
    if (word.starts_with("max_slots=") || word.starts_with("max-slots=")) return;
    if (word.starts_with("slots=") && word_begin_ < listed_.size()) {
      set_tasks(word, at);
      word_begin_ = listed_.size();
      return;
    }
    word_begin_ = listed_.size();
    if (add_name(word, at)) return;
    if (word.find('=') != std::string_view::npos)
      line_.fail_at(at, fmt::format("unexpected '{}'", shown(word)), std::string(host_line));
    for (std::size_t begin = 0; begin <= word.size();) {
      auto const colon = std::min(word.find(':', begin), word.size());
      auto const end = std::min(word.find(',', colon), word.size());
      word_begin_ = listed_.size();
      LineReader::Place const place{at.line, static_cast<std::uint32_t>(at.column + begin)};
      read_hostlist(word.substr(begin, colon - begin), place);
      if (colon < word.size()) set_tasks(word.substr(begin, end - begin), place);
      begin = end + 1;
    }
  }

  void read_hostlist(std::string_view list, LineReader::Place at) {
    auto const place = [&](std::size_t offset) { return place_of(at, offset); };
    expand_hostlist(list, place, [&](std::string const& name, std::size_t offset) {
      auto const column = static_cast<std::uint32_t>(at.column + offset);
      if (!add_name(name, {at.line, column}))
        throw InputError(fmt::format("no host '{}'", shown(name)), "", hosts_.hint(name), place(offset));
    });
  }

  /// Adds the hosts named by a word. Returns false if the word is not a name.
  bool add_name(std::string_view name, LineReader::Place at) {
    auto terminals = hosts_.find(name);
    if (terminals.empty()) return false;
    auto const host = [&](std::uint32_t terminal) { return hosts_.slot_of({terminal}).host; };
    if (std::ranges::any_of(terminals, [&](auto t) { return host(t) != host(terminals[0]); }))
      line_.fail_at(at, fmt::format("'{}' matches several hosts", shown(name)),
                    "use the id of a host, which is unique");
    listed_.push_back({std::string(name), std::move(terminals), {}, place_of(at, 0)});
    return true;
  }

  /// Sets the tasks of each host of the previous word to the number at the end of `word`.
  void set_tasks(std::string_view word, LineReader::Place at) {
    auto const tasks = to_number(word.substr(word.find_last_of("=:") + 1));
    if (!tasks || *tasks == 0)
      line_.fail_at(at, fmt::format("unexpected '{}'", shown(word)),
                    "the number of tasks must be at least 1");
    for (auto h = word_begin_; h < listed_.size(); ++h) listed_[h].tasks = *tasks;
  }

  std::string place_of(LineReader::Place at, std::size_t offset) const {
    return fmt::format("{}:{}:{}", file_, at.line, at.column + offset);
  }

  LineReader line_;
  std::string_view file_;
  Hosts const& hosts_;
  std::vector<HostEntry> listed_;
  std::size_t word_begin_ = 0;  // start of the previous word, in listed_
};

}  // namespace

std::vector<HostEntry> parse_hosts(std::string_view text, std::string_view file, Hosts const& hosts) {
  return HostsReader(text, file, hosts).read();
}

std::vector<HostEntry> read_hosts(std::string const& file_or_list, Hosts const& hosts) {
  auto const has_form_of_list = [&] {
    return file_or_list.find_first_of("[,") != std::string::npos ||
           !hosts.find(file_or_list.substr(0, file_or_list.find(':'))).empty();
  };
  bool const is_list =
      file_or_list.find('/') == std::string::npos && !file_exists(file_or_list) && has_form_of_list();
  return parse_hosts(is_list ? file_or_list : read_file(file_or_list), file_or_list, hosts);
}

}  // namespace weft
