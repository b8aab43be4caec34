#pragma once

#include "weft/network/layout.hpp"

namespace weft::detail {

// The layout of each kind of hint; see make_layout.
Layout lay_out(GridLayout const& grids, LayoutParams const& params);
Layout lay_out(NestedLayout const& nested, LayoutParams const& params);
Layout lay_out(GroupLayout const& groups, LayoutParams const& params);
Layout lay_out(LevelLayout const& levels, LayoutParams const& params);
Layout lay_out(PlainLayout const& plain, LayoutParams const& params);

}  // namespace weft::detail
