#include "weft/analysis/metrics.hpp"

#include <algorithm>

#include "weft/analysis/survey.hpp"

namespace weft {
namespace {

std::size_t place(std::string_view key) {
  auto const& docs = metric_docs();
  return static_cast<std::size_t>(std::ranges::find(docs, key, &MetricDoc::key) - docs.begin());
}

}  // namespace

Metric const* Measures::find(std::string_view key) const {
  auto const at = std::ranges::find(metrics, key, &Metric::key);
  return at == metrics.end() ? nullptr : &*at;
}

Measures measure(TopologyFacts const& subject, MetricOptions const& options, Progress& progress) {
  for (auto const& key : options.keys)
    if (key != "all") metric_doc(key);
  Survey survey(subject, options, progress);
  Measures measures;
  for (auto const family :
       {measure_counts, measure_distances, measure_connectivity, measure_cuts, measure_flows})
    family(survey, measures);
  std::erase_if(measures.metrics, [&](Metric const& metric) { return !survey.wants(metric.key); });
  std::ranges::stable_sort(measures.metrics, {}, [](Metric const& metric) { return place(metric.key); });
  return measures;
}

}  // namespace weft
