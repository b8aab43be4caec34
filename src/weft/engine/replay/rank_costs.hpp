// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/core/param.hpp"

namespace weft::replay {

/// What messages cost the ranks themselves. Sources: Alexandrov et al., LogGP, 1997; Hoefler, Schneider &
/// Lumsdaine, HPDC 2010 (LogGOPS).
struct RankCosts {
  double L = 0, o = 0, g = 0, G = 0, O = 0;
  double eager = 65535;
  double buffered = 65535;
  double handshake = 0;
  double compute = 1;
  double gamma = 0;
  double memory = 0;

  static constexpr std::tuple schema{
      param("L", &RankCosts::L, Range{0, 1e15}, "latency of a message beside that of its channels", "ns"),
      param("o", &RankCosts::o, Range{0, 1e15}, "time that a message takes of each CPU", "ns"),
      param("g", &RankCosts::g, Range{0, 1e15}, "time between messages of a network interface", "ns"),
      param("G", &RankCosts::G, Range{0, 1e15}, "time of a byte at a network interface", "ns"),
      param("O", &RankCosts::O, Range{0, 1e15}, "time of a byte at a CPU", "ns"),
      param("eager", &RankCosts::eager, Range{-1, 1e18},
            "bytes up to which data leave before their receive is posted; -1: never. In loggops: S", "bytes"),
      param("buffered", &RankCosts::buffered, Range{-1, 1e18},
            "bytes up to which a send does not wait for the end of its message", "bytes"),
      param("handshake", &RankCosts::handshake, Range{0, 100},
            "latencies that pass before data leave that are not eager"),
      param("compute", &RankCosts::compute, Range{0, 1e9}, "factor of all times of computing"),
      param("gamma", &RankCosts::gamma, Range{0, 1e15},
            "time in which a rank adds up a byte in collective operations", "ns"),
      param("memory", &RankCosts::memory, Range{0, 1e18},
            "rate of a message between ranks that share a terminal; 0: it takes no time", "bytes/s")};
};

}  // namespace weft::replay
