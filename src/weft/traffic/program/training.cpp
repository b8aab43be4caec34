// SPDX-License-Identifier: Apache-2.0
#include "weft/traffic/program/training.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/progress.hpp"
#include "weft/traffic/program/rank_sequence.hpp"

namespace weft::traffic {
namespace {

using Params = Training::Params;

/// Partition of the model among the tasks; rank = (stage * data + replica) * tensor + part.
struct Split {
  std::uint32_t data, pipeline, tensor, expert;

  Split(Params const& params, std::uint64_t tasks)
      : pipeline(static_cast<std::uint32_t>(params.pipeline)),
        tensor(static_cast<std::uint32_t>(params.tensor)),
        expert(static_cast<std::uint32_t>(params.expert)) {
    auto const model = static_cast<std::uint64_t>(params.pipeline * params.tensor);
    auto const replicas = params.data > 0 ? static_cast<std::uint64_t>(params.data) : tasks / model;
    if (replicas == 0 || replicas * model > tasks || (params.data == 0 && tasks % model != 0))
      throw InputError(
          fmt::format("pipeline={} and tensor={} do not fit {} tasks", pipeline, tensor, tasks),
          "pipeline x tensor x data must equal the number of tasks, or, if data is specified, not exceed it",
          "change one of them");
    data = static_cast<std::uint32_t>(replicas);
    if (params.layers % params.pipeline != 0)
      throw InputError(fmt::format("layers={}", params.layers),
                       fmt::format("must be a multiple of pipeline={}", pipeline));
    if (data % expert != 0)
      throw InputError(fmt::format("expert={}", expert), fmt::format("must divide data={}", data));
  }
  std::uint32_t tasks() const { return data * pipeline * tensor; }
  std::uint32_t rank(std::uint32_t stage, std::uint32_t replica, std::uint32_t part) const {
    return (stage * data + replica) * tensor + part;
  }
};

/// Times in ns and sizes in bytes for one task.
struct Amounts {
  double layer, head;       // forward pass of a micro-batch
  double backward;          // relative to the forward pass
  double activation, pair;  // bytes sent to the next stage, and to each expert rank
  double gradients;

  Amounts(Params const& params, Split const& split) {
    auto const b = static_cast<double>(params.microbatch), s = static_cast<double>(params.sequence),
               h = static_cast<double>(params.hidden), v = static_cast<double>(params.vocabulary),
               l = static_cast<double>(params.layers);
    auto const ns = 1e9 / params.speed / split.tensor;
    layer = (24 * b * s * h * h + 4 * b * s * s * h) * ns;
    head = 2 * b * s * h * v * ns;
    backward = params.recompute ? 3 : 2;
    activation = params.bytes_per_value * b * s * h;
    pair = activation * static_cast<double>(params.top_k) / split.expert;
    gradients = params.bytes_per_value * (12 * l * h * h * (1 + 13 / (12 * h)) + (v + s) * h) /
                (split.pipeline * split.tensor);
  }
};

/// Communicators of all tasks, by the component in which their ranks differ.
struct Groups {
  std::vector<std::uint32_t> tensor, data, expert;

  Groups(ProgramBuilder& builder, Split const& split) {
    std::vector<std::uint32_t> members;
    for (std::uint32_t first = 0; first < split.tasks(); first += split.tensor)
      tensor.push_back(line(builder, first, split.tensor, 1));
    for (std::uint32_t stage = 0; stage < split.pipeline; ++stage)
      for (std::uint32_t part = 0; part < split.tensor; ++part) {
        data.push_back(line(builder, split.rank(stage, 0, part), split.data, split.tensor));
        for (std::uint32_t replica = 0; replica < split.data; replica += split.expert)
          expert.push_back(line(builder, split.rank(stage, replica, part), split.expert, split.tensor));
      }
  }

 private:
  static std::uint32_t line(ProgramBuilder& builder, std::uint32_t first, std::uint32_t count,
                            std::uint32_t stride) {
    std::vector<std::uint32_t> members(count);
    for (std::uint32_t i = 0; i < count; ++i) members[i] = first + i * stride;
    return builder.add_group(std::move(members));
  }
};

/// Operations of one task. The passes of micro-batches follow one another; receives are posted at the start
/// of an iteration; sends and gradient sums overlap with the passes.
class TrainingTask {
 public:
  TrainingTask(ProgramBuilder& builder, Params const& params, Split const& split, Amounts const& amounts,
               Groups const& groups, std::uint32_t rank)
      : builder_(builder),
        params_(params),
        split_(split),
        amounts_(amounts),
        stage_(rank / split.tensor / split.data),
        replica_(rank / split.tensor % split.data),
        part_(rank % split.tensor),
        layers_(static_cast<std::uint32_t>(params.layers) / split.pipeline),
        tensor_group_(groups.tensor[rank / split.tensor]) {
    auto const line = stage_ * split.tensor + part_;
    data_group_ = groups.data[line];
    expert_group_ = groups.expert[line * (split.data / split.expert) + replica_ / split.expert];
    builder.begin_rank(rank);
    last_ = builder.add(Operation{});
  }

  void iterate() {
    begin_ = last_;
    sums_ = last_;
    auto const count = static_cast<std::uint32_t>(params_.microbatches);
    auto const ahead = params_.order == PipelineOrder::all_forward_first
                           ? count
                           : std::min(count, split_.pipeline - 1 - stage_);
    for (std::uint32_t i = 0; i < count + ahead; ++i) {
      if (i < count) forward(i);
      if (i >= ahead) backward(i - ahead, i - ahead + 1 == count);
    }
    if (params_.sharded && split_.data > 1) {
      sum_gradients({.kind = CallKind::allgather, .bytes = amounts_.gradients / split_.data});
    }
    auto const end = builder_.add(Operation{});
    builder_.wait_for_end(end, last_);
    builder_.wait_for_end(end, sums_);
    last_ = end;
  }

 private:
  void then(Operation const& operation) { last_ = follow(builder_.add(operation), last_); }
  void then(CollectiveCall const& call) { last_ = follow(builder_.add(call), last_); }
  std::uint32_t follow(std::uint32_t operation, std::uint32_t before) {
    builder_.wait_for_end(operation, before);
    return operation;
  }
  void compute(double ns) { then(Operation{.kind = OperationKind::compute, .amount = ns}); }

  bool is_last_stage() const { return stage_ + 1 == split_.pipeline; }
  /// Adds the receive of the activation or gradient of a micro-batch from a neighboring stage, and waits for
  /// it.
  void receive(std::uint32_t stage, std::uint32_t tag) {
    auto const number = follow(builder_.add(Operation{.kind = OperationKind::receive,
                                                      .peer = split_.rank(stage, replica_, part_),
                                                      .tag = tag,
                                                      .amount = amounts_.activation}),
                               begin_);
    auto const there = follow(builder_.add(Operation{}), number);
    last_ = follow(there, last_);
  }
  void send(std::uint32_t stage, std::uint32_t tag) {
    follow(builder_.add(Operation{.kind = OperationKind::send,
                                  .peer = split_.rank(stage, replica_, part_),
                                  .tag = tag,
                                  .amount = amounts_.activation}),
           last_);
  }

  void forward(std::uint32_t microbatch) {
    if (stage_ > 0) receive(stage_ - 1, 2 * microbatch);
    pass_layers(1, false);
    if (is_last_stage()) compute(amounts_.head);
    if (!is_last_stage()) send(stage_ + 1, 2 * microbatch);
  }
  void backward(std::uint32_t microbatch, bool is_last) {
    if (!is_last_stage()) receive(stage_ + 1, 2 * microbatch + 1);
    if (is_last_stage()) compute(amounts_.head * amounts_.backward);
    pass_layers(amounts_.backward, is_last);
    if (stage_ > 0) send(stage_ - 1, 2 * microbatch + 1);
  }

  /// Adds the passes through all layers. If `with_gradients`, the computed gradients are summed over the
  /// replicas, bucket by bucket.
  void pass_layers(double factor, bool with_gradients) {
    bool const talks = split_.tensor > 1 || split_.expert > 1;
    bool const sums = with_gradients && split_.data > 1;
    if (!talks && !sums) return compute(layers_ * amounts_.layer * factor);
    double added_up = 0;
    auto const bucket = params_.bucket > 0 ? params_.bucket : amounts_.gradients;
    for (std::uint32_t layer = 1; layer <= layers_; ++layer) {
      compute(amounts_.layer * factor / 2);
      add_activations();
      exchange_tokens();
      compute(amounts_.layer * factor / 2);
      exchange_tokens();
      add_activations();
      if (!sums) continue;
      auto const ready = amounts_.gradients * layer / layers_;
      while (added_up + bucket <= ready || (layer == layers_ && added_up < ready)) {
        auto const bytes = std::min(bucket, amounts_.gradients - added_up);
        sum_gradients(
            {.kind = params_.sharded ? CallKind::reduce_scatter : CallKind::allreduce, .bytes = bytes});
        added_up += bucket;
      }
    }
  }
  void add_activations() {
    if (split_.tensor > 1)
      then(CollectiveCall{.kind = CallKind::allreduce, .group = tensor_group_, .bytes = amounts_.activation});
  }
  void exchange_tokens() {
    if (split_.expert > 1)
      then(CollectiveCall{.kind = CallKind::all_to_all, .group = expert_group_, .bytes = amounts_.pair});
  }
  /// Adds a gradient sum that overlaps with later passes: it starts after all previous passes and sums.
  void sum_gradients(CollectiveCall call) {
    call.group = data_group_;
    auto const number = follow(builder_.add(std::move(call)), last_);
    sums_ = sums_ == begin_ ? number : follow(number, sums_);
  }

  ProgramBuilder& builder_;
  Params const& params_;
  Split const& split_;
  Amounts const& amounts_;
  std::uint32_t stage_, replica_, part_, layers_;
  std::uint32_t tensor_group_ = 0, data_group_ = 0, expert_group_ = 0;
  std::uint32_t begin_ = 0, last_ = 0, sums_ = 0;  // operations
};

}  // namespace

Program Training::make(Params const& params, TaskContext const& context) {
  Split const split(params, context.num_tasks());
  Amounts const amounts(params, split);
  auto const passes = 2.0 * static_cast<double>(params.microbatches);
  auto const layers = static_cast<double>(params.layers) / split.pipeline;
  auto const buckets = params.bucket > 0 ? amounts.gradients / params.bucket : 1;
  bool const by_layer = split.tensor > 1 || split.expert > 1;
  require_memory_of(
      split.tasks(),
      static_cast<double>(params.iterations) * (passes * ((by_layer ? layers * 6 : 1) + 4) + buckets), name);
  ProgramBuilder builder;
  Groups const groups(builder, split);
  auto& progress = progress_of_thread();
  progress.start("program", split.tasks(), "tasks");
  for (std::uint32_t rank = 0; rank < split.tasks(); ++rank) {
    progress.advance();
    TrainingTask task(builder, params, split, amounts, groups, rank);
    for (std::int64_t iteration = 0; iteration < params.iterations; ++iteration) task.iterate();
  }
  auto program = std::move(builder).finish(split.tasks());
  progress.finish();
  return program;
}

}  // namespace weft::traffic
