// SPDX-License-Identifier: Apache-2.0
#include "weft/report/explorer_page.hpp"

#include <fmt/format.h>

#include "weft/report/assets.hpp"
#include "weft/report/encoding.hpp"
#include "weft/report/html.hpp"
#include "weft/version.hpp"

namespace weft::report {
namespace {

std::string policy_of(ExplorerEngine engine) {
  bool const is_wasm = engine != ExplorerEngine::server;
  return fmt::format(
      "default-src 'none'; script-src {} 'sha256-{}'{}; style-src {}; img-src data: blob:; connect-src {}; "
      "base-uri 'none'; form-action 'none'",
      hash_source(explorer_loader()), explorer_digest(),
      is_wasm ? " 'wasm-unsafe-eval'; worker-src blob:" : "", hash_source(explorer_style()),
      engine == ExplorerEngine::module_inside ? "'none'" : "'self'");
}

/// Returns a packed file as a script element with a type that browsers do not execute.
std::string packed_part(std::string_view name, std::string_view gzip) {
  return fmt::format("<script type=\"text/plain\" id=\"weft-{}\">{}</script>\n", name, base85(gzip));
}

std::string parts_of(ExplorerEngine engine) {
  auto parts = packed_part("script", explorer_script());
  if (engine != ExplorerEngine::server) parts += packed_part("worker", explorer_worker());
  if (engine == ExplorerEngine::module_inside) parts += packed_part("module", explorer_module());
  return parts;
}

}  // namespace

bool has_explorer_script() { return !explorer_script().empty(); }
bool has_explorer_module() { return !explorer_module().empty() && !explorer_worker().empty(); }
std::string_view explorer_module_bytes() { return explorer_module(); }

ExplorerPage explorer_page(ExplorerEngine engine, std::string_view link) {
  ExplorerPage page{.html = {}, .policy = policy_of(engine)};
  auto const start = has_explorer_script()
                         ? "Weft is starting. This page needs JavaScript."
                         : "This weft was built without the page's script: run ./run web, and build again.";
  page.html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<title>Weft explorer</title>\n<style>{}</style>\n</head>\n<body>\n"
      "<div id=\"weft\" data-engine=\"{}\" data-version=\"{}\" data-link=\"{}\"><p class=\"start\">{}</p></div>\n",
      page.policy, explorer_style(), engine == ExplorerEngine::server ? "server" : "wasm",
      escape_html(version), escape_html(link), start);
  if (has_explorer_script())
    page.html += parts_of(engine) + fmt::format("<script>{}</script>\n", explorer_loader()) +
                 fmt::format("<template id=\"weft-licenses\"><pre>{}</pre></template>\n",
                             escape_html(script_licenses()));
  page.html += "</body>\n</html>\n";
  return page;
}

}  // namespace weft::report
