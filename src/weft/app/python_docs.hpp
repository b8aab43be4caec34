// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/catalog.hpp"
#include "weft/core/table.hpp"

/// Docstrings of the generated sources of the Python module, in the style of numpydoc.
namespace weft::app::python {

/// Wraps text to the lines of a docstring, the first and the further ones with these indents.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t further);

/// Returns the docstring of a purpose and parameters.
std::string parameters_docstring(CatalogDoc const& entry);

/// Returns the docstring of a verb whose results have these tables.
std::string verb_docstring(CatalogDoc const& verb, std::vector<Table> const& tables);

/// Returns the docstring of a function that returns a value of a catalog. `value`: the class of the value.
std::string entry_docstring(CatalogDoc const& entry, std::string_view value);

}  // namespace weft::app::python
