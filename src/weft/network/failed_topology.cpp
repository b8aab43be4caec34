#include "weft/network/failed_topology.hpp"

#include <tuple>

#include "weft/core/error.hpp"
#include "weft/core/param.hpp"
#include "weft/core/spec.hpp"

namespace weft {
namespace {

constexpr std::tuple schema{param("topology", &FailedTopology::topology, "the network"),
                            param("fail", &FailedTopology::fail, "failed links and routers by name")};

bool has_failures(std::string const& text) {
  return text == FailedTopology::name || text.starts_with(std::string(FailedTopology::name) + ":");
}

}  // namespace

std::string FailedTopology::text() const {
  if (fail.empty()) return topology;
  return Spec{std::string(name), {{"topology", "[" + topology + "]"}, {"fail", fail}}}.to_string();
}

FailedTopology read_failed_topology(std::string const& text) {
  if (!has_failures(text)) return {text};
  auto const given = read_params<FailedTopology>(schema, Spec::parse(text));
  if (given.topology.empty())
    throw InputError("failed without a topology", "", "write failed:topology=[torus:sides=4x4],fail=0-1");
  auto inner = read_failed_topology(parse_one("topology", given.topology, "topology").to_string());
  return {std::move(inner.topology), joined_failures(inner.fail, given.fail)};
}

std::string joined_failures(std::string const& one, std::string const& other) {
  return one.empty() || other.empty() ? one + other : one + "+" + other;
}

}  // namespace weft
