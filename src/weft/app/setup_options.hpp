#pragma once

#include <memory>
#include <string>

#include "weft/app/command.hpp"
#include "weft/experiment/setup.hpp"

namespace weft::app {

/// Adds --layout to a verb.
inline void add_layout_option(CLI::App& verb, std::shared_ptr<LayoutParams> const& layout) {
  verb.add_option_function<std::string>(
          "--layout", [layout](std::string const& text) { *layout = read_layout(text); },
          "how the machine is set up in space, e.g. pitch=0.8,folding=plain")
      ->type_name("KEY=VALUE,..");
}

/// Adds --layout and --cost to a verb.
inline std::shared_ptr<Setup> add_setup_options(CLI::App& verb) {
  auto setup = std::make_shared<Setup>();
  add_layout_option(verb, {setup, &setup->layout});
  verb.add_option_function<std::string>(
          "--cost", [setup](std::string const& text) { setup->cost = read_cost(text); },
          "what routers and cables cost, e.g. rate=100,port=500")
      ->type_name("KEY=VALUE,..");
  return setup;
}

}  // namespace weft::app
