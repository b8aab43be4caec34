// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The public interface of Weft, in the namespace `weft`. docs/library.md explains it; examples/ uses it.
/// Only it is stable.

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/result.hpp"
#include "weft/library/interconnect.hpp"
#include "weft/library/wiring.hpp"
#include "weft/version.hpp"
