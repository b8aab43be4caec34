#include "weft/experiment/collective.hpp"

#include "weft/app/command.hpp"
#include "weft/core/parallel.hpp"

namespace weft::app {
namespace {

/// Refuses an option that the collective does not have.
template <class Schema>
void check_options(Spec const& spec, Schema const& schema, std::string const& kind) {
  auto const docs = describe_params(schema);
  for (auto const& argument : spec.arguments)
    if (std::none_of(docs.begin(), docs.end(), [&](auto const& doc) { return doc.name == argument.key; }))
      throw InputError("--" + argument.key, "weft collective " + kind + " has no such option");
}

Result run(std::string const& kind, std::string const& topology, Spec const& spec) {
  if (kind == "allgather") {
    check_options(spec, allgather_schema, kind);
    auto request = read_options<AllgatherRequest>(allgather_schema, spec);
    request.topology = topology;
    return collective_allgather(request);
  }
  if (kind == "exchange") {
    check_options(spec, exchange_schema, kind);
    auto request = read_options<ExchangeRequest>(exchange_schema, spec);
    request.topology = topology;
    TerminalProgress progress;
    return collective_exchange(request, progress);
  }
  throw InputError("unknown collective '" + kind + "'", "", suggest(kind, {"allgather", "exchange"}));
}

}  // namespace

void add_collective(CLI::App& app) {
  auto* verb =
      app.add_subcommand("collective", "one message of every terminal to all, against the lower bounds");
  auto kind = std::make_shared<std::string>();
  auto topology = std::make_shared<std::string>();
  auto spec = std::make_shared<Spec>();
  auto output = std::make_shared<Output>();
  verb->add_option(
          "KIND", *kind,
          "allgather (the same message to all, by flooding) or exchange (another one to each, by A(l) on "
          "CLEX, by store and forward elsewhere)")
      ->required()
      ->type_name("");
  verb->add_option("SPEC", *topology, "the topology, e.g. clex:m=32,levels=4")->required()->type_name("");
  add_schema_options(*verb, allgather_schema, spec);
  add_schema_options(*verb, exchange_schema, spec);
  output->add_to(*verb);
  verb->callback([kind, topology, spec, output] {
    Threads const threads{output->threads};
    output->give(run(*kind, *topology, *spec));
  });
}

}  // namespace weft::app
