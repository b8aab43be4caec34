// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "weft/core/spec.hpp"

namespace weft::verb {

/// Checks a name of a catalog (CatalogSection::kind) with its parameters, without creating what it
/// describes: a topology is not built and no file is read. Returns the spec with the names of the entry and
/// its parameters. The arguments that a machine stands for, and failures, are checked and not returned.
/// Throws InputError, as a request would, for unknown names and invalid values.
Spec check_entry(std::string_view kind, std::string const& text);

}  // namespace weft::verb
