// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/queue/queue.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "weft/core/stopwatch.hpp"
#include "weft/engine/queue/allocations/make.hpp"
#include "weft/engine/queue/estimates.hpp"
#include "weft/engine/queue/lublin.hpp"
#include "weft/engine/queue/policies.hpp"
#include "weft/engine/queue/simulation.hpp"
#include "weft/experiment/assemble.hpp"
#include "weft/graph/hop_table.hpp"
#include "weft/io/file.hpp"
#include "weft/io/table_writer.hpp"
#include "weft/network/network.hpp"
#include "weft/verb/queue/tables.hpp"
#include "weft/verb/side_by_side.hpp"
#include "weft/workload/queue_loads.hpp"

namespace weft::verb {
namespace {

using queue::InterferenceModel;

/// Maximum number of job nodes that are stored for tables and figures.
constexpr double max_kept = 2e7;

struct NamedPolicy {
  std::function<void(queue::Cluster&)> pass;
  std::string resolved;
};
NamedPolicy make_policy(std::string const& text) {
  return at_place("policy", [&] {
    return queue::Policies::pick_params(
        Spec::parse(text),
        []<class P>(std::type_identity<P>, typename P::Params const& params) {
          return NamedPolicy{[policy = P{params}](queue::Cluster& cluster) { policy.pass(cluster); },
                             to_spec<P>(params, true).to_string()};
        },
        "policy");
  });
}

/// Sets the run-time estimates of the jobs. Returns the model with every parameter written out.
std::string set_estimates(std::vector<queue::Job>& jobs, std::string const& text) {
  return at_place("estimates", [&] {
    return queue::Estimates::pick_params(
        Spec::parse(text),
        [&]<class E>(std::type_identity<E>, typename E::Params const& params) {
          for (E const estimate{params}; auto& job : jobs) job.estimate = estimate(job);
          return to_spec<E>(params, true).to_string();
        },
        "estimates");
  });
}

/// Returns whether a log is the name of a model instead of a file.
bool is_model(std::string const& log) {
  auto const names = queue::JobStreams::names();
  auto const name = log.substr(0, log.find(':'));
  return std::ranges::find(names, name) != names.end() ||
         (!file_exists(log) && log.find_first_of("./\\") == std::string::npos);
}

/// Returns the jobs of a request, with unchecked sizes. `resolved` receives the log with every parameter
/// written out.
queue::JobLog read_log(QueueVerb::Params const& params, std::uint32_t nodes, std::string& resolved) {
  return at_place("log", [&] {
    resolved = params.log;
    if (!is_model(params.log)) {
      auto const order = params.sort ? SwfOrder::sort : SwfOrder::reject;
      return queue::read_job_log(params.log, order, params.processors_per_node);
    }
    if (params.sort || params.processors_per_node > 0)
      throw InputError(std::string(params.sort ? "sort" : "processors_per_node") + " needs a log file",
                       "a model generates sorted jobs that request nodes",
                       params.sort ? "omit sort" : "omit processors_per_node",
                       params.sort ? "sort" : "processors_per_node");
    return queue::JobStreams::pick_params(
        Spec::parse(params.log),
        [&]<class S>(std::type_identity<S>, typename S::Params const& model) {
          resolved = to_spec<S>(model, true).to_string();
          return queue::JobLog{.jobs = S::make(model, nodes, static_cast<std::uint64_t>(params.seed))};
        },
        "job stream");
  });
}

/// Throws InputError for interference options if interference=none.
void check_interference(QueueVerb::Params const& params) {
  if (params.interference != InterferenceModel::none) return;
  QueueVerb::Params const defaults;
  for (auto const& [name, given] :
       {std::pair{"routing", params.routing != defaults.routing},
        std::pair{"pattern", params.pattern != defaults.pattern},
        std::pair{"mapping", params.mapping != defaults.mapping},
        std::pair{"communication", params.communication != defaults.communication},
        std::pair{"strict", params.strict}})
    if (given)
      throw needs(name, "interference=load or worst", "otherwise jobs do not slow each other down").at(name);
}

class QueueExperiment final : public Experiment {
 public:
  explicit QueueExperiment(QueueVerb::Params const& params)
      : Experiment(QueueVerb::name),
        params_(params),
        machine_(params.topology, params.routing),
        nodes_(machine_.machine(), params.node),
        policy_(make_policy(params.policy)) {
    check_interference(params);
    allocation_ = at_place("allocation", [&] {
      return queue::make_allocation(Spec::parse(params.allocation),
                                    {&nodes_, static_cast<std::uint64_t>(params.seed)});
    });
    std::string log;
    log_ = read_log(params, nodes_.size(), log);
    queue::choose_jobs(log_, static_cast<std::uint64_t>(params.first),
                       static_cast<std::uint64_t>(params.jobs));
    queue::check_sizes(log_, nodes_.size(), params.too_large);
    auto const estimates = set_estimates(log_.jobs, params.estimates);
    constexpr double min_load = 1e-6;
    if (params.load > 0 && params.load < min_load)
      throw InputError("load=" + format_number(params.load), "must be 0 or in [1e-06, 1e+06]", "", "load");
    if (params.load > 0) queue::scale_to_load(log_.jobs, nodes_.size(), params.load);
    settle(log, estimates);
  }

  Estimate estimate() const override {
    constexpr double seconds_per_job = 6e-6, bytes_per_job = 250, bytes_per_node = 4, seconds_per_load = 3e-8,
                     bytes_per_load = 24;
    auto const jobs = static_cast<double>(log_.jobs.size());
    double given = 0, terminals = 0;
    for (auto const& job : log_.jobs) given += job.nodes;
    terminals = given * nodes_.num_terminals() / nodes_.size();
    auto const network = size_of(machine_.topology());
    Estimate work{jobs * bytes_per_job + std::min(given, max_kept) * bytes_per_node,
                  jobs * seconds_per_job + given * 2e-8, 1};
    if (params_.interference != InterferenceModel::none) {
      work.seconds += terminals * 4 * mean_hops(machine_.topology()) * seconds_per_load;
      work.bytes += static_cast<double>(network.channels) * (60 + bytes_per_load);
    }
    return short_run.and_then(estimate_network(network).and_then(work));
  }
  std::vector<OutputFile> attachments() const override { return files_; }

 private:
  void settle(std::string const& log, std::string const& estimates) {
    auto const values = write_params(QueueVerb::schema, params_, true);
    std::vector<Setting> settings;
    for (auto const& [key, value] : values) {
      bool const of_interference = key == "routing" || key == "pattern" || key == "mapping" ||
                                   key == "communication" || key == "strict";
      if (key == "seed" || (of_interference && params_.interference == InterferenceModel::none)) continue;
      settings.push_back({key, value});
    }
    auto const set = [&](std::string_view key, std::string value) {
      for (auto& setting : settings)
        if (setting.key == key) setting.value = std::move(value);
    };
    set("topology", machine_.topology().spec(true));
    set("log", log);
    set("policy", policy_.resolved);
    set("allocation", allocation_.resolved);
    set("estimates", estimates);
    if (params_.interference != InterferenceModel::none) {
      loads_.emplace(machine_, nodes_, params_.pattern, params_.mapping, params_.seed);
      set("routing", machine_.routing().to_string());
      set("pattern", loads_->pattern_text());
      set("mapping", loads_->mapping_text());
    }
    resolve(std::move(settings), params_.seed);
  }

  void execute(Result& result, Progress& progress) override {
    Stopwatch const watch;
    auto interference = make_interference();
    queue::Fragmentation fragmentation(nodes_, distances());
    double given = 0;
    for (auto const& job : log_.jobs) given += job.nodes;
    std::vector<queue::NodeList> kept(given <= max_kept ? log_.jobs.size() : 0);
    auto const outcome = queue::run_queue({.jobs = log_.jobs,
                                           .nodes = nodes_,
                                           .allocation = *allocation_.allocation,
                                           .pass = policy_.pass,
                                           .interference = interference ? &*interference : nullptr,
                                           .strict = params_.strict,
                                           .started =
                                               [&](std::uint32_t job, queue::NodeList const& nodes) {
                                                 fragmentation.add(job, nodes);
                                                 if (!kept.empty()) kept[job] = nodes;
                                               },
                                           .progress = progress});
    result.timings.push_back({"queue", watch.seconds()});
    report({log_.jobs, nodes_, outcome, fragmentation, kept}, result);
  }

  void report(QueueRun const& run, Result& result) {
    result.answer = answer_of(run);
    add_queue_tables(run, result);
    if (params_.interference != InterferenceModel::none) add_slow_down_table(run, result);
    result.tables.push_back(longest_waits_table(run));
    auto jobs = jobs_table(run);
    if (params_.details == JobDetails::jobs)
      result.tables.push_back(std::move(jobs));
    else
      files_.push_back({"jobs.csv", table_csv(jobs)});
    files_.push_back({"schedule.swf", format_swf(written_log(run))});
    add_queue_arrays(run, result);
    add_notes(run, result);
  }

  void add_notes(QueueRun const& run, Result& result) const {
    if (log_.without_size_or_time > 0)
      result.notes.push_back(fmt::format("{} lines of the log have no size or run time and are left out",
                                         log_.without_size_or_time));
    if (log_.too_large > 0)
      result.notes.push_back(
          fmt::format("{} jobs are larger than the machine and are left out", log_.too_large));
    if (log_.out_of_order > 0)
      result.notes.push_back(fmt::format(
          "{} jobs are submitted before the job above them: the log was sorted", log_.out_of_order));
    if (run.nodes_of.empty())
      result.notes.emplace_back("the jobs use too many nodes in total to list or draw them");
  }

  std::optional<queue::Interference> make_interference() {
    if (params_.interference == InterferenceModel::none) return {};
    return std::optional<queue::Interference>(
        std::in_place, log_.jobs, params_.interference, params_.communication,
        static_cast<std::uint32_t>(machine_.network().num_channels()),
        [this](std::uint32_t job, queue::NodeList const& nodes, std::vector<queue::JobLoad>& loads) {
          try {
            loads_->append(nodes, loads);
          } catch (InputError const& error) {
            throw error.within(fmt::format("job {}", log_.jobs[job].number));
          }
        });
  }

  /// Returns the distance function of the routers; empty if there is no closed form and the network is large.
  std::function<double(std::uint32_t, std::uint32_t)> distances() const {
    constexpr std::uint64_t max_routers = 4096;
    auto const& topology = machine_.topology();
    if (topology.has_distance())
      return [&topology](std::uint32_t a, std::uint32_t b) {
        return static_cast<double>(topology.distance({a}, {b}));
      };
    if (topology.num_routers() > max_routers) return {};
    return [table = std::make_shared<HopTable const>(router_graph(machine_.network()))](
               std::uint32_t a, std::uint32_t b) { return static_cast<double>(table->hops(b, a)); };
  }

  QueueVerb::Params params_;
  RoutedMachine machine_;
  queue::Nodes nodes_;
  NamedPolicy policy_;
  queue::BoundAllocation allocation_;
  queue::JobLog log_;
  std::optional<QueueLoads> loads_;
  std::vector<OutputFile> files_;
};

}  // namespace

ExperimentPtr QueueVerb::assemble(Params const& params) {
  return assemble_by<QueueVerb>(
      "allocation", &Params::allocation, params, [](Params const& allocated) -> ExperimentPtr {
        return assemble_by<QueueVerb>("policy", &Params::policy, allocated, [](Params const& one) {
          return std::make_unique<QueueExperiment>(one);
        });
      });
}

}  // namespace weft::verb
