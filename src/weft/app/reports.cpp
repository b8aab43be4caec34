#include "weft/app/reports.hpp"

#include "weft/app/command.hpp"
#include "weft/core/error.hpp"
#include "weft/report/parts.hpp"

namespace weft::app {
namespace {

struct Report {
  struct Params {
    std::string paths = {};
    std::string output = {};
    std::string title = {};
    bool no_scripts = false;
    bool brief = false;
    bool full = false;
  };
  static constexpr std::string_view name = "report";
  static constexpr std::string_view doc = "write saved results as one HTML file that can be mailed";
  static constexpr std::string_view example = "weft report out/clex-tables -o report.html";
  static constexpr std::tuple schema{
      param("paths", &Params::paths,
            "saved results, side by side: a result.json, a directory that -o wrote, the directory of a study")
          .positional("PATH")
          .repeated("path")
          .required(),
      param("output", &Params::output, "the file to write").required(),
      param("title", &Params::title, "the heading of the page"),
      param("no-scripts", &Params::no_scripts, "a page that only shows: without sorting, zooming and saving"),
      param("brief", &Params::brief, "answers, figures and the first rows of tables; no runs of studies"),
      param("full", &Params::full, "every row of every table, and every run of a study")};
};

int report_command(Report::Params const& params, Output const&) {
  report::require_writable_file(params.output);
  if (params.brief && params.full)
    throw InputError("--brief and --full", "they say the opposite", "omit one of them");
  auto const detail = params.brief  ? report::Detail::brief
                      : params.full ? report::Detail::full
                                    : report::Detail::usual;
  auto const given = items_of(params.paths);
  app::write_report(params.output, report::saved_parts({given.begin(), given.end()}, detail),
                    {.title = params.title, .scripts = !params.no_scripts, .detail = detail});
  return 0;
}

}  // namespace

void write_report(std::filesystem::path const& file, std::vector<report::Part> const& parts,
                  report::PageOptions const& options) {
  if (options.scripts && !report::has_scripts())
    complain("note: this weft was built without web/dist, so the report has no scripts");
  report::write_report(file, parts, options);
}

Command report_command() { return command_of<Report>(false, report_command); }

}  // namespace weft::app
