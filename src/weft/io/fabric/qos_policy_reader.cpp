#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <vector>

#include "weft/core/interrupt.hpp"
#include "weft/io/fabric/qos_policy.hpp"
#include "weft/io/line_cursor.hpp"

namespace weft {
namespace {

class PolicyReader {
 public:
  PolicyReader(std::string_view text, std::string_view file)
      : reader_(text, file, {.shape = {}, .comments = ""}) {
    while (reader_.next_full_line()) read_line();
    std::ranges::sort(ports_);
    ports_.erase(std::unique(ports_.begin(), ports_.end()), ports_.end());
  }

  /// The first rule that matches counts: earlier ones are set later.
  void apply(LidOfPort const& lid_of, ServiceLevels& levels) const {
    set(ports_, ports_, default_level_, lid_of, levels);
    for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule)
      set(rule->sources, rule->destinations, rule->level, lid_of, levels);
  }

 private:
  using Guids = std::vector<std::uint64_t>;
  struct Rule {
    Guids sources, destinations;
    std::uint8_t level = 0;
  };

  static void set(Guids const& sources, Guids const& destinations, std::uint8_t level,
                  LidOfPort const& lid_of, ServiceLevels& levels) {
    std::vector<std::uint16_t> lids;
    for (auto const guid : destinations)
      if (auto const lid = lid_of(guid); lid != 0) lids.push_back(lid);
    for (auto const source : sources) {
      throw_if_interrupted();
      for (auto const lid : lids) levels.set(source, lid, level);
    }
  }

  void read_line() {
    LineCursor line(reader_);
    auto const begin = line;
    auto const text = line.rest();
    if (text.starts_with('#')) return;
    if (text.find(':') == std::string_view::npos) return read_bracket(line);
    auto const key = line.until(":", {});
    line.skip_blanks();
    if (key == "name")
      name_ = line.rest();
    else if (key == "port-guid")
      read_ports(line);
    else if (key == "sl")
      read_level(line);
    else if (key == "source")
      rule_.sources = read_groups(line);
    else if (key == "destination")
      rule_.destinations = read_groups(line);
    else if (key == "qos-level-name")
      rule_.level = level_named(line);
    else
      begin.fail_unexpected("neither ports, nor levels, nor rules of sources and destinations");
  }

  void read_bracket(LineCursor& line) {
    static constexpr std::array brackets{"port-groups", "port-group",      "qos-levels",
                                         "qos-level",   "qos-match-rules", "qos-match-rule"};
    auto word = line.rest();
    bool const ends = word.starts_with("end-");
    if (ends) word.remove_prefix(4);
    if (std::ranges::find(brackets, word) == brackets.end())
      line.fail_unexpected("neither ports, nor levels, nor rules of sources and destinations");
    if (word != "qos-match-rule") return;
    if (ends) rules_.push_back(rule_);
    rule_ = {};
  }

  void read_ports(LineCursor& line) {
    auto& group = groups_[name_];
    do {
      line.skip_blanks();
      group.push_back(line.hex("GUID"));
      ports_.push_back(group.back());
      line.skip_blanks();
    } while (line.accept(","));
  }

  void read_level(LineCursor& line) {
    auto const level = static_cast<std::uint8_t>(line.number("SL", 0, num_service_levels - 1));
    levels_[name_] = level;
    if (name_ == "DEFAULT") default_level_ = level;
  }

  Guids read_groups(LineCursor& line) {
    Guids members;
    do {
      line.skip_blanks();
      auto const begin = line;
      auto const name = line.rest().substr(0, line.rest().find_first_of(", \t"));
      auto const group = groups_.find(std::string(name));
      if (group == groups_.end()) begin.fail_unexpected("no group of ports has this name");
      line.accept(name);
      line.skip_blanks();
      members.insert(members.end(), group->second.begin(), group->second.end());
    } while (line.accept(","));
    return members;
  }

  std::uint8_t level_named(LineCursor& line) const {
    auto const level = levels_.find(std::string(line.rest()));
    if (level == levels_.end()) line.fail_unexpected("no level has this name");
    return level->second;
  }

  LineReader reader_;
  std::string name_;
  std::unordered_map<std::string, Guids> groups_;
  std::unordered_map<std::string, std::uint8_t> levels_;
  Guids ports_;
  std::uint8_t default_level_ = 0;
  Rule rule_;
  std::vector<Rule> rules_;
};

}  // namespace

void add_qos_policy(std::string_view text, std::string_view file, LidOfPort const& lid_of,
                    ServiceLevels& levels) {
  PolicyReader(text, file).apply(lid_of, levels);
}

}  // namespace weft
