// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {

/// Injection control of the sources of a partition. In addition to needing a free virtual channel, a new
/// packet may be subject to limits on the packets of the source in the network (max_outstanding), on its
/// packets to the destination (end-to-end windows), and on the occupancy of the buffers downstream of the
/// source's router (throttling based on local occupancy: Baydal, Lopez & Duato, A family of mechanisms for
/// congestion control in wormhole networks, IEEE TPDS 2005). A packet is in the network until it is
/// acknowledged. With explicit congestion notification, each source has a rate for each destination; marks
/// reduce the rate by a factor, and it increases again over time, as for the queue pairs of InfiniBand (Gran
/// et al., First experiences with congestion control in InfiniBand hardware, IPDPS 2010) and of DCQCN (Zhu et
/// al., Congestion control for large-scale RDMA deployments, SIGCOMM 2015).
class InjectionControl {
 public:
  /// Acknowledgment of a packet to its source.
  struct Acknowledgment {
    std::uint64_t cycle;     ///< cycle in which the source receives it
    std::uint64_t started;   ///< cycle in which the packet left its source
    std::uint32_t terminal;  ///< the source
    std::uint32_t from;      ///< the destination of the packet
    std::uint32_t marked, traffic_class;
  };

  /// Creates the control of `sources` sources. `network` and `state` must outlive it.
  InjectionControl(FlitParams const& params, FlitNetwork const& network, State const& state,
                   std::size_t sources);

  /// Returns whether any limit is active.
  bool is_on() const { return limits_ || throttle_ < 1; }
  /// Returns whether any active limit depends on acknowledgments.
  bool limits() const { return limits_; }
  /// Returns whether source `index` must still wait in cycle `now`.
  bool waits(std::size_t index, std::uint64_t now) const { return limits_ && retry_[index] > now; }
  /// Returns whether source `index`, which belongs to `terminal`, may start a packet to terminal `to`.
  bool may_begin(std::size_t index, std::uint32_t terminal, std::uint32_t to, std::uint64_t now);
  /// Records that source `index` starts a packet of `flits` flits to terminal `to`.
  void begin(std::size_t index, std::uint32_t to, std::uint32_t flits, std::uint64_t now);
  void acknowledge(std::size_t index, Acknowledgment const& acknowledgment);

 private:
  static constexpr std::uint64_t until_acknowledged = std::numeric_limits<std::uint64_t>::max();
  /// Packets of a source to one destination.
  struct Flow {
    std::uint32_t to;
    std::uint32_t outstanding = 0;
    std::uint32_t last_flits = 0;  ///< size of the last packet started
    std::uint64_t last_start = 0;
    std::uint64_t cut = 0;  ///< cycle of the last rate reduction
    double cut_rate = 1;    ///< rate after the last reduction, in flits per cycle
  };

  bool tracks_flows() const { return window_ > 0 || is_rated_; }
  bool is_congested(std::uint32_t router) const;
  double rate(Flow const& flow, std::uint64_t now) const;
  std::uint64_t next_begin(Flow const& flow) const;
  bool is_in_initial_state(Flow const& flow, std::uint64_t now) const {
    return flow.outstanding == 0 && rate(flow, now) >= 1;
  }
  Flow* find(std::size_t index, std::uint32_t to);

  FlitNetwork const& network_;
  State const& state_;
  std::uint32_t const max_outstanding_, window_;  // packets; 0: no limit
  double const throttle_;
  std::uint64_t const port_capacity_;
  bool const is_rated_;                     // explicit congestion notification is on
  double const cut_, recovery_;             // `recovery_` is per cycle
  bool const limits_;                       // max_outstanding, windows or rates are active
  std::vector<std::uint32_t> outstanding_;  // by source
  std::vector<std::uint64_t> retry_;        // by source: first cycle in which it may start a packet
  std::vector<std::vector<Flow>> flows_;    // by source: its current destinations
};

}  // namespace weft::flit
