#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "weft/app/command.hpp"
#include "weft/collective/operation.hpp"
#include "weft/verb/list/list.hpp"

namespace weft::app {
namespace {

std::string words_of(CLI::App const& verb) {
  std::string words;
  for (auto const* option : verb.get_options())
    for (auto const& name : option->get_lnames()) words += (words.empty() ? "--" : " --") + name;
  return words;
}

std::string names_of(std::vector<CatalogSection> const& sections, std::string_view kind) {
  std::string names;
  for (auto const& section : sections)
    if (section.kind == kind)
      for (auto const& entry : section.entries) names += (names.empty() ? "" : " ") + entry.name;
  return names;
}

/// `name:key=` for every parameter, so that a spec completes as far as its keys.
std::string specs_of(std::vector<CatalogSection> const& sections, std::string_view kind) {
  std::string specs = names_of(sections, kind);
  for (auto const& section : sections)
    if (section.kind == kind)
      for (auto const& entry : section.entries)
        for (auto const& param : entry.params) specs += fmt::format(" {}:{}=", entry.name, param.name);
  return specs;
}

/// An option that takes a name of a catalogue: the kind of its section, and what it takes besides.
struct CatalogOption {
  std::string_view name, kind, besides = {};
};
constexpr std::array catalog_options{
    CatalogOption{"topology", "topologies"},       CatalogOption{"routing", "routings"},
    CatalogOption{"traffic", "traffic patterns"},  CatalogOption{"engine", "engines"},
    CatalogOption{"mapping", "mappings", "best "}, CatalogOption{"schedule", "schedules"},
    CatalogOption{"latency", "latencies"},         CatalogOption{"algorithm", "collectives", "all "},
};

/// The verbs whose first argument is a topology.
std::vector<std::string> verbs_on_topologies(CLI::App const& app) {
  std::vector<std::string> verbs;
  for (auto const* verb : app.get_subcommands({})) {
    auto const positionals =
        verb->get_options([](CLI::Option const* option) { return option->get_positional(); });
    if (!positionals.empty() && positionals.front()->get_single_name() == "SPEC")
      verbs.push_back(verb->get_name());
  }
  return verbs;
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
  local IFS=$' \t\n' reply
  reply=($(compgen -W "$words" -- "$cur"))
  [[ $cur == *:* ]] && reply=("${reply[@]#"${cur%"${cur##*:}"}"}")
  [[ ${#reply[@]} -gt 0 ]] && COMPREPLY=("${reply[@]}") || COMPREPLY=($(compgen -f -- "$cur"))
  [[ ${COMPREPLY[0]:-} == *= ]] && compopt -o nospace 2>/dev/null
}
complete -F _weft weft
)";

void print_bash(CLI::App const& app) {
  auto const sections = list_catalogs();
  fmt::print("{}", bash_head);
  auto const operations = detail::enum_names<collective::Operation>();
  fmt::print("    {}|{}) words='{}' ;;\n", fmt::join(verbs_on_topologies(app), "|"),
             fmt::join(operations, "|"), specs_of(sections, "topologies"));
  fmt::print("    collective) words='{}' ;;\n", fmt::join(operations, " "));
  for (auto const& option : catalog_options)
    fmt::print("    --{}) words='{}{}' ;;\n", option.name, option.besides, specs_of(sections, option.kind));
  fmt::print("    weft) words='");
  for (auto const* verb : app.get_subcommands({})) fmt::print("{} ", verb->get_name());
  fmt::print("' ;;\n    *) case ${{COMP_WORDS[1]}} in\n");
  for (auto const* verb : app.get_subcommands({}))
    fmt::print("      {}) words='{}' ;;\n", verb->get_name(), words_of(*verb));
  fmt::print("{}", bash_tail);
}

void print_fish(CLI::App const& app) {
  auto const sections = list_catalogs();
  fmt::print("# weft completion for fish: weft completion fish | source\n");
  for (auto const* verb : app.get_subcommands({})) {
    fmt::print("complete -c weft -n __fish_use_subcommand -f -a {} -d '{}'\n", verb->get_name(),
               verb->get_description());
    for (auto const* option : verb->get_options())
      for (auto const& name : option->get_lnames()) {
        auto const listed = std::ranges::find(catalog_options, name, &CatalogOption::name);
        fmt::print("complete -c weft -n '__fish_seen_subcommand_from {}' -l {}{}\n", verb->get_name(), name,
                   listed == catalog_options.end()
                       ? ""
                       : fmt::format(" -xa '{}{}'", listed->besides, specs_of(sections, listed->kind)));
      }
  }
}

}  // namespace

void add_completion(CLI::App& app) {
  auto* verb = app.add_subcommand("completion", "print a completion script: source <(weft completion bash)");
  auto shell = std::make_shared<std::string>();
  verb->add_option("SHELL", *shell, "bash, zsh or fish")->required()->type_name("");
  verb->callback([shell, &app] {
    if (*shell == "fish") return print_fish(app);
    if (*shell == "zsh") fmt::print("autoload -U +X bashcompinit && bashcompinit\n");
    if (*shell != "bash" && *shell != "zsh")
      throw InputError("unknown shell '" + *shell + "'", "must be bash, zsh or fish", "", "SHELL");
    print_bash(app);
  });
}

}  // namespace weft::app
