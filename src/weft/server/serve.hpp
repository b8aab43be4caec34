// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "weft/report/explorer_page.hpp"
#include "weft/server/sessions.hpp"

namespace weft::server {

/// Options of the explorer's server.
struct ServeOptions {
  int port = 0;             ///< 0: any free port
  double idle_seconds = 0;  ///< time without a request after which the server ends; 0: unlimited
  SessionLimits limits = {};
  std::vector<std::filesystem::path> folders = {};  ///< requests may name files in these directories
  std::filesystem::path private_folder;             ///< the directory of uploaded files
};

/// Serves the explorer on 127.0.0.1 until Ctrl-C, or until it has been idle for `idle_seconds`. Calls `ready`
/// with the port and the token when it listens, and again, from any thread, with each new token. Limits the
/// data of the process. Throws InputError if another program uses the port, Interrupted after Ctrl-C.
///
/// | request | response |
/// |---|---|
/// | `GET /` | the page; needs no key |
/// | `POST /enter` with `Authorization: Bearer TOKEN` | JSON: the key; a token is valid for one exchange |
/// | `GET /state` | JSON: the version, and the name of a new session |
/// | `POST /ask` {"request", "figures", "id"} | the bundle |
/// | `GET /progress/ID` | server-sent events: JSON with share and text |
/// | `DELETE /ask/ID` | stops that request within 0.3 s |
/// | `POST /given?name=..`, bytes | JSON: the path of the file, for requests |
///
/// All other requests require `Authorization: Bearer KEY`; `Weft-Session` names the session. A refusal is
/// JSON: {"error": Failure} (web/src/engine/protocol.ts).
void serve(report::ExplorerPage const& page, ServeOptions const& options,
           std::function<void(int port, std::string const& token)> const& ready);

}  // namespace weft::server
