// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>

#include "weft/core/param.hpp"

namespace weft::replay {

/// Parameters of the costs of messages at the ranks. Sources: Alexandrov et al., LogGP, 1997; Hoefler,
/// Schneider & Lumsdaine, HPDC 2010 (LogGOPS).
struct RankCosts {
  double L = 0, o = 0, g = 0, G = 0, O = 0;
  double eager = 65535;
  double buffered = 65535;
  double handshake = 0;
  double compute = 1;
  double gamma = 0;
  double memory = 0;

  static constexpr std::tuple schema{
      param("L", &RankCosts::L, Range{0, 1e15},
            "latency of a message in addition to the latency of its channels", "ns"),
      param("o", &RankCosts::o, Range{0, 1e15}, "overhead of a message at each CPU", "ns"),
      param("g", &RankCosts::g, Range{0, 1e15}, "gap between messages at a network interface", "ns"),
      param("G", &RankCosts::G, Range{0, 1e15}, "gap per byte at a network interface", "ns"),
      param("O", &RankCosts::O, Range{0, 1e15}, "overhead per byte at a CPU", "ns"),
      param("eager", &RankCosts::eager, Range{-1, 1e18},
            "maximum size of a message that is sent before its receive is posted; -1: never. S in loggops",
            "bytes"),
      param("buffered", &RankCosts::buffered, Range{-1, 1e18},
            "maximum size of a message whose send does not wait for the end of the transfer", "bytes"),
      param("handshake", &RankCosts::handshake, Range{0, 100},
            "duration of the handshake of a message that is not eager, in units of the latency"),
      param("compute", &RankCosts::compute, Range{0, 1e9},
            "factor by which all computation times are "
            "multiplied"),
      param("gamma", &RankCosts::gamma, Range{0, 1e15},
            "time per byte of a reduction at a rank in collective operations", "ns"),
      param("memory", &RankCosts::memory, Range{0, 1e18},
            "rate of messages between ranks on the same terminal; 0: these messages take no time",
            "bytes/s")};
};

}  // namespace weft::replay
