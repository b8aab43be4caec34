// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// Returns the memory, in bytes, that this process may use: the memory of the machine divided by the number
/// of ranks on it, or less under a limit (ulimit -v, a control group).
std::uint64_t usable_memory();

/// Returns the peak memory of this process, in bytes.
std::uint64_t peak_memory();

/// Returns the size of the second-level cache of a core, in bytes; 1 MiB if the machine does not report it.
std::uint64_t l2_cache_size();

/// Throws InputError if `bytes` exceed the usable memory. Called before the allocation. `what` is the subject
/// of "needs 412 GB", `remedy` an alternative for the user.
void require_memory(std::uint64_t bytes, std::string const& what, std::string const& remedy = {});

/// Returns the error message for an allocation that failed despite the checks.
std::string out_of_memory();

}  // namespace weft
