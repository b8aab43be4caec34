// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"

namespace weft {

/// An entry of a catalog, for documentation.
struct CatalogDoc {
  std::string name, doc;
  std::vector<ParamDoc> params;
  std::string formulae = {};              ///< properties in closed form; may be empty
  std::string example = {};               ///< spec of the example to show; empty: the default parameters
  std::vector<std::string> aliases = {};  ///< other names in the literature
};

namespace detail {

/// Returns the parameters of a T from the spec, after checking them individually and in combination. A T may
/// define `read(Spec const&)` if some parameters are derived from others.
template <class T>
typename T::Params checked_params(Spec const& spec) {
  auto params = [&] {
    if constexpr (requires { T::read(spec); })
      return T::read(spec);
    else
      return read_params<typename T::Params>(T::schema, spec);
  }();
  if constexpr (requires { T::check(params); }) T::check(params);
  return params;
}

template <class T>
void append_aliases(std::vector<std::string>& names) {
  if constexpr (requires { T::aliases; })
    names.insert(names.end(), std::begin(T::aliases), std::end(T::aliases));
}

/// Returns whether `name` is the name or an alias of T.
template <class T>
bool is_called(std::string_view name) {
  if constexpr (requires { T::aliases; })
    for (std::string_view const alias : T::aliases)
      if (name == alias) return true;
  return name == T::name;
}

[[noreturn]] inline void unknown_name(std::string_view kind, std::string_view name,
                                      std::vector<std::string> const& names) {
  throw InputError("unknown " + std::string(kind) + " '" + shown(name) + "'", {}, suggest(name, names));
}

}  // namespace detail

/// The list of all variants of a concept (topologies, routings, ..). A variant defines `name`, `Params`,
/// `schema`, and optionally `doc`, `aliases` (an array of its other names in the literature) and
/// `check(Params const&)`. To add a variant, append it to the list.
template <class... Ts>
struct Catalog {
  static std::vector<std::string> names() { return {std::string(Ts::name)...}; }

  /// Returns the names, then the aliases.
  static std::vector<std::string> names_and_aliases() {
    auto all = names();
    (detail::append_aliases<Ts>(all), ...);
    return all;
  }

  /// Calls `visitor(std::type_identity<T>{})` for every variant, in the order of the list.
  template <class Visitor>
  static void for_each(Visitor&& visitor) {
    (visitor(std::type_identity<Ts>{}), ...);
  }

  /// Calls `visitor(std::type_identity<T>{}, params)` for the variant that the spec names, with its checked
  /// parameters. Error messages call an unknown name an unknown `kind`.
  template <class Visitor>
  static auto pick_params(Spec const& spec, Visitor&& visitor, std::string_view kind = "name") {
    using First = std::tuple_element_t<0, std::tuple<Ts...>>;
    using Answer = std::invoke_result_t<Visitor&, std::type_identity<First>, typename First::Params const&>;
    return pick_from<Answer, Ts...>(spec, visitor, kind);
  }

  /// Calls `visitor(T const&)` with the variant that the spec describes.
  template <class Visitor>
  static auto pick(Spec const& spec, Visitor&& visitor, std::string_view kind = "name") {
    using First = std::tuple_element_t<0, std::tuple<Ts...>>;
    using Answer = std::invoke_result_t<Visitor&, First>;  // explicit, because clang 19 deduces it wrongly
    return pick_params(
        spec,
        [&]<class T>(std::type_identity<T>, typename T::Params const& params) -> Answer {
          return visitor(T{params});
        },
        kind);
  }

  static std::vector<CatalogDoc> docs() { return {doc_of<Ts>()...}; }

  /// Returns the index of T, or the number of variants if T is not in the list. Forward declarations of the
  /// variants suffice.
  template <class T>
  static constexpr std::size_t index_of() {
    std::size_t index = 0;
    static_cast<void>(((std::is_same_v<T, Ts> || (++index, false)) || ...));
    return index;
  }

  /// Returns the documentation of one variant.
  template <class T>
  static CatalogDoc doc_of() {
    CatalogDoc entry{std::string(T::name), {}, describe_params(T::schema)};
    detail::append_aliases<T>(entry.aliases);
    if constexpr (requires { T::doc; }) entry.doc = T::doc;
    if constexpr (requires { T::formulae; }) entry.formulae = T::formulae;
    if constexpr (requires { T::example; }) entry.example = T::example;
    return entry;
  }

 private:
  template <class Answer, class T, class... Rest>
  static Answer pick_from(Spec const& spec, auto& visitor, std::string_view kind) {
    if (detail::is_called<T>(spec.name))
      return visitor(std::type_identity<T>{}, detail::checked_params<T>(spec));
    if constexpr (sizeof...(Rest) > 0)
      return pick_from<Answer, Rest...>(spec, visitor, kind);
    else
      detail::unknown_name(kind, spec.name, names_and_aliases());
  }
};

}  // namespace weft
