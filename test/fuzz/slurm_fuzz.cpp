// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "fuzz/read_or_reject.hpp"
#include "weft/io/slurm/topology_conf.hpp"

// A topology.conf that was read is written so that it reads back as it is written.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    auto const fabric = weft::parse_topology_conf(text, "file");
    if (fabric.devices.size() > 10000) return;
    auto const written = [](weft::Fabric const& it) {
      std::string out;
      weft::write_topology_conf(it, [&](std::string_view piece) { out += piece; });
      return out;
    };
    std::string once;
    try {
      once = written(fabric);
      if (written(weft::parse_topology_conf(once, "again")) == once) return;
    } catch (weft::InputError const&) {}
    std::abort();
  });
}
