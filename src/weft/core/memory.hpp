// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace weft {

/// The bytes of memory that this process may use: those of the machine over its ranks, or less if a limit
/// (ulimit -v, a control group) says so.
std::uint64_t usable_memory();

/// The most bytes of memory that this process has held.
std::uint64_t peak_memory();

/// The bytes of a core's second-level cache; 1 MiB if the machine does not say.
std::uint64_t second_level_cache();

/// Refuses what cannot fit, before anything is allocated: throws InputError if `bytes` exceed the usable
/// memory. `what` is the subject of "needs 412 GB", `remedy` what to do instead.
void require_memory(std::uint64_t bytes, std::string const& what, std::string const& remedy = {});

/// One line for an allocation that failed although no check refused it.
std::string out_of_memory();

}  // namespace weft
