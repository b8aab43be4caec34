#include "weft/verb/route/route.hpp"

#include "weft/app/command.hpp"
#include "weft/app/setup_options.hpp"
#include "weft/core/parallel.hpp"

namespace weft::app {
namespace {

/// Options that must be whole numbers and are read as users write them.
void add_number(CLI::App& verb, std::string const& name, std::uint64_t& target, char const* doc) {
  verb.add_option_function<std::string>(
          name,
          [&target, name](std::string const& text) {
            try {
              auto const number = read_integer(name.substr(2), text);
              if (number < 0) throw InputError(name.substr(2) + " = " + text, "must be at least 0");
              target = static_cast<std::uint64_t>(number);
            } catch (InputError const& error) { throw error.at(name); }
          },
          doc)
      ->type_name("N");
}

}  // namespace

void add_route(CLI::App& app) {
  auto* verb = app.add_subcommand("route", "the path of one message, hop by hop");
  auto request = std::make_shared<RouteRequest>();
  auto output = std::make_shared<Output>();
  verb->add_option("SPEC", request->topology, "the topology, e.g. clex:m=32,levels=4")
      ->required()
      ->type_name("");
  add_number(*verb, "--from", request->from, "terminal that sends [0]");
  add_number(*verb, "--to", request->to, "terminal that receives [0]");
  verb->add_option("--routing", request->routing, "how the message finds its way [default]")
      ->type_name("SPEC");
  add_number(*verb, "--seed", request->seed, "names the random numbers of the routing [1]");
  add_layout_option(*verb, {request, &request->layout});
  output->add_to(*verb);
  verb->callback([request, output] {
    Threads const threads{output->threads};
    output->give(route(*request));
  });
}

}  // namespace weft::app
