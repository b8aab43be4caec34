#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/io/fabric/cable_kinds.hpp"

namespace weft::fabric {

/// The rates of the cables of a fabric, in Gbit/s of data.
struct CableRates {
  /// Of each cable: the rate that the file states, else that of most cables of its kind; 0: the file states
  /// none for its kind.
  std::vector<double> gbits;
  /// The rate of bandwidth 1: of the median cable of a terminal; of the fastest cable if no cable of a
  /// terminal has a rate; 0 if the file states none.
  double unit = 0;
  std::uint64_t unstated = 0;  ///< cables between switches whose rate the file does not state

  /// The bandwidth of a cable, relative to `unit`; 1 without a rate.
  double bandwidth(std::uint32_t cable) const { return gbits[cable] > 0 ? gbits[cable] / unit : 1; }
};

CableRates cable_rates(Fabric const& fabric, FabricNumbers const& numbers);

/// The rate, such as 4xQDR, that more cables of each kind have than any other one; empty: none is known.
std::vector<std::string> usual_rates(Fabric const& fabric, CableKinds const& kinds);

}  // namespace weft::fabric
