#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/spec.hpp"

namespace weft {

/// Closed interval of the legal values of a numeric parameter (of each element, for a list).
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// One parameter: name, member, legal range, unit and meaning. Command line, TOML and JSON, validation, help and reference
/// pages all walk the tuple of these beside the struct (its `schema`).
template <class Params, class Value>
struct Param {
  using Struct = Params;
  std::string_view name;
  Value Params::*member;
  Range range;
  std::string_view unit;  ///< empty for pure numbers and names; input may have another unit of the same kind
  std::string_view doc;
};

template <class Params, class Value>
constexpr Param<Params, Value> param(std::string_view name, Value Params::*member, Range range,
                                     std::string_view doc, std::string_view unit = {}) {
  return {name, member, range, unit, doc};
}
template <class Params, class Value>
constexpr Param<Params, Value> param(std::string_view name, Value Params::*member, std::string_view doc,
                                     std::string_view unit = {}) {
  return {name, member, {}, unit, doc};
}

/// One value of an enumeration as users write it. An enumeration E that is a parameter specializes `enum_values`:
/// `template <> inline constexpr EnumValue<E> enum_values<E>[] = {{"name", E::name, "doc"}, ..};`
/// A wrong word is answered with the nearest of them.
template <class E>
struct EnumValue {
  std::string_view name;
  E value;
  std::string_view doc;
};
template <class E>
inline constexpr auto enum_values = nullptr;

/// A list of sides such as 8x8x4.
using Sides = std::vector<std::int64_t>;
/// A list of numbers such as 0.5x1x2.
using Numbers = std::vector<double>;

/// A parameter as documentation and other languages see it, as text.
struct ParamDoc {
  std::string name, type, default_value, range, unit, doc;
  std::vector<std::pair<std::string, std::string>> values;  ///< name and doc of each value of an enumeration
};

}  // namespace weft

#include "weft/core/param_visit.hpp"
