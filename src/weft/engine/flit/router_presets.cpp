// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/flit/router_presets.hpp"

namespace weft::flit {

Spec preset_options(RouterPreset router) {
  switch (router) {
    case RouterPreset::none: break;
    case RouterPreset::booksim: return Spec::parse("flit:vcs=16,routing_delay=1,credit_delay=0");
    case RouterPreset::infiniband:
      return Spec::parse(
          "flit:vcs=8,vc_buffer=65,flow=cut_through,packet_size=65,flit_bytes=64,header_bytes=64");
    case RouterPreset::slingshot_like:
      return Spec::parse("flit:vc_buffer=354,switch_delay=348,flit_bytes=25,bandwidth=25e9");
    case RouterPreset::on_chip:
      return Spec::parse(
          "flit:vc_buffer=4,allocator=input_first,atomic_vcs=true,packet_size=5,flit_bytes=16,header_bytes=16");
  }
  return {"flit", {}};
}

}  // namespace weft::flit
