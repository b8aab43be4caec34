#include "weft/publish/parts.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/io/file.hpp"
#include "weft/io/file_name.hpp"
#include "weft/publish/figures.hpp"
#include "weft/verb/verb.hpp"

namespace weft::publish {
namespace {

using std::filesystem::path;

std::string today() {
  auto const* const fixed = std::getenv("SOURCE_DATE_EPOCH");  // NOLINT(concurrency-mt-unsafe)
  auto const now = fixed != nullptr ? std::time_t{std::strtoll(fixed, nullptr, 10)}
                                    : std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%d}", fmt::gmtime(now));
}

}  // namespace

void require_writable_file(path const& file) {
  if (std::filesystem::is_directory(file))
    throw InputError("cannot write " + shown(file.string()), "it is a directory",
                     "name a file, such as report.html");
  require_writable(file.has_parent_path() ? file.parent_path() : path("."));
}

void note_omitted_runs(report::Part& part, std::size_t runs) {
  if (runs > part.runs.size())
    part.result.notes.push_back(fmt::format(
        "{} runs; {} are shown. `weft report DIR --full -o FILE` shows all, and `weft results DIR` "
        "lists them.",
        runs, part.runs.empty() ? "none" : fmt::format("the first {}", part.runs.size())));
}

report::Part part_of(Result result, std::vector<chart::Figure> const& figures) {
  report::Part part;
  part.verb = result.verb;
  part.result = std::move(result);
  for (auto const& figure : figures) part.figures.push_back(page_figure(figure));
  return part;
}

report::Part part_of(Result result) {
  auto const figures = verb::figures_of(result);
  auto part = part_of(std::move(result), std::vector<chart::Figure>{});
  for (auto const& figure : figures) part.figures.push_back(figure_with_network(part.result, figure));
  return part;
}

report::Part part_of_run(Result result, path const& folder) {
  auto const directory = folder / "runs" / run_id(result);
  auto pictures = saved_pictures(directory);
  auto const figures = saved_figures(result);
  std::erase_if(pictures, [&](OutputFile const& picture) {
    return std::ranges::any_of(
        figures, [&](auto const& it) { return file_name_for(it.name + ".svg") == picture.name; });
  });
  auto part = part_of(std::move(result), figures);
  add_pictures(pictures, directory, part);
  return part;
}

void write_report(path const& file, std::vector<report::Part> const& parts, report::PageOptions options) {
  options.written = today();
  write_file(file, page_html(parts, options));
}

}  // namespace weft::publish
