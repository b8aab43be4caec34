// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/io/program/program.hpp"
#include "weft/traffic/communication/communication.hpp"

namespace weft::traffic {

/// Order in which a pipeline stage processes its micro-batches.
enum class PipelineOrder : std::uint8_t { one_forward_one_backward, all_forward_first };

/// A program that trains a transformer model.
struct Training {
  struct Params {
    std::int64_t data = 0, pipeline = 1, tensor = 1, expert = 1;
    std::int64_t layers = 24, hidden = 2048, sequence = 2048, vocabulary = 51200;
    std::int64_t microbatch = 1, microbatches = 8, top_k = 2;
    double bytes_per_value = 2;
    bool recompute = false, sharded = false;
    PipelineOrder order = PipelineOrder::one_forward_one_backward;
    double bucket = 25e6;
    double speed = 1.5e14;
    std::int64_t iterations = 1;
  };
  static constexpr std::string_view name = "training";
  static constexpr std::string_view doc =
      "Training of a transformer on data x pipeline x tensor tasks, the tensor rank fastest, the pipeline slowest "
      "(Narayanan et al., Efficient large-scale language model training on GPU clusters, SC 2021). Per layer and "
      "micro-batch a task computes (24 b s h^2 + 4 b s^2 h) / t operations forward, in the last stage an "
      "additional 2 b s h V / t, and twice that backward (three times with recompute). The t tensor ranks sum up "
      "two activations of b s h values per layer forward and two backward. A stage sends one activation to the "
      "next stage, which returns its gradient. The data ranks sum up the gradients of their part of the "
      "12 l h^2 (1 + 13 / (12 h)) + (V + s) h parameters in buckets, which overlap the last backward pass. Expert "
      "ranks, which are data ranks, exchange b s h top_k / e values with each other before and after every second "
      "half of a layer";
  static constexpr std::tuple schema{
      param("data", &Params::data, Range{0, 1e8},
            "replicas of the model; 0: as many as the number of "
            "tasks allows"),
      param("pipeline", &Params::pipeline, Range{1, 1e6}, "stages of a replica"),
      param("tensor", &Params::tensor, Range{1, 1e6}, "tasks that share each layer"),
      param("expert", &Params::expert, Range{1, 1e6}, "data ranks that share the experts of a layer"),
      param("layers", &Params::layers, Range{1, 1e6}, "l, number of layers, a multiple of pipeline"),
      param("hidden", &Params::hidden, Range{1, 1e7}, "h"),
      param("sequence", &Params::sequence, Range{1, 1e9}, "s, tokens per sequence"),
      param("vocabulary", &Params::vocabulary, Range{0, 1e9}, "V"),
      param("microbatch", &Params::microbatch, Range{1, 1e6}, "b, sequences per micro-batch"),
      param("microbatches", &Params::microbatches, Range{1, 1e6}, "micro-batches of a replica per iteration"),
      param("top_k", &Params::top_k, Range{1, 1e6}, "experts that process each token"),
      param("bytes_per_value", &Params::bytes_per_value, Range{0.125, 64},
            "size of one value of an activation or gradient", "bytes"),
      param("recompute", &Params::recompute, "compute activations again in the backward pass"),
      param("sharded", &Params::sharded,
            "sum up gradients by reduce_scatter, and collect parameters by allgather at the end"),
      param("order", &Params::order, "order in which a stage processes its micro-batches"),
      param("bucket", &Params::bucket, Range{0, 1e18},
            "size of a bucket of gradients that are summed up together; 0: all gradients", "bytes"),
      param("speed", &Params::speed, Range{1, 1e24}, "speed of a task", "flop/s"),
      param("iterations", &Params::iterations, Range{1, 1e9}, "number of iterations")};
  static Program make(Params const& params, TaskContext const& context);
};

}  // namespace weft::traffic

template <>
inline constexpr weft::EnumValue<weft::traffic::PipelineOrder>
    weft::enum_values<weft::traffic::PipelineOrder>[] = {
        {"1f1b", weft::traffic::PipelineOrder::one_forward_one_backward,
         "one backward pass after each forward pass, as soon as backward passes can begin"},
        {"gpipe", weft::traffic::PipelineOrder::all_forward_first,
         "all forward passes, then all backward passes"}};
