#pragma once

#include "weft/core/catalog.hpp"
#include "weft/traffic/program/goal.hpp"
#include "weft/traffic/program/ti.hpp"

namespace weft {

/// All programs that users can name. Adding one is adding it here. Each has name, doc, Params, schema and
/// `read(params)`, the operations of its ranks.
using Programs = Catalog<traffic::Goal, traffic::Ti>;

/// A program, and its text with every parameter written out.
struct NamedProgram {
  Program program;
  std::string resolved;
};
/// Throws InputError naming `program` for an unknown name or wrong parameters, and at the place in its file.
NamedProgram read_program(std::string const& spec);

}  // namespace weft
