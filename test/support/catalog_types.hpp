#pragma once

#include <gtest/gtest.h>

#include "weft/core/catalog.hpp"

namespace weft {

template <class>
struct CatalogTypesOf;
template <class... Ts>
struct CatalogTypesOf<Catalog<Ts...>> {
  using type = testing::Types<Ts...>;
};
/// The variants of a catalog as the types of a typed test suite.
template <class C>
using CatalogTypes = typename CatalogTypesOf<C>::type;

}  // namespace weft
