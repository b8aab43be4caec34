#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "weft/analysis/metric.hpp"
#include "weft/app/command.hpp"
#include "weft/core/error.hpp"
#include "weft/verb/list/catalogs.hpp"

namespace weft::app {
namespace {

struct Completion {
  struct Params {
    std::string shell = "bash";
  };
  static constexpr std::string_view name = "completion";
  static constexpr std::string_view doc = "print a completion script: source <(weft completion bash)";
  static constexpr std::tuple schema{
      param("shell", &Params::shell, "bash, zsh or fish").positional("SHELL").required()};
};

/// The words of an entry: its name, and `name:key=` for every parameter.
void add_words(CatalogDoc const& entry, std::vector<std::string>& words) {
  words.push_back(entry.name);
  for (auto const& param : entry.params) words.push_back(fmt::format("{}:{}=", entry.name, param.name));
}

/// What can stand for a parameter that names an entry of a catalog.
std::vector<std::string> words_of_catalog(std::string_view kind) {
  std::vector<std::string> words;
  if (kind == "metrics")
    for (auto const& metric : metric_docs()) words.emplace_back(metric.key);
  for (auto const& section : verb::list_catalogs()) {
    bool const machines = kind == "topologies" && section.kind == "machines";
    if (section.kind == kind || machines)
      for (auto const& entry : section.entries) add_words(entry, words);
    if (kind == "names")
      for (auto const& entry : section.entries) words.push_back(entry.name);
  }
  if (kind == "mappings") words.emplace_back("best");
  if (kind == "collectives") words.emplace_back("all");
  return words;
}

std::vector<std::string> words_of(ParamDoc const& param) {
  auto words = words_of_catalog(param.use.catalog);
  for (auto const& [name, meaning] : param.values) words.push_back(name);
  return words;
}

std::string option_of(ParamDoc const& param) {
  return "--" + std::string(param.use.repeated.empty() ? param.name : param.use.repeated);
}

/// The values of each option that has known ones, of all commands together.
std::map<std::string, std::vector<std::string>> values_by_option() {
  std::map<std::string, std::vector<std::string>> values;
  for (auto const& command : commands())
    for (auto const& param : command.doc.params) {
      if (!param.use.positional.empty()) continue;
      auto& words = values[option_of(param)];
      for (auto& word : words_of(param))
        if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
    }
  return values;
}

std::vector<std::string> options_of(Command const& command) {
  std::vector<std::string> options{"--help"};
  for (auto const& param : command.doc.params)
    if (param.use.positional.empty()) options.push_back(option_of(param));
  if (command.is_limited) options.emplace_back("--long");
  if (command.gives_result)
    for (char const* option : {"--json", "--csv", "--wide", "--threads", "--output"})
      if (std::ranges::find(options, option) == options.end()) options.emplace_back(option);
  return options;
}

/// The words of the positional arguments of a command.
std::vector<std::string> arguments_of(Command const& command) {
  std::vector<std::string> words;
  for (auto const& param : command.doc.params)
    if (!param.use.positional.empty()) std::ranges::move(words_of(param), std::back_inserter(words));
  return words;
}

constexpr char const* bash_head = R"(# weft completion for bash: source <(weft completion bash)
_weft() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} line=${COMP_LINE:0:COMP_POINT} words
  cur=${line##*[[:space:]]}
  local before=${line%"$cur"}; before=${before%"${before##*[![:space:]]}"}
  prev=${before##*[[:space:]]}
  case $prev in
)";
constexpr char const* bash_tail = R"(      esac ;;
  esac
  local IFS=$' \t\n' reply word
  if [[ $cur == *:*,* ]]; then
    local name=${cur%%:*} more=
    for word in $words; do [[ $word == "$name":*= ]] && more+=" ${cur%,*},${word#*:}"; done
    words=$more
  fi
  reply=($(compgen -W "$words" -- "$cur"))
  [[ $cur == *:* ]] && reply=("${reply[@]#"${cur%"${cur##*:}"}"}")
  [[ ${#reply[@]} -gt 0 ]] && COMPREPLY=("${reply[@]}") || COMPREPLY=($(compgen -f -- "$cur"))
  [[ ${COMPREPLY[0]:-} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -F _weft weft
)";

void print_bash() {
  fmt::print("{}", bash_head);
  for (auto const& [option, words] : values_by_option())
    if (!words.empty()) fmt::print("    {}) words='{}' ;;\n", option, fmt::join(words, " "));
  fmt::print("    weft) words='");
  for (auto const& command : commands()) fmt::print("{} ", command.doc.name);
  fmt::print("' ;;\n    *) case ${{COMP_WORDS[1]}} in\n");
  for (auto const& command : commands())
    fmt::print("      {}) words='{}'; [[ $cur != -* ]] && words='{}' ;;\n", command.doc.name,
               fmt::join(options_of(command), " "), fmt::join(arguments_of(command), " "));
  fmt::print("{}", bash_tail);
}

std::string quoted(std::string const& text) {
  std::string quoted;
  for (char const c : text) quoted += c == '\'' ? std::string("\\'") : std::string(1, c);
  return quoted;
}

void print_fish() {
  fmt::print("# weft completion for fish: weft completion fish | source\n");
  auto const values = values_by_option();
  for (auto const& command : commands()) {
    auto const& name = command.doc.name;
    fmt::print("complete -c weft -n __fish_use_subcommand -f -a {} -d '{}'\n", name, quoted(command.doc.doc));
    if (auto const words = arguments_of(command); !words.empty())
      fmt::print("complete -c weft -n '__fish_seen_subcommand_from {}' -a '{}'\n", name,
                 fmt::join(words, " "));
    for (auto const& option : options_of(command)) {
      auto const listed = values.find(option);
      fmt::print("complete -c weft -n '__fish_seen_subcommand_from {}' -l {}{}\n", name, option.substr(2),
                 listed == values.end() || listed->second.empty()
                     ? ""
                     : fmt::format(" -xa '{}'", fmt::join(listed->second, " ")));
    }
  }
}

int print_script(Completion::Params const& params, Output const&) {
  if (params.shell != "bash" && params.shell != "zsh" && params.shell != "fish")
    throw InputError("unknown shell '" + params.shell + "'", "must be bash, zsh or fish", "", "shell");
  if (params.shell == "fish") print_fish();
  if (params.shell == "zsh") fmt::print("autoload -U +X bashcompinit && bashcompinit\n");
  if (params.shell != "fish") print_bash();
  return 0;
}

}  // namespace

Command completion_command() { return command_of<Completion>(false, print_script); }

}  // namespace weft::app
