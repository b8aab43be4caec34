#pragma once

#include <span>
#include <string>

#include "weft/analysis/fabric/judgment.hpp"
#include "weft/core/table.hpp"

/// What each cable between switches would take with it, if it failed alone and no route changed.
namespace weft::verb {

/// A row for each routing and cable that has not failed; of each routing the worst cable first.
Table each_failure_table(std::span<fabric::JudgedRouting const> routings, fabric::JudgedFabric const& fabric);

/// The worst cable in words, with a comma before; empty where there is none.
std::string format_worst_failure(fabric::JudgedRouting const& routing, fabric::JudgedFabric const& fabric);

}  // namespace weft::verb
