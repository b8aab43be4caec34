// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "weft/analysis/metrics.hpp"
#include "weft/app/command.hpp"
#include "weft/core/error.hpp"
#include "weft/verb/catalogs.hpp"

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

using Words = std::vector<std::string>;

std::vector<verb::CatalogSection> const& sections() {
  static auto const all = verb::list_catalogs();
  return all;
}

/// Returns the valid names for a parameter of the given kind.
Words names_of(std::string_view kind) {
  Words names;
  if (kind == "metrics")
    for (auto const& metric : metric_docs()) names.emplace_back(metric.key);
  for (auto const& section : sections()) {
    if (kind == "names") names.push_back(verb::table_name(section.kind));
    if (verb::fits(section, kind))
      for (auto const& entry : section.entries) names.push_back(entry.name);
  }
  for (auto const& entry : verb::further_names(kind)) names.push_back(entry.name);
  return names;
}

/// Adds `name:key=` for every parameter, and `name:key=value` for its known values.
void add_keys(std::string const& name, std::vector<ParamDoc> const& params, Words& words) {
  for (auto const& param : params) {
    auto const key = fmt::format("{}:{}=", name, param.name);
    words.push_back(key);
    for (auto const& [value, meaning] : param.values) words.push_back(key + value);
    for (auto const& value : names_of(param.use.catalog)) words.push_back(key + value);
  }
}

/// Returns the values of a parameter that names an entry of a catalog. Keys of a spec without a name begin
/// with a colon; where any name is valid, `@` represents it.
Words words_of_catalog(std::string_view kind) {
  bool const any_name = kind == "jobs" || kind == "classes";
  auto words = any_name ? Words{} : names_of(kind);
  for (auto const& section : sections())
    for (auto const& entry : section.entries)
      if (section.kind == "setup" && entry.name == kind)
        add_keys("", entry.params, words);
      else if (verb::fits(section, kind) && kind != "names")
        add_keys(any_name ? "@" : entry.name, entry.params, words);
  return words;
}

Words words_of(ParamDoc const& param) {
  auto words = words_of_catalog(param.use.catalog);
  for (auto const& [name, meaning] : param.values) words.push_back(name);
  return words;
}

/// Returns the known values of each option with a value, over all commands.
std::map<std::string, Words> values_by_option() {
  std::map<std::string, Words> values{{"-o", {}}, {"--output", {}}, {"--threads", {}}};
  for (auto const& command : commands())
    for (auto const& param : command.doc.params) {
      if (!param.use.positional.empty() || param.type == "boolean") continue;
      auto& words = values[option_name(param)];
      for (auto& word : words_of(param))
        if (std::ranges::find(words, word) == words.end()) words.push_back(std::move(word));
    }
  return values;
}

Words options_of(Command const& command) {
  Words options{"--help"};
  for (auto const& param : command.doc.params)
    if (param.use.positional.empty()) options.push_back(option_name(param));
  if (command.is_limited) options.emplace_back("--long");
  if (command.gives_result)
    for (char const* option : {"--json", "--csv", "--all", "--details", "--table", "--wide", "--no-pager",
                               "--replace", "--threads", "--output"})
      if (std::ranges::find(options, option) == options.end()) options.emplace_back(option);
  return options;
}

/// Returns the values of the positional arguments of a command.
Words arguments_of(Command const& command) {
  Words words;
  for (auto const& param : command.doc.params)
    if (!param.use.positional.empty()) std::ranges::move(words_of(param), std::back_inserter(words));
  if (command.doc.name == "help") {
    for (auto const& each : commands()) words.push_back(each.doc.name);
    for (char const* kind : {"names", "metrics"})
      std::ranges::move(names_of(kind), std::back_inserter(words));
  }
  return words;
}

constexpr char const* bash_head = R"(# weft completion for bash: source <(weft completion bash)
_weft() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} line=${COMP_LINE:0:$COMP_POINT} words
  cur=${line##*[[:space:]]}
  local before=${line%"$cur"}; before=${before%"${before##*[![:space:]]}"}
  prev=${before##*[[:space:]]}
  case $prev in
)";
constexpr char const* bash_tail = R"(      esac ;;
  esac
  local IFS=$' \t\n' head= name= rest=$cur form='*=' reply=() word
  [[ $cur == *:* && $words != :* ]] && name=${cur%%:*} head=${cur%%:*}: rest=${cur#*:}
  [[ $rest == *,* ]] && head+=${rest%,*}, rest=${rest##*,}
  [[ $rest == *=* ]] && form='*=?*'
  for word in $words; do
    if [[ $head == *:* || $words == :* ]]; then
      [[ $word == "$name":* || $word == @:* ]] || continue
      word=${word#*:}
      [[ $word == $form ]] || continue
    elif [[ $word == *=?* || $word == @* ]]; then
      continue
    fi
    reply+=("$head$word")
  done
  reply=($(compgen -W "${reply[*]}" -- "$cur"))
  [[ -z ${ZSH_VERSION:-} && $cur == *[:=]* ]] && reply=("${reply[@]#"${cur%"${cur##*[:=]}"}"}")
  [[ ${#reply[@]} -gt 0 ]] && COMPREPLY=("${reply[@]}") || COMPREPLY=($(compgen -f -- "$cur"))
  [[ ${COMPREPLY[0]:-} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -F _weft weft
)";

// If this script is installed as `_weft` in a directory of $fpath, the first completion runs it; its last
// line then performs that completion.
constexpr char const* zsh_head = "#compdef weft\nautoload -U +X bashcompinit && bashcompinit\n";
constexpr char const* zsh_tail = "[[ ${funcstack[1]} != _weft ]] || _bash_complete -F _weft\n";

void print_bash() {
  fmt::print("{}", bash_head);
  for (auto const& [option, words] : values_by_option())
    fmt::print("    {}) words='{}' ;;\n", option, fmt::join(words, " "));
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
  if (params.shell == "zsh") fmt::print("{}", zsh_head);
  if (params.shell != "fish") print_bash();
  if (params.shell == "zsh") fmt::print("{}", zsh_tail);
  return 0;
}

}  // namespace

Command completion_command() { return command_of<Completion>(false, print_script); }

}  // namespace weft::app
