// SPDX-License-Identifier: Apache-2.0
#include "weft/network/failures.hpp"

#include <tuple>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"

namespace weft {
namespace {

/// Maximum length of two names with ports.
constexpr std::size_t longest_part = 500;

std::string_view without_blanks(std::string_view text) {
  auto const first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// A string such as ib5[21], split into name and port; if there is no port, the name is the whole text.
struct NamedPort {
  std::string_view router;
  std::optional<std::uint64_t> port;
};
NamedPort split_port(std::string_view text) {
  auto const bracket = text.rfind('[');
  if (bracket == std::string_view::npos || !text.ends_with(']')) return {text, {}};
  auto const port = to_number(text.substr(bracket + 1, text.size() - bracket - 2));
  return port ? NamedPort{text.substr(0, bracket), port} : NamedPort{text, {}};
}

/// Returns the strings before and after each -, longest first part first; empty if the strings are too long
/// to be names.
std::vector<std::pair<std::string_view, std::string_view>> pairs_in(std::string_view text) {
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  if (text.size() > longest_part) return pairs;
  for (auto dash = text.size(); dash-- > 0;)
    if (text[dash] == '-')
      pairs.emplace_back(without_blanks(text.substr(0, dash)), without_blanks(text.substr(dash + 1)));
  return pairs;
}

/// Parses the failed parts one after the other.
class FailureReader {
 public:
  FailureReader(std::string_view text, RouterNames& names) : rest_(text), names_(names) {}

  NamedFailures read() {
    while (!rest_.empty()) read_part();
    return std::move(named_);
  }

 private:
  /// Reads up to the first + after which the text is a valid part, because names may contain +.
  void read_part() {
    for (auto plus = rest_.find('+');; plus = rest_.find('+', plus + 1)) {
      auto const part = rest_.substr(0, plus);
      if (add(without_blanks(part))) return rest_.remove_prefix(std::min(rest_.size(), part.size() + 1));
      if (plus == std::string_view::npos || plus > longest_part) break;
    }
    reject(without_blanks(rest_.substr(0, rest_.find('+'))));
  }

  bool add(std::string_view part) {
    if (auto const router = names_.find(part)) {
      named_.routers.push_back(*router);
      return true;
    }
    auto const text = std::string(part);
    if (auto const from = end_of(part)) {
      named_.links.push_back({text, *from, {}});
      return true;
    }
    for (auto const& [left, right] : pairs_in(part)) {
      auto const from = end_of(left), to = end_of(right);
      if (!from || !to) continue;
      named_.links.push_back({text, *from, *to});
      return true;
    }
    return false;
  }

  std::optional<LinkEnd> end_of(std::string_view text) {
    if (auto const router = names_.find(text)) return LinkEnd{*router};
    auto const [name, port] = split_port(text);
    auto const router = port ? names_.find(name) : std::nullopt;
    if (!router) return {};
    return LinkEnd{*router, names_.output_port(*router, *port)};
  }

  /// Returns the invalid name: of two names joined by -, the one that does not exist, preferably one that is
  /// similar to an existing name.
  std::string_view wrong_name(std::string_view part) {
    std::optional<std::string_view> wrong;
    for (auto const& [left, right] : pairs_in(part)) {
      if (!end_of(left) && !end_of(right)) continue;
      auto const name = split_port(end_of(left) ? right : left).router;
      if (!names_.near(name).empty()) return name;
      if (!wrong) wrong = name;
    }
    return wrong.value_or(split_port(part).router);
  }

  [[noreturn]] void reject(std::string_view part) {
    if (part == all_links)
      throw InputError("'each' is not a part of the network",
                       "only weft judge supports --fail each, without other names");
    auto const wrong = wrong_name(part);
    auto const suggestion = names_.suggestion(wrong);
    auto const hint = suggestion.empty() ? "join several by +, as in 12-13+40" : suggestion;
    if (names_.has_fabric())
      throw InputError(
          fmt::format("'{}' is not a switch", shown(wrong)),
          "for example, ib5 is a switch, ib5[21] the cable at its port 21, and ib5-ib6 the cables between two switches",
          hint);
    throw InputError(fmt::format("'{}' is not a router or a link", shown(wrong)),
                     "for example, 12 is a router, 12-13 a link, and r12[1] the link at port 1 of router 12",
                     hint);
  }

  std::string_view rest_;
  RouterNames& names_;
  NamedFailures named_;
};

}  // namespace

NamedFailures parse_failures(std::string const& text, RouterNames& names) {
  return FailureReader(text, names).read();
}

namespace {

constexpr std::tuple schema{param("topology", &FailedTopology::topology, "the network"),
                            param("fail", &FailedTopology::fail, "failed links and routers by name")};

bool has_failures(std::string const& text) {
  return text == FailedTopology::name || text.starts_with(std::string(FailedTopology::name) + ":");
}

}  // namespace

std::string FailedTopology::text() const {
  if (fail.empty()) return topology;
  return Spec{std::string(name), {{"topology", "[" + topology + "]"}, {"fail", fail}}}.to_string();
}

FailedTopology read_failed_topology(std::string const& text) {
  if (!has_failures(text)) return {text};
  auto const given = read_params<FailedTopology>(schema, Spec::parse(text));
  if (given.topology.empty())
    throw InputError("failed needs a topology", "",
                     "specify e.g. failed:topology=[torus:sides=4x4],fail=0-1");
  auto inner = read_failed_topology(parse_one("topology", given.topology, "topology").to_string());
  return {std::move(inner.topology), join_failures(inner.fail, given.fail)};
}

std::string join_failures(std::string const& one, std::string const& other) {
  return one.empty() || other.empty() ? one + other : one + "+" + other;
}

}  // namespace weft
