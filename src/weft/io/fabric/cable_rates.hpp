#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "weft/io/fabric/cable_kinds.hpp"

namespace weft::fabric {

/// The rates of the cables of a fabric, in Gbit/s of data.
struct CableRates {
  /// Of each cable: what the file states, else that of most cables of its kind; 0: no cable of its kind states
  /// one.
  std::vector<double> gbits;
  /// The rate in which bandwidths are counted: of the median cable of a terminal; of the slowest cable, if no
  /// cable of a terminal has a rate; 0: the file states none.
  double unit = 0;
  std::uint64_t unstated = 0;  ///< cables between switches whose rate the file does not state

  /// The bandwidth of a cable, relative to `unit`; one without a rate is like that of a terminal.
  double bandwidth(std::uint32_t cable) const { return gbits[cable] > 0 ? gbits[cable] / unit : 1; }
};

CableRates cable_rates(Fabric const& fabric, FabricNumbers const& numbers);

/// The rate, such as 4xQDR, that more cables of each kind have than any other one; empty: none is known.
std::vector<std::string> usual_rates(Fabric const& fabric, CableKinds const& kinds);

}  // namespace weft::fabric
