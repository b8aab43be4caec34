// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"

namespace weft::flit {

/// Sets of default values; their sources are in docs/concepts/router-presets.md.
enum class RouterPreset : std::uint8_t { none, booksim, infiniband, slingshot_like, on_chip };

/// Returns the options that a preset sets, as an engine spec.
Spec preset_options(RouterPreset router);

}  // namespace weft::flit

namespace weft {
template <>
inline constexpr EnumValue<flit::RouterPreset> enum_values<flit::RouterPreset>[] = {
    {"none", flit::RouterPreset::none, "the defaults listed here"},
    {"booksim", flit::RouterPreset::booksim, "the defaults of BookSim 2"},
    {"infiniband", flit::RouterPreset::infiniband,
     "8 data lanes, packets of 4 KiB, a credit for each "
     "64 bytes"},
    {"slingshot_like", flit::RouterPreset::slingshot_like, "200 Gb/s, 350 ns through a switch"},
    {"on_chip", flit::RouterPreset::on_chip,
     "the defaults of Garnet in gem5: flits of 16 bytes, 4 per buffer"}};
}  // namespace weft
