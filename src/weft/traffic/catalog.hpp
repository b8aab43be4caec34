#pragma once
#include "weft/core/catalog.hpp"
#include "weft/traffic/permutation.hpp"
#include "weft/traffic/uniform.hpp"
namespace weft { using Patterns = Catalog<Permutation, Uniform>; }
