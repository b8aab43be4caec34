// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "weft/core/param.hpp"

/// Parameters as the generated sources of the Python module declare them.
namespace weft::app::python {

/// Returns a string literal of Python.
std::string literal(std::string_view text);

/// Returns the name of a parameter; keywords of Python have `_` at their end.
std::string name_of(ParamDoc const& param);

/// Returns the annotation, e.g. `Whole`, `Literal["low", "high"]` or `Routing | str`.
std::string type_of(ParamDoc const& param);

/// Returns the class of the values of a catalog (CatalogSection::kind), e.g. `Routing`; empty for catalogs
/// without one.
std::string_view class_of(std::string_view kind);

/// Returns a value of the command as an expression of Python, e.g. (8, 8) for sides of 8x8.
std::string expression(ParamDoc const& param, std::string const& value);

/// Returns the declaration of a parameter with its default, indented, with a comma and the end of the line.
std::string declared(ParamDoc const& param);

}  // namespace weft::app::python
