// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks a function in a hot loop, so that all its callees are inlined. Disabled under sanitizers, where the
/// compiler would need minutes and gigabytes for it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WEFT_FLATTEN
#else
#define WEFT_FLATTEN [[gnu::flatten]]
#endif
