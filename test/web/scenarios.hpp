// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace weft::test {

/// Returns requests of every verb, on small members of every topology, with every routing, traffic pattern,
/// mapping, collective and schedule of the catalogs. Some are rejected; their errors are compared, too.
std::vector<std::string> web_scenarios();

}  // namespace weft::test
