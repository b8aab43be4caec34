// SPDX-License-Identifier: Apache-2.0
#include "weft/experiment/setup.hpp"

#include "weft/analysis/metrics.hpp"
#include "weft/core/error.hpp"

namespace weft {
namespace {

template <class Params>
Params read(char const* name, std::string const& text) {
  return at_place(name, [&] {
    return read_params<Params>(Params::schema, Spec::parse(text.empty() ? name : name + (":" + text)));
  });
}

template <class Params>
std::string write(Params const& params) {
  std::string text;
  for (auto const& [key, value] : write_params(Params::schema, params, true))
    text += (text.empty() ? "" : ",") + key + "=" + value;
  return text;
}

}  // namespace

LayoutParams read_layout(std::string const& text) { return read<LayoutParams>("layout", text); }
CostParams read_cost(std::string const& text) {
  auto params = read<CostParams>("cost", text);
  params.priced_at = params.rate_of_ports();
  return params;
}
std::optional<EnergyParams> read_energy(std::string const& text) {
  if (text.empty()) return {};
  auto const params = read<EnergyParams>("energy", text);
  if (params.flit_bits == 0) throw missing("flit_bits", "flit_bits=128").at("energy");
  return params;
}
replay::RankCosts read_costs(std::string const& text) { return read<replay::RankCosts>("costs", text); }
collective::CollectiveChoices read_collective(std::string const& text) {
  auto choices = read<collective::CollectiveChoices>("collective", text);
  check(choices);
  return choices;
}

std::string unbracketed(std::string const& text) {
  return text.starts_with('[') && text.ends_with(']') ? text.substr(1, text.size() - 2) : text;
}

std::vector<std::string> read_metric_keys(std::string const& list) {
  auto const text = unbracketed(list);
  std::vector<std::string> keys;
  for (std::size_t begin = 0; begin < text.size();) {
    auto const end = std::min(text.find(',', begin), text.size());
    keys.push_back(text.substr(begin, end - begin));
    if (keys.back() != "all") at_place("metrics", [&] { return metric_doc(keys.back()); });
    begin = end + 1;
  }
  return keys;
}

std::string resolved_layout(LayoutParams const& params) { return write(params); }
std::string resolved_cost(CostParams const& params) { return write(params); }
std::string resolved_energy(EnergyParams const& params) { return write(params); }
std::string resolved_costs(replay::RankCosts const& costs) { return write(costs); }
std::string resolved_collective(collective::CollectiveChoices const& choices) { return write(choices); }

}  // namespace weft
