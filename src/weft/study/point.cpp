// SPDX-License-Identifier: Apache-2.0
#include "weft/study/point.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/verb/verb.hpp"

namespace weft::study {
namespace {

constexpr std::int64_t max_axis_values = 1000000;
constexpr std::string_view label_prefix = "label.";

CatalogDoc const* find_verb(std::string_view name) {
  auto const& docs = verb::verb_docs();
  auto const found = std::ranges::find(docs, name, &CatalogDoc::name);
  return found == docs.end() ? nullptr : &*found;
}

ParamDoc const* find_param(std::string_view verb, std::string_view name) {
  auto const* const doc = find_verb(verb);
  if (doc == nullptr) return nullptr;
  auto const found =
      std::ranges::find_if(doc->params, [name](auto const& param) { return is_called(param, name); });
  return found == doc->params.end() ? nullptr : &*found;
}

/// Returns the valid axis names for a verb, except parameters of parts.
std::vector<std::string> axis_names(std::string_view verb) {
  std::vector<std::string> names;
  if (auto const* const doc = find_verb(verb))
    for (auto const& param : doc->params) names.push_back(param.name);
  return names;
}

/// Returns whether the parameter is a part without a name, specified as `key=value,..`.
bool is_nameless(ParamDoc const* param) {
  return param != nullptr && (param->use.catalog == "layout" || param->use.catalog == "cost");
}

void set_argument(std::vector<Spec::Argument>& arguments, std::string_view key, std::string const& value) {
  auto const found = std::ranges::find(arguments, key, &Spec::Argument::key);
  if (found == arguments.end())
    arguments.push_back({std::string(key), value});
  else
    found->value = value;
}

/// Returns the values of `first..last`, or nullopt for any other text.
std::optional<std::vector<std::string>> range_values(Toml const& axis) {
  auto const& text = axis.as_text();
  auto const dots = text.find("..");
  if (dots == std::string::npos) return {};
  auto const first = read_integer(axis.path(), text.substr(0, dots)),
             last = read_integer(axis.path(), text.substr(dots + 2));
  if (last / 2 - first / 2 >= max_axis_values / 2) throw axis.error("an axis has more than a million values");
  std::vector<std::string> values;
  for (auto value = first; value <= last; ++value) values.push_back(std::to_string(value));
  return values;
}

/// Returns the values of an axis: a list, or a range such as "1..20".
std::vector<std::string> axis_values(Toml const& axis) {
  std::vector<std::string> values;
  if (axis.is_text()) {
    auto const range = range_values(axis);
    if (!range)
      throw axis.error("an axis '" + shown(axis.as_text()) + "'",
                       "must be a list, or a range such as \"1..20\"");
    values = *range;
  } else {
    for (auto const& value : axis.as_list()) values.push_back(to_argument(value));
  }
  if (values.empty()) throw axis.error("an axis has no values");
  return values;
}

/// Calls `use(name, values)` for the axes of a table. `engine.rate = [..]` without quotes is a nested table.
template <class Use>
void for_each_axis(Toml const& table, std::string const& prefix, std::string_view verb, Use const& use) {
  for (auto const& member : table.as_table()) {
    auto const name = prefix + member.key;
    if (member.value.is_table()) {
      for_each_axis(member.value, name + ".", verb, use);
      continue;
    }
    check_axis_name(member.value, name, verb);
    use(name, member.value);
  }
}

Axis read_zip(Toml const& group, std::string_view verb) {
  Axis axis;
  std::string longest;
  for_each_axis(group, "", verb, [&](std::string const& name, Toml const& place) {
    auto const values = axis_values(place);
    if (axis.names.empty()) {
      axis.values.resize(values.size());
      longest = name;
    }
    if (values.size() != axis.values.size())
      throw place.error(fmt::format("{} has {} values", name, values.size()),
                        fmt::format("{} has {}, but the axes of a zip must have equal lengths", longest,
                                    axis.values.size()));
    axis.names.push_back(name);
    for (std::size_t i = 0; i < values.size(); ++i) axis.values[i].push_back(values[i]);
  });
  if (axis.names.empty()) throw group.error("a zip has no axes");
  return axis;
}

}  // namespace

std::string Point::title() const {
  std::string text;
  for (auto const& [key, value] : labels) text += (text.empty() ? "" : ", ") + key + " = " + value;
  if (text.empty()) text = value("topology");
  return text.empty() ? verb : text;
}

std::string Point::value(std::string_view parameter) const {
  auto const found = std::ranges::find(arguments, parameter, &Spec::Argument::key);
  if (found != arguments.end()) return found->value;
  auto const* const param = find_param(verb, parameter);
  return param == nullptr ? std::string{} : param->default_value;
}

void Point::set(std::string const& name, std::string const& value) {
  if (name.starts_with(label_prefix)) {
    auto const key = name.substr(label_prefix.size());
    auto const found = std::ranges::find(labels, key, &Labels::value_type::first);
    if (found == labels.end())
      labels.emplace_back(key, value);
    else
      found->second = value;
    return;
  }
  auto const dot = name.find('.');
  if (dot == std::string::npos) return set_argument(arguments, name, value);
  auto const part = name.substr(0, dot);
  auto text = this->value(part);
  bool const nameless = is_nameless(find_param(verb, part));
  if (nameless) text = text.empty() ? part : part + ":" + text;
  auto spec = at_place(part, [&] { return Spec::parse(text); });
  set_argument(spec.arguments, name.substr(dot + 1), value);
  auto const changed = spec.to_string();
  set_argument(arguments, part, nameless ? changed.substr(part.size() + 1) : changed);
}

void check_axis_name(Toml const& place, std::string const& name, std::string_view verb) {
  if (name.starts_with(label_prefix) && name.size() > label_prefix.size()) return;
  auto const names = axis_names(verb);
  auto const part = name.substr(0, name.find('.'));
  if (std::ranges::find(names, part) == names.end())
    throw place.error("no parameter '" + shown(part) + "' of " + std::string(verb), "", suggest(part, names));
  if (part != name && find_param(verb, part)->type != "text")
    throw place.error(shown(name), part + " has no parameters");
}

std::string to_argument(Toml const& value) {
  if (!value.is_list()) return value.as_argument();
  std::string text;
  for (auto const& each : value.as_list()) text += (text.empty() ? "[" : ",") + each.as_argument();
  return text + "]";
}

Axis read_seeds(Toml const& seeds, Point const& start) {
  check_axis_name(seeds, "seed", start.verb);
  Axis axis{{"seed"}, {}};
  if (seeds.is_integer()) {
    auto const count = seeds.as_integer();
    if (count < 1 || count > max_axis_values)
      throw seeds.error(fmt::format("{} seeds", count), "must be in [1, 1000000]");
    auto const begin = read_integer("seed", start.value("seed"));
    for (std::int64_t i = 0; i < count; ++i) axis.values.push_back({std::to_string(begin + i)});
  } else {
    for (auto const& value : axis_values(seeds)) axis.values.push_back({value});
  }
  return axis;
}

Toml const* RunKeys::find_replication(char const* key) const {
  std::vector<Toml const*> nearest_first{&table};
  nearest_first.insert(nearest_first.end(), bases.rbegin(), bases.rend());
  for (auto const* const each : nearest_first)
    if (each->find("seeds") != nullptr || each->find("replicate") != nullptr) return each->find(key);
  return nullptr;
}

std::vector<Axis> read_axes(Toml const& table, Point const& start) {
  std::vector<Axis> axes;
  if (auto const* const zip = table.find("zip")) {
    if (zip->is_list())
      for (auto const& group : zip->as_list()) axes.push_back(read_zip(group, start.verb));
    else
      axes.push_back(read_zip(*zip, start.verb));
  }
  if (auto const* const sweep = table.find("sweep"))
    for_each_axis(*sweep, "", start.verb, [&](std::string const& name, Toml const& place) {
      auto& axis = axes.emplace_back(Axis{{name}, {}});
      for (auto const& value : axis_values(place)) axis.values.push_back({value});
    });
  return axes;
}

void throw_too_many_runs() {
  throw InputError(fmt::format("the study has more than {} runs", max_runs_of_table),
                   "the axes of `sweep`, `zip` and `seeds` multiply", "use fewer seeds or shorter axes");
}

std::vector<Point> product(Point const& start, std::vector<Axis> const& axes) {
  std::size_t count = 1;
  for (auto const& axis : axes)
    if ((count *= axis.values.size()) > max_runs_of_table) throw_too_many_runs();
  std::vector<Point> points{start};
  for (auto const& axis : axes) {
    std::vector<Point> longer;
    longer.reserve(points.size() * axis.values.size());
    for (auto const& point : points)
      for (auto const& step : axis.values) {
        longer.push_back(point);
        for (std::size_t i = 0; i < axis.names.size(); ++i) longer.back().set(axis.names[i], step[i]);
      }
    points = std::move(longer);
  }
  return points;
}

}  // namespace weft::study
