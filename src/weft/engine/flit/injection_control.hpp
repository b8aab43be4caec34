// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "weft/engine/flit/flit_params.hpp"
#include "weft/engine/flit/state.hpp"

namespace weft::flit {

/// Decides whether the sources of a partition may begin a packet, besides the need for a virtual channel: by
/// the packets that each has in the network (max_outstanding), by those to the same destination (end-to-end
/// windows), and by the buffers in use behind the source's router (throttling by local occupancy: Baydal,
/// Lopez & Duato, A family of mechanisms for congestion control in wormhole networks, IEEE TPDS 2005). A
/// packet is in the network until it is acknowledged. With explicit congestion notification, each source has
/// a rate for each destination, which marked packets lower by a factor and time raises again, as for the
/// queue pairs of InfiniBand (Gran et al., First experiences with congestion control in InfiniBand
/// hardware, IPDPS 2010) and of DCQCN (Zhu et al., Congestion control for large-scale RDMA deployments,
/// SIGCOMM 2015).
class InjectionControl {
 public:
  /// A packet has arrived, as its source hears.
  struct Acknowledgment {
    std::uint64_t cycle;     ///< when the source hears it
    std::uint64_t begun;     ///< when the packet left its source
    std::uint32_t terminal;  ///< the source
    std::uint32_t from;      ///< the destination
    std::uint32_t marked, traffic_class;
  };

  /// For that many sources, by index. `network` and `state` must outlive it.
  InjectionControl(FlitParams const& params, FlitNetwork const& network, State const& state,
                   std::size_t sources);

  /// Whether it ever holds a source back.
  bool is_on() const { return limits_ || throttle_ < 1; }
  /// Whether it depends on acknowledgments.
  bool limits() const { return limits_; }
  /// Whether source `index` need not be asked in this cycle, since it must still wait.
  bool waits(std::size_t index, std::uint64_t now) const { return limits_ && retry_[index] > now; }
  /// Whether source `index`, which is that terminal, may begin a packet to terminal `to`.
  bool may_begin(std::size_t index, std::uint32_t terminal, std::uint32_t to, std::uint64_t now);
  /// The source has begun the packet.
  void begin(std::size_t index, std::uint32_t to, std::uint32_t flits, std::uint64_t now);
  void acknowledge(std::size_t index, Acknowledgment const& it);

 private:
  static constexpr std::uint64_t until_acknowledged = std::numeric_limits<std::uint64_t>::max();
  /// The packets of a source to one destination.
  struct Flow {
    std::uint32_t to;
    std::uint32_t outstanding = 0;
    std::uint32_t last_flits = 0;  ///< of the packet begun last
    std::uint64_t last_begun = 0;
    std::uint64_t cut = 0;  ///< when the rate was lowered
    double cut_rate = 1;    ///< flits per cycle, then
  };

  bool keeps_flows() const { return window_ > 0 || is_rated_; }
  bool is_crowded(std::uint32_t router) const;
  double rate(Flow const& flow, std::uint64_t now) const;
  std::uint64_t next_begin(Flow const& flow) const;
  bool is_as_new(Flow const& flow, std::uint64_t now) const {
    return flow.outstanding == 0 && rate(flow, now) >= 1;
  }
  Flow* find(std::size_t index, std::uint32_t to);

  FlitNetwork const& network_;
  State const& state_;
  std::uint32_t const most_, window_;  // packets; 0: any number
  double const throttle_;
  std::uint64_t const places_of_port_;
  bool const is_rated_;                     // by explicit congestion notification
  double const cut_, recovery_;             // the latter per cycle
  bool const limits_;                       // something depends on acknowledgments
  std::vector<std::uint32_t> outstanding_;  // by source
  std::vector<std::uint64_t> retry_;        // by source: the cycle before which it must wait
  std::vector<std::vector<Flow>> flows_;    // by source: the destinations that it is sending to
};

}  // namespace weft::flit
