// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// Closed interval of the legal values of a numeric parameter, or of each element of a list.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// Names of all parameters that specify an input file: a path, several paths by a pattern with *, a
/// directory, or @ and a path. Run ids depend on the contents of these files.
inline constexpr std::array<std::string_view, 11> file_keys{"file",           "path",    "routes",  "host",
                                                            "hosts",          "lfts",    "log",     "sl2vl",
                                                            "service_levels", "factors", "channels"};
constexpr bool is_file_key(std::string_view key) {
  return std::ranges::find(file_keys, key) != file_keys.end();
}

/// Properties of a parameter beyond `name=value`.
struct ParamUse {
  std::string_view positional, repeated, catalog;
  std::string_view aliases, former;  ///< alternative names for input, separated by spaces
  bool required = false, size = false;
};

namespace detail {

/// Pointer to member `inner` of a group of parameters that is member `group` of `Params`.
template <class Params, class Group, class Inner>
struct NestedMember {
  Group Params::*group;
  Inner inner;
};

template <class Params, class Struct, class Value>
constexpr auto& value_of(Params& params, Value Struct::*member) {
  return params.*member;
}
template <class Params, class Struct, class Group, class Inner>
constexpr auto& value_of(Params& params, NestedMember<Struct, Group, Inner> const& member) {
  return value_of(params.*member.group, member.inner);
}

}  // namespace detail

/// A parameter: name, member, legal range, unit and meaning. Command line, TOML and JSON, validation, help
/// and reference pages all iterate over the tuple of the parameters of a struct (its `schema`).
template <class Params, class Value, class Member = Value Params::*>
struct Param {
  using Struct = Params;
  std::string_view name;
  Member member;
  Range range;
  std::string_view unit;  ///< empty for pure numbers and names; input may use other units of the quantity
  std::string_view doc;
  ParamUse use = {};

  /// Makes the parameter a positional argument on the command line, shown as `placeholder` in the help.
  constexpr Param positional(std::string_view placeholder) const {
    return with(&ParamUse::positional, placeholder);
  }
  /// Makes the parameter mandatory: a spec in which it is empty is an error.
  constexpr Param required() const { return with(&ParamUse::required, true); }
  /// Marks a parameter that determines the size (sides, levels, arity): short specs include it even if it has
  /// its default value.
  constexpr Param size() const { return with(&ParamUse::size, true); }
  /// Makes the parameter an option `--option` that is repeated for each element on the command line. The
  /// value is the list in brackets.
  constexpr Param repeated(std::string_view option) const { return with(&ParamUse::repeated, option); }
  /// Restricts the value to entries of the catalog `kind`, such as "topologies".
  constexpr Param from(std::string_view kind) const { return with(&ParamUse::catalog, kind); }

  /// Adds alternative names from other simulators and the literature, separated by spaces. They are accepted
  /// as input.
  constexpr Param also(std::string_view names) const { return with(&ParamUse::aliases, names); }
  /// Adds names from earlier versions, separated by spaces. They are accepted as input but omitted in help
  /// and reference.
  constexpr Param formerly(std::string_view names) const { return with(&ParamUse::former, names); }

  /// Returns the parameter as a member of group `group` of `Outer`.
  template <class Outer, class Group>
  constexpr auto within(Group Outer::*group) const {
    using Nested = detail::NestedMember<Outer, Group, Member>;
    return Param<Outer, Value, Nested>{name, Nested{group, member}, range, unit, doc, use};
  }

 private:
  template <class Field>
  constexpr Param with(Field ParamUse::*field, Field value) const {
    Param changed = *this;
    changed.use.*field = value;
    return changed;
  }
};

template <class Params, class Value>
constexpr Param<Params, Value> param(std::string_view name, Value Params::*member, Range range,
                                     std::string_view doc, std::string_view unit = {}) {
  return {name, member, range, unit, doc, {}};
}
template <class Params, class Value>
constexpr Param<Params, Value> param(std::string_view name, Value Params::*member, std::string_view doc,
                                     std::string_view unit = {}) {
  return {name, member, {}, unit, doc, {}};
}

/// Returns the parameters of a group that is a member of `Params`: all of `schema`, or a part of it.
template <class Params, class Group, class... Inner>
constexpr auto group(Group Params::*member, std::tuple<Inner...> const& schema) {
  return std::apply([&](auto const&... param) { return std::tuple(param.within(member)...); }, schema);
}

/// The parameters of a request, with the keys that the request states explicitly.
template <class Params>
struct Given : Params {
  std::vector<std::string_view> keys = {};

  bool states(std::string_view key) const { return std::ranges::find(keys, key) != keys.end(); }
};

/// A value of an enumeration as users write it. An enumeration E that is the type of a parameter specializes
/// `enum_values`: `template <> inline constexpr EnumValue<E> enum_values<E>[] = {{"name", E::name, "doc"},
/// ..};` Error messages for invalid words suggest the nearest value.
template <class E>
struct EnumValue {
  std::string_view name;
  E value;
  std::string_view doc;
  std::string_view aliases = {};  ///< alternative names for input, separated by spaces
};
template <class E>
inline constexpr auto enum_values = nullptr;

/// A list of sides such as 8x8x4.
using Sides = std::vector<std::int64_t>;
/// A list of numbers such as 0.5x1x2.
using Numbers = std::vector<double>;

/// A parameter as text, for documentation and for other languages.
struct ParamDoc {
  std::string name, type, default_value, range, unit, doc;
  std::vector<std::pair<std::string, std::string>> values =
      {};  ///< name and doc of each value of an enumeration
  ParamUse use = {};
};

/// Returns the name with - instead of _, as in options of the command line.
std::string in_kebab_case(std::string_view name);
/// Returns the option that sets the parameter: `--` and its name, or, for a repeated parameter, its option
/// such as `--job`.
std::string option_name(ParamDoc const& param);

// Functions that iterate over a schema: parsers and formatters of single values, then of whole parameter
// structs.

bool read_bool(std::string_view name, std::string_view text);
/// Parses 8x8x4 and 8,8,4.
Sides read_sides(std::string_view name, std::string_view text);
std::string format_sides(Sides const& sides);
/// Returns the product of the sides, modulo 2^64.
std::uint64_t size_of(Sides const& sides);
/// Parses 0.5x1x2 and 0.5,1,2, and ranges: 0.1..0.5x5 denotes five evenly spaced numbers, and so does
/// 0.1..0.5.
Numbers read_numbers(std::string_view name, std::string_view text);
std::string format_numbers(Numbers const& numbers);

namespace detail {

template <class E> concept ListedEnum = std::is_enum_v<E>;
template <class V> concept WholeNumber = std::same_as<V, std::int64_t> || std::same_as<V, std::uint32_t>;

/// Returns "in [2, 9]", "at least 2" or "at most 9"; empty for an unbounded range.
std::string format_range(Range range);
/// Throws InputError `name = value (must be ...)` unless `value` is in the range.
void check_range(std::string_view name, std::string_view text, double value, Range range);
/// Returns whether the space-separated list `aliases` contains `name`.
bool is_alias(std::string_view aliases, std::string_view name);
/// Appends "; also a, b" to the documentation, for aliases a and b.
void append_aliases(std::string_view aliases, std::string& doc);
/// The name of a parameter and its properties.
using NameAndUse = std::pair<std::string_view, ParamUse>;
/// Returns the spec with aliases replaced by the names of parameters.
Spec without_aliases(Spec spec, std::vector<NameAndUse> const& params);
/// Throws InputError unless every key of the spec is among `names` and occurs once.
void check_keys(Spec const& spec, std::vector<std::string> const& names);
std::string const* find_argument(Spec const& spec, std::string_view key);
/// Returns the error for a spec without a required parameter.
InputError missing_param(Spec const& spec, std::string_view key);

template <class V>
Range natural_range(Range range) {
  if constexpr (std::same_as<V, std::uint32_t>) {
    range.low = range.low < 0 ? 0 : range.low;
    double const maximum = std::numeric_limits<std::uint32_t>::max();
    range.high = range.high > maximum ? maximum : range.high;
  }
  return range;
}

template <ListedEnum E>
std::vector<std::string> enum_names() {
  std::vector<std::string> names;
  for (EnumValue<E> const& listed : enum_values<E>) names.emplace_back(listed.name);
  return names;
}

template <ListedEnum E>
E read_enum(std::string_view name, std::string_view text) {
  for (EnumValue<E> const& listed : enum_values<E>)
    if (listed.name == text || is_alias(listed.aliases, text)) return listed.value;
  std::vector<std::string> const names = enum_names<E>();
  std::string why = "must be ";
  for (std::size_t i = 0; i < names.size(); ++i)
    why += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  std::string const near = nearest(text, names);
  reject_value(name, text, std::move(why), near.empty() ? "" : "did you mean '" + near + "'?");
}

template <class V>
void read_value(std::string_view name, std::string_view text, Range range, std::string_view unit, V& value) {
  if constexpr (WholeNumber<V>) {
    std::int64_t const number = read_integer(name, text, unit);
    check_range(name, text, static_cast<double>(number), natural_range<V>(range));
    value = static_cast<V>(number);
  } else if constexpr (std::same_as<V, double>) {
    value = read_number(name, text, unit);
    check_range(name, text, value, range);
  } else if constexpr (std::same_as<V, bool>) {
    value = read_bool(name, text);
  } else if constexpr (std::same_as<V, std::string>) {
    value = text;
  } else if constexpr (std::same_as<V, Sides>) {
    value = read_sides(name, text);
    for (std::int64_t const side : value) check_range(name, text, static_cast<double>(side), range);
  } else if constexpr (std::same_as<V, Numbers>) {
    value = read_numbers(name, text);
    for (double const number : value) check_range(name, text, number, range);
  } else {
    static_assert(ListedEnum<V>, "unsupported type of parameter");
    value = read_enum<V>(name, text);
  }
}

template <class V>
std::string write_value(V const& value) {
  if constexpr (WholeNumber<V>) {
    return std::to_string(value);
  } else if constexpr (std::same_as<V, double>) {
    return format_number(value);
  } else if constexpr (std::same_as<V, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::same_as<V, std::string>) {
    return value;
  } else if constexpr (std::same_as<V, Sides>) {
    return format_sides(value);
  } else if constexpr (std::same_as<V, Numbers>) {
    return format_numbers(value);
  } else {
    static_assert(ListedEnum<V>, "unsupported type of parameter");
    for (EnumValue<V> const& listed : enum_values<V>)
      if (listed.value == value) return std::string(listed.name);
    throw std::logic_error("enum_values lacks a value of the enumeration");
  }
}

template <class V>
std::string type_name() {
  if constexpr (WholeNumber<V>) return "integer";
  if constexpr (std::same_as<V, double>) return "number";
  if constexpr (std::same_as<V, bool>) return "boolean";
  if constexpr (std::same_as<V, std::string>) return "text";
  if constexpr (std::same_as<V, Sides>) return "sides";
  if constexpr (std::same_as<V, Numbers>) return "numbers";
  return "choice";
}

template <class P, class V, class Member>
ParamDoc describe(Param<P, V, Member> const& param) {
  P const defaults{};
  ParamDoc doc{std::string(param.name),
               type_name<V>(),
               write_value(value_of(defaults, param.member)),
               format_range(param.range),
               std::string(param.unit),
               std::string(param.doc),
               {},
               param.use};
  append_aliases(param.use.aliases, doc.doc);
  if constexpr (std::is_enum_v<V>)
    for (EnumValue<V> const& listed : enum_values<V>) doc.values.emplace_back(listed.name, listed.doc);
  return doc;
}

template <class... Param>
std::vector<std::string> param_names(std::tuple<Param...> const& schema) {
  return std::apply([](auto const&... param) { return std::vector<std::string>{std::string(param.name)...}; },
                    schema);
}

template <class... Param>
std::vector<NameAndUse> names_and_uses(std::tuple<Param...> const& schema) {
  return std::apply(
      [](auto const&... param) {
        return std::vector<NameAndUse>{{param.name, param.use}...};
      },
      schema);
}

}  // namespace detail

/// Returns whether `name` is the name of the parameter or one of its aliases.
bool is_called(ParamDoc const& param, std::string_view name);
/// Returns the spec with aliases replaced by the names of parameters.
Spec without_aliases(Spec spec, std::vector<ParamDoc> const& params);

/// Parses the parameters in the arguments of a spec; other parameters have their defaults. Throws InputError
/// for an unknown or repeated key, for a value that cannot be parsed or is out of range, and for a missing
/// required parameter.
template <class P, class... Param>
  requires(std::derived_from<P, typename Param::Struct> && ...)
P read_params(std::tuple<Param...> const& schema, Spec const& stated) {
  auto const spec = detail::without_aliases(stated, detail::names_and_uses(schema));
  detail::check_keys(spec, detail::param_names(schema));
  P params{};
  auto const read = [&](auto const& param) {
    std::string const* const text = detail::find_argument(spec, param.name);
    if (text == nullptr) return;
    detail::read_value(param.name, *text, param.range, param.unit, detail::value_of(params, param.member));
    if constexpr (requires { params.states(param.name); }) params.keys.push_back(param.name);
  };
  auto const require = [&](auto const& param) {
    if constexpr (requires { detail::value_of(params, param.member).empty(); })
      if (param.use.required && detail::value_of(params, param.member).empty())
        throw detail::missing_param(spec, param.name);
  };
  std::apply([&](auto const&... param) { (read(param), ...), (require(param), ...); }, schema);
  return params;
}

/// Returns the arguments that read_params converts to `params`, in the order of the schema: `all`, or only
/// the sizes and the values that differ from the defaults.
template <class P, class... Param>
std::vector<Spec::Argument> write_params(std::tuple<Param...> const& schema, P const& params, bool all) {
  std::vector<Spec::Argument> arguments;
  P const defaults{};
  auto const write = [&](auto const& param) {
    auto const& value = detail::value_of(params, param.member);
    if (all || param.use.size || value != detail::value_of(defaults, param.member))
      arguments.push_back({std::string(param.name), detail::write_value(value)});
  };
  std::apply([&](auto const&... param) { (write(param), ...); }, schema);
  return arguments;
}

template <class... Param>
std::vector<ParamDoc> describe_params(std::tuple<Param...> const& schema) {
  return std::apply([](auto const&... param) { return std::vector<ParamDoc>{detail::describe(param)...}; },
                    schema);
}

/// Returns the spec of a T with `params`: `all` parameters (the fully resolved form) or, for titles, only the
/// sizes and the values that differ from the defaults.
template <class T>
Spec to_spec(typename T::Params const& params, bool all = false) {
  return {std::string(T::name), write_params(T::schema, params, all)};
}
/// Returns the spec of an instance, as above.
template <class T>
  requires requires(T const& instance) { instance.params(); }
Spec to_spec(T const& instance, bool all = false) {
  return to_spec<T>(instance.params(), all);
}

}  // namespace weft
