// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "end_to_end/command.hpp"
#include "support/sanitized.hpp"
#include "weft/report/page.hpp"
#include "weft/verb/verb.hpp"

namespace weft {
namespace {

/// The command and the run of a report.
struct Reported {
  std::string command, run;
};

std::string replaced(std::string text, std::string const& from, std::string const& to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// Returns the text of an HTML fragment, as a browser copies it.
std::string copied(std::string html) {
  html = std::regex_replace(html, std::regex("<[^>]*>"), "");
  for (auto const& [entity, character] :
       {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}})
    html = replaced(html, entity, character);
  return html;
}

Reported read_report(std::filesystem::path const& file) {
  auto const page = text_of(file);
  auto const between = [&](std::string const& begin, std::string const& end) {
    auto const from = page.find(begin);
    if (from == std::string::npos) return std::string();
    auto const first = from + begin.size();
    return copied(page.substr(first, page.find(end, first) - first));
  };
  return {between("<div class=\"command\"><pre tabindex=\"0\"><code>", "</code>"),
          between("<dt>run</dt><dd>", "</dd>")};
}

/// Checks that the command in a report, executed by a shell, reproduces the run of the report.
void expect_repeatable(std::string const& args, std::filesystem::path const& folder) {
  SCOPED_TRACE("weft " + args);
  auto const first = folder / "first.html", second = folder / "second.html";
  auto const made = weft_command(args + " --report " + first.string());
  ASSERT_TRUE(made.status == 0 || made.status == 3) << made.err;
  auto const report = read_report(first);
  ASSERT_TRUE(report.command.starts_with("weft ")) << report.command;
  EXPECT_EQ(report.run.size(), 16U) << report.run;
  auto const again = weft_command(report.command.substr(5) + " --report " + second.string());
  EXPECT_EQ(again.status, made.status) << report.command << "\n" << again.err;
  auto const repeated = read_report(second);
  EXPECT_EQ(repeated.run, report.run) << report.command;
  EXPECT_EQ(repeated.command, report.command);
}

bool writes_reports(CatalogDoc const& verb) {
  bool const writes_one_file = std::ranges::find(verb.params, "output", &ParamDoc::name) != verb.params.end();
  return !writes_one_file || verb::has_figures(verb.name);
}

/// Returns requests of every verb that writes reports, with all kinds of parameters: lists, repeated options,
/// nested specs, files, switches, and texts that a shell would split.
std::vector<std::string> requests(std::string const& file) {
  std::vector<std::string> all{
      "list topologies",
      "show ring:routers=4",
      "show --metrics diameter,girth torus:sides=4x4",
      "show 'file:path=\"" + file + "\"' --exact",
      "compare ring:routers=4 torus:sides=4x4,concentration=2",
      "compare torus:sides=4x4 hypercube:dimensions=4 --engine load --traffic transpose",
      "route ring:routers=4 --from 0 --to 2",
      "route torus:sides=4x4 --to 5 --routing valiant --seed 7",
      "simulate ring:routers=4",
      "simulate torus:sides=4x4 --traffic transpose --engine flit:rate=0.1,cycles=200,warm_up=100 --seed 3",
      "simulate torus:sides=4x4 --job 'a:pattern=halo,grid=2x2' --job 'b:pattern=all_to_all,grid=1x3'",
      "simulate torus:sides=4x4 --traffic all_to_all --engine flow --failed-links 0.1",
      "sweep torus:sides=4x4 --rates 0.1x0.3x0.5x0.7x0.8",
      "sweep torus:sides=4x4 --rates 0.1 --engine flit:vcs=4,packet_size=4 --routing valiant --seed 5",
      "sweep ring:routers=4 --points 3 --engine flit:cycles=200,warm_up=100",
      "load torus:sides=4x4 --pattern transpose",
      "load torus:sides=4x4 --grid 4x4 --mapping random --fail 0-1+2-3 --users 1-2",
      "load torus:sides=4x4 --job 'job:pattern=[halo:wrap=false],grid=2x2'",
      "map torus:sides=4x4 --pattern transpose --grid 4x4 --mapping best",
      "collective broadcast ring:routers=8 --bytes 1k..4k",
      "collective allreduce torus:sides=4x4 --bytes 1M --bandwidth 12.5GB/s --alpha 1e-6",
      "schedule sparse_torus:dimensions=2,side=4",
      "balance sparse_torus:dimensions=2,side=4 --every 2",
      "deadlock torus:sides=4x4 --vcs 1",
      "deadlock torus:sides=4x4 --routing valiant --vcs 2",
      "judge kary_ntree:arity=2,levels=2 --routing layered --routing balanced --shifts none",
      "judge kary_ntree:arity=2,levels=2 --weighted=false --require-free",
      "replay ring:routers=4 --program operation:of=allreduce,bytes=1MB",
      "queue torus:sides=4x4 --log lublin:jobs=20 --load 0.5",
      "draw ring:routers=4",
  };
  for (auto const& doc : verb::verb_docs()) {  // any other verb of a topology
    auto const is_tried = [&](std::string const& args) { return args.starts_with(doc.name + " "); };
    if (writes_reports(doc) && std::ranges::none_of(all, is_tried))
      all.push_back(doc.name + " torus:sides=4x4");
  }
  return all;
}

TEST(ReportCommand, ReproducesTheResultOfTheReport) {
  if (sanitized) GTEST_SKIP() << minutes_under_sanitizers;
  Scratch const scratch;
  auto const file = scratch.path() / "a $(ring), or not.txt";
  std::ofstream(file) << "0 1\n1 2\n2 0\n";
  for (auto const& args : requests(file.string())) expect_repeatable(args, scratch.path());
}

TEST(ReportCommand, CoversEveryVerb) {
  std::set<std::string> tried;
  for (auto const& args : requests("")) tried.insert(args.substr(0, args.find(' ')));
  for (auto const& doc : verb::verb_docs())
    if (writes_reports(doc)) { EXPECT_TRUE(tried.contains(doc.name)) << doc.name; }
}

TEST(ReportCommand, IsPrintedForSavedResultsAndStudies) {
  Scratch const scratch;
  auto const folder = scratch.path();
  ASSERT_EQ(weft_command("sweep torus:sides=4x4 --rates 0.1x0.2 -o " + (folder / "saved").string()).status,
            0);
  ASSERT_EQ(
      weft_command("report " + (folder / "saved").string() + " -o " + (folder / "a.html").string()).status,
      0);
  EXPECT_EQ(read_report(folder / "a.html").command, "weft sweep torus:sides=4x4 --rates 0.1x0.2");
}

}  // namespace
}  // namespace weft
