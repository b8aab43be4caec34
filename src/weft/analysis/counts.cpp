#include <algorithm>

#include "weft/analysis/survey.hpp"

namespace weft {
namespace {

void add_degrees(Measures& out, std::string_view least, std::string_view most, DegreeRange const& degrees) {
  out.metrics.push_back({least, degrees.least, {}, {}, {}});
  out.metrics.push_back({most, degrees.most, {}, {}, {}});
}

/// From the graph itself.
void count_links(Survey& survey, Measures& out) {
  auto const& channels = survey.channels();
  auto const ends = survey.subject.bidirectional ? 2U : 1U;
  std::uint64_t loops = 0;
  for (Vertex v = 0; v < channels.num_vertices(); ++v)
    loops += static_cast<std::uint64_t>(std::ranges::count(channels.heads(v), v));
  auto const arcs = survey.arcs().num_arcs();
  out.metrics.push_back({"links", arcs / ends, {}, {}, {}});
  out.metrics.push_back({"loops", loops / ends, {}, {}, {}});
  out.metrics.push_back({"parallel", (channels.num_arcs() - loops - arcs) / ends, {}, {}, {}});
  out.metrics.push_back({"und_edges", survey.undirected().num_arcs() / 2, {}, {}, {}});
  add_degrees(out, "deg_min", "deg_max", degree_range(survey.arcs()));
  if (!survey.subject.bidirectional)
    add_degrees(out, "indeg_min", "indeg_max", degree_range(survey.reversed()));
  add_degrees(out, "und_deg_min", "und_deg_max", degree_range(survey.undirected()));
}

/// As far as the topology knows.
void known_links(Survey const& survey, Measures& out) {
  auto const& known = survey.subject.known;
  auto const add = [&](std::string_view key, auto const& value) {
    if (value) out.metrics.push_back({key, *value, {}, {}, {}});
  };
  add("links", known.links);
  add("loops", known.loops);
  add("parallel", known.parallel);
  add("deg_min", known.degree_min);
  add("deg_max", known.degree_max);
  if (!survey.subject.bidirectional) return;
  add("und_edges", known.links);
  add("und_deg_min", known.degree_min);
  add("und_deg_max", known.degree_max);
}

}  // namespace

void measure_counts(Survey& survey, Measures& out) {
  auto const& subject = survey.subject;
  out.metrics.push_back({"n_vertices", subject.vertices, {}, {}, {}});
  out.metrics.push_back({"n_routers", subject.vertices - subject.nodes, {}, {}, {}});
  out.metrics.push_back({"n_terminals", subject.terminals, {}, {}, {}});
  out.metrics.push_back({"radix", subject.radix, {}, {}, {}});
  out.metrics.push_back({"links_listed", subject.channels / (subject.bidirectional ? 2 : 1), {}, {}, {}});
  if (subject.terminals > 0)
    out.metrics.push_back({"injection_bandwidth", subject.injection_bandwidth, {}, {}, {}});
  if (!survey.wants_any("links", "loops", "parallel", "und_edges", "deg_min", "deg_max", "indeg_min",
                        "indeg_max", "und_deg_min", "und_deg_max"))
    return;
  if (survey.has_graph())
    count_links(survey, out);
  else
    known_links(survey, out);
}

}  // namespace weft
