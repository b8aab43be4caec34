// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "weft/core/result.hpp"
#include "weft/study/study.hpp"

namespace weft::study {

class Store;

/// What a study would do: the table `plan` with a row per run (id, whether the store has its result, expected
/// memory and time), and an answer with the totals on this thread's number of threads. Of a series, only the
/// first runs are known. `store` may be null.
Result plan(Study const& study, Store const* store);

/// Bytes as a person says them: "3.2 GB".
std::string format_bytes(double bytes);

}  // namespace weft::study
