// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weft/collective/program/collective_choices.hpp"
#include "weft/engine/replay/rank_costs.hpp"
#include "weft/network/cost.hpp"
#include "weft/network/energy.hpp"
#include "weft/network/layout.hpp"

namespace weft {

/// The layout of a machine and the prices of its parts.
struct Setup {
  LayoutParams layout;
  CostParams cost;
};

/// Parse parameters `key=value,..`; an empty text selects the defaults. Throw InputError at `layout`, `cost`,
/// `energy` and `costs`, respectively.
LayoutParams read_layout(std::string const& text);
CostParams read_cost(std::string const& text);
/// Parses energy parameters; returns nullopt for an empty text.
std::optional<EnergyParams> read_energy(std::string const& text);
replay::RankCosts read_costs(std::string const& text);
/// Parses the algorithms of collective calls, such as allreduce=ring. Throws InputError at `collective`.
collective::CollectiveChoices read_collective(std::string const& text);

/// Parses a list of metrics such as diameter,bisection, optionally in brackets. Throws InputError for an
/// unknown key.
std::vector<std::string> read_metric_keys(std::string const& list);

/// Returns the text without its enclosing brackets, if it has any.
std::string unbracketed(std::string const& text);

/// Format parameters, including defaults.
std::string resolved_layout(LayoutParams const& params);
std::string resolved_cost(CostParams const& params);
std::string resolved_energy(EnergyParams const& params);
std::string resolved_costs(replay::RankCosts const& costs);
std::string resolved_collective(collective::CollectiveChoices const& choices);

}  // namespace weft
