// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Before a function of a hot loop: all that it calls is compiled into it. Not under a sanitizer, where the
/// compiler takes minutes and gigabytes for that.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WEFT_FLATTEN
#else
#define WEFT_FLATTEN [[gnu::flatten]]
#endif
