// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "weft/core/error.hpp"

namespace weft {

/// The InputError that `act` throws, if it does.
template <class Act>
std::optional<InputError> rejection_of(Act&& act) {
  try {
    act();
  } catch (InputError const& error) { return error; }
  return {};
}

/// The InputError that `act` throws as one line, or "none".
template <class Act>
std::string complaint_of(Act&& act) {
  auto const rejection = rejection_of(act);
  return rejection ? rejection->what() : "none";
}

}  // namespace weft
