// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "weft/core/result.hpp"
#include "weft/study/study.hpp"

namespace weft::study {

class Store;

/// Returns the plan of a study: a table `plan` with a row per run (id, whether the store contains its result,
/// expected memory and time), and an answer with the totals for the current number of threads. A series is
/// represented by its first runs. `store` may be null.
Result plan(Study const& study, Store const* store);

/// Returns a number of bytes as text, such as "3.2 GB".
std::string format_bytes(double bytes);

}  // namespace weft::study
