#pragma once

#include "weft/study/presentation.hpp"

namespace weft::study {

/// `kind = "table"`: columns of expressions, and published values beside them.
PresentationKind table_kind();

/// The keys of a column of such a table.
std::vector<KeyDoc> column_keys();
/// The keys of a claim in `check`.
std::vector<KeyDoc> claim_keys();

}  // namespace weft::study
