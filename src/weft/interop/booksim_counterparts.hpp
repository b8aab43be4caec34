// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

/// Keys and values of BookSim 2 with their counterparts in Weft (docs/how-to/come-from-booksim.md).
namespace weft::booksim {

/// A BookSim value and its counterpart.
struct Counterpart {
  std::string_view from, to;
};

/// Router keys with an equivalent engine option.
inline constexpr std::array same_value{
    Counterpart{"num_vcs", "vcs"},
    Counterpart{"vc_buf_size", "vc_buffer"},
    Counterpart{"routing_delay", "routing_delay"},
    Counterpart{"vc_alloc_delay", "vc_allocation_delay"},
    Counterpart{"sw_alloc_delay", "switch_allocation_delay"},
    Counterpart{"st_final_delay", "switch_delay"},
    Counterpart{"credit_delay", "credit_delay"},
    Counterpart{"internal_speedup", "speedup"},
    Counterpart{"input_speedup", "input_speedup"},
    Counterpart{"output_speedup", "output_speedup"},
    Counterpart{"output_buffer_size", "output_buffer"},
};
/// Boolean router keys, with the values 0 and 1.
inline constexpr std::array switches{
    Counterpart{"wait_for_tail_credit", "atomic_vcs"},
    Counterpart{"hold_switch_for_packet", "hold_switch_for_packet"},
    Counterpart{"speculative", "speculative"},
};
/// Keys that control the program and do not change results.
inline constexpr std::array of_the_program{"sample_period",
                                           "warmup_periods",
                                           "max_samples",
                                           "latency_thres",
                                           "deadlock_warn_timeout",
                                           "print_activity",
                                           "print_csv_results",
                                           "viewer_trace",
                                           "watch_file",
                                           "watch_flits",
                                           "watch_packets",
                                           "watch_transient_packets",
                                           "watch_out",
                                           "stats_out",
                                           "measure_stats",
                                           "pair_stats",
                                           "sim_count",
                                           "warmup_thres",
                                           "acc_warmup_thres",
                                           "stopping_thres",
                                           "acc_stopping_thres",
                                           "perm_seed",
                                           "print_vc_stats",
                                           "subnets",
                                           "alloc_iters"};

inline constexpr std::array traffics{
    Counterpart{"uniform", "uniform"},          Counterpart{"bitcomp", "bit_complement"},
    Counterpart{"bitrev", "bit_reversal"},      Counterpart{"transpose", "transpose"},
    Counterpart{"tornado", "tornado"},          Counterpart{"neighbor", "neighbor:diagonal=true"},
    Counterpart{"shuffle", "transpose:rows=2"}, Counterpart{"randperm", "permutation"},
    Counterpart{"bad_dragon", "next_group"},
};

/// A routing function on a topology and its counterpart; empty topology: any. `options`: engine options with
/// which the routing reproduces the results of BookSim.
struct RoutingCounterpart {
  std::string_view function, topology, to, options = {}, note = {};
};
inline constexpr std::array routings{
    RoutingCounterpart{"dor", "", "dimension_order"},
    RoutingCounterpart{"dim_order", "", "dimension_order"},
    RoutingCounterpart{"dim_order_ni", "", "dimension_order"},
    RoutingCounterpart{"xy_yx", "", "o1turn"},
    RoutingCounterpart{"romm", "", "romm"},
    RoutingCounterpart{"romm_ni", "", "romm"},
    RoutingCounterpart{"valiant", "", "valiant"},
    RoutingCounterpart{"min_adapt", "", "minimal_adaptive:selection=lowest"},
    RoutingCounterpart{"nca", "", "nearest_common_ancestor"},
    RoutingCounterpart{"anca", "", "nearest_common_ancestor:choice=adaptive"},
    RoutingCounterpart{"dest_tag", "", "destination_tag"},
    RoutingCounterpart{"ran_min", "", "dimension_order"},
    RoutingCounterpart{"ugal", "flatfly", "ugal"},
    RoutingCounterpart{"xyyx_ugal", "flatfly", "ugal"},
    RoutingCounterpart{"min", "dragonflynew", "minimal", "vcs=2",
                       "BookSim uses the first two virtual channels, independent of num_vcs"},
    RoutingCounterpart{"ugal", "dragonflynew", "booksim_ugal",
                       "route_decision=at_injection,allow_deadlock=true",
                       "can deadlock, as in BookSim; the routing ugal cannot"},
    RoutingCounterpart{"min", "anynet", "layered:layers=1", "allow_deadlock=true",
                       "the length of a path is its hops, in BookSim its latency in the file, so paths may "
                       "differ; can deadlock, as in BookSim; the routing layered without layers=1 cannot"},
};

}  // namespace weft::booksim
