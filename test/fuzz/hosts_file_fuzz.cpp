// SPDX-License-Identifier: Apache-2.0
#include "fuzz/read_or_reject.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/network/hosts_file.hpp"
#include "weft/network/topologies.hpp"

namespace weft {
namespace {

/// Three hosts, one of them with two ports.
Hosts some_hosts() {
  Scratch const scratch;
  auto const path = scratch / "leaf.net";
  write_file(
      path,
      "Switch\t4 \"S-1\"\n[1]\t\"H-a\"[1]\n[2]\t\"H-b\"[1]\n[3]\t\"H-a\"[2]\n[4]\t\"H-c\"[1]\n"
      "Ca\t2 \"H-a\"\t\t# \"n1 HCA-1\"\n[1]\t\"S-1\"[1]\n[2]\t\"S-1\"[3]\n"
      "Ca\t1 \"H-b\"\t\t# \"n2 HCA-1\"\n[1]\t\"S-1\"[2]\nCa\t1 \"H-c\"\t\t# \"n03 HCA-1\"\n[1]\t\"S-1\"[4]\n");
  return Hosts(make_topology("file:path=" + path.string()));
}

}  // namespace
}  // namespace weft

/// Any bytes are a file of hosts or refused; what is listed has terminals of the network.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  static auto const hosts = weft::some_hosts();
  return weft::read_or_reject(data, size, [](std::string_view text) {
    for (auto const& listed : weft::parse_hosts(text, "file", hosts)) {
      if (listed.terminals.empty()) std::abort();
      for (auto const terminal : listed.terminals)
        if (terminal >= hosts.num_terminals()) std::abort();
    }
  });
}
