// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/booksim_configuration.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/core/number.hpp"

namespace weft {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_key_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Reads the settings from left to right.
class BooksimReader {
 public:
  BooksimReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  std::vector<BooksimSetting> read() {
    for (skip(); at_ < text_.size(); skip()) {
      auto const begin = at_;
      while (at_ < text_.size() && is_key_letter(text_[at_])) ++at_;
      if (at_ == begin) fail(at_, "expected a key");
      std::string const key(text_.substr(begin, at_ - begin));
      skip();
      if (at_ >= text_.size() || text_[at_] != '=') fail(at_, fmt::format("expected '=' after '{}'", key));
      ++at_;
      skip();
      add({key, value(), place(begin)});
    }
    return std::move(settings_);
  }

 private:
  /// The text up to the semicolon.
  std::string value() {
    auto const begin = at_;
    while (at_ < text_.size() && text_[at_] != ';' && text_[at_] != '\n') ++at_;
    if (at_ >= text_.size() || text_[at_] != ';') fail(begin, "expected a value and ';' on the same line");
    auto value = text_.substr(begin, at_ - begin);
    ++at_;
    while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
    if (value.size() > 1 && value.front() == '"' && value.back() == '"')
      value = value.substr(1, value.size() - 2);
    if (value.empty()) fail(begin, "expected a value");
    return std::string(value);
  }
  void add(BooksimSetting setting) {
    auto const known = std::ranges::find(settings_, setting.key, &BooksimSetting::key);
    if (known != settings_.end())
      *known = std::move(setting);
    else
      settings_.push_back(std::move(setting));
  }
  /// Skips blanks and comments.
  void skip() {
    while (at_ < text_.size()) {
      if (is_blank(text_[at_]))
        ++at_;
      else if (text_.substr(at_).starts_with("//"))
        at_ = std::min(text_.find('\n', at_), text_.size());
      else
        return;
    }
  }
  std::string place(std::size_t at) const {
    auto const before = text_.substr(0, at);
    auto const line = std::ranges::count(before, '\n') + 1;
    auto const begin = before.rfind('\n');
    return fmt::format("{}:{}:{}", file_, line, at - (begin == std::string_view::npos ? 0 : begin + 1) + 1);
  }
  [[noreturn]] void fail(std::size_t at, std::string const& problem) const {
    throw InputError(problem, "a setting is key = value;", "", place(std::min(at, text_.size())));
  }

  std::string_view text_, file_;
  std::size_t at_ = 0;
  std::vector<BooksimSetting> settings_;
};

/// A value of BookSim and its counterpart.
struct Counterpart {
  std::string_view from, to;
};

/// Keys of the router with an option of the engine that has an equal value.
constexpr std::array same_value{
    Counterpart{"num_vcs", "vcs"},
    Counterpart{"vc_buf_size", "vc_buffer"},
    Counterpart{"routing_delay", "routing_delay"},
    Counterpart{"vc_alloc_delay", "vc_allocation_delay"},
    Counterpart{"sw_alloc_delay", "switch_allocation_delay"},
    Counterpart{"st_final_delay", "switch_delay"},
    Counterpart{"credit_delay", "credit_delay"},
    Counterpart{"internal_speedup", "speedup"},
    Counterpart{"input_speedup", "input_speedup"},
    Counterpart{"output_speedup", "output_speedup"},
    Counterpart{"output_buffer_size", "output_buffer"},
    Counterpart{"max_outstanding_requests", "max_outstanding"},
};
/// Keys of the router with the values 0 and 1.
constexpr std::array switches{
    Counterpart{"wait_for_tail_credit", "atomic_vcs"},
    Counterpart{"hold_switch_for_packet", "hold_switch"},
    Counterpart{"speculative", "speculative"},
};
/// Keys that steer the program and change no result.
constexpr std::array of_the_program{"sample_period",
                                    "warmup_periods",
                                    "max_samples",
                                    "latency_thres",
                                    "deadlock_warn_timeout",
                                    "print_activity",
                                    "print_csv_results",
                                    "viewer_trace",
                                    "watch_file",
                                    "watch_flits",
                                    "watch_packets",
                                    "watch_transient_packets",
                                    "watch_out",
                                    "stats_out",
                                    "measure_stats",
                                    "pair_stats",
                                    "sim_count",
                                    "include_queuing",
                                    "warmup_thres",
                                    "acc_warmup_thres",
                                    "stopping_thres",
                                    "acc_stopping_thres",
                                    "perm_seed",
                                    "print_vc_stats",
                                    "subnets",
                                    "alloc_iters",
                                    "fail_seed"};

constexpr std::array traffics{
    Counterpart{"uniform", "uniform"},          Counterpart{"bitcomp", "bit_complement"},
    Counterpart{"bitrev", "bit_reversal"},      Counterpart{"transpose", "transpose"},
    Counterpart{"tornado", "tornado"},          Counterpart{"neighbor", "neighbor:diagonal=true"},
    Counterpart{"shuffle", "transpose:rows=2"}, Counterpart{"randperm", "permutation"},
    Counterpart{"bad_dragon", "next_group"},
};

/// The routing function on a topology; empty topology: on any.
struct RoutingCounterpart {
  std::string_view function, topology, to;
};
constexpr std::array routings{
    RoutingCounterpart{"dor", "", "dimension_order"},
    RoutingCounterpart{"dim_order", "", "dimension_order"},
    RoutingCounterpart{"dim_order_ni", "", "dimension_order"},
    RoutingCounterpart{"xy_yx", "", "o1turn"},
    RoutingCounterpart{"romm", "", "romm"},
    RoutingCounterpart{"romm_ni", "", "romm"},
    RoutingCounterpart{"valiant", "", "valiant"},
    RoutingCounterpart{"min_adapt", "", "minimal_adaptive:selection=lowest"},
    RoutingCounterpart{"nca", "", "nearest_common_ancestor"},
    RoutingCounterpart{"anca", "", "nearest_common_ancestor:choice=adaptive"},
    RoutingCounterpart{"dest_tag", "", "destination_tag"},
    RoutingCounterpart{"ran_min", "", "dimension_order"},
    RoutingCounterpart{"ugal", "flatfly", "ugal"},
    RoutingCounterpart{"xyyx_ugal", "flatfly", "ugal"},
    RoutingCounterpart{"min", "dragonflynew", "minimal"},
    RoutingCounterpart{"ugal", "dragonflynew", "booksim_ugal"},
    RoutingCounterpart{"min", "anynet", "layered:layers=1"},
};

class Translator {
 public:
  explicit Translator(std::vector<BooksimSetting> const& settings) : settings_(settings) {
    for (auto const& setting : settings) result_.settings.push_back({setting, {}, {}});
  }

  BooksimImport translate() {
    result_.request.name = "simulate";
    engine_ = {"flit", {{"router", "booksim"}}};
    add("topology", topology());
    add("routing", routing());
    add("traffic", traffic());
    translate_router();
    translate_injection();
    if (auto const* const seed = find("seed"); seed != nullptr && seed->value != "time") {
      whole(*seed);
      add("seed", seed->value);
      became("seed", "--seed " + seed->value);
    }
    for (char const* key : of_the_program) became(key, "", "of the program");
    add("engine", engine_.to_string());
    for (auto const& [setting, becomes, note] : result_.settings)
      if (becomes.empty() && note.empty()) refuse(setting, "there is no counterpart for it");
    return std::move(result_);
  }

 private:
  BooksimSetting const* find(std::string_view key) const {
    auto const found = std::ranges::find(settings_, key, &BooksimSetting::key);
    return found == settings_.end() ? nullptr : &*found;
  }
  std::string value(std::string_view key, std::string_view otherwise) const {
    auto const* const setting = find(key);
    return setting == nullptr ? std::string(otherwise) : setting->value;
  }
  std::int64_t number(std::string_view key, std::int64_t otherwise) const {
    auto const* const setting = find(key);
    return setting == nullptr ? otherwise : whole(*setting);
  }
  static std::int64_t whole(BooksimSetting const& setting) {
    return at_place(setting.place, [&] { return read_integer(setting.key, setting.value); });
  }
  static double real(BooksimSetting const& setting) {
    return at_place(setting.place, [&] { return read_number(setting.key, setting.value); });
  }
  void add(std::string const& key, std::string const& text) {
    result_.request.arguments.push_back({key, text});
  }
  void add_option(std::string const& key, std::string const& text) {
    engine_.arguments.push_back({key, text});
  }
  void became(std::string_view key, std::string const& becomes, std::string const& note = {}) {
    for (auto& each : result_.settings)
      if (each.setting.key == key) {
        each.becomes = becomes;
        each.note = note;
      }
  }
  [[noreturn]] static void refuse(BooksimSetting const& setting, std::string const& why) {
    throw InputError(fmt::format("{} = {}", setting.key, shown(setting.value)), why,
                     "see docs/how-to/come-from-booksim.md", setting.place);
  }

  std::string topology() {
    auto const name = value("topology", "torus");
    auto const k = number("k", 8), n = number("n", 2), c = number("c", 1);
    auto const text = [&]() -> std::string {
      if (name == "mesh" || name == "torus" || name == "cmesh") {
        std::string sides;
        for (std::int64_t d = 0; d < n; ++d) sides += fmt::format("{}{}", d == 0 ? "" : "x", k);
        auto const concentrated = c > 1 ? fmt::format(",concentration={}", c) : "";
        return fmt::format("{}:sides={}{}", name == "torus" ? "torus" : "mesh", sides, concentrated);
      }
      if (name == "fattree") return fmt::format("kary_ntree:arity={},levels={}", k, n);
      if (name == "fly") return fmt::format("kary_nfly:arity={},stages={}", k, n);
      if (name == "flatfly")
        return fmt::format("flattened_butterfly:arity={},levels={}{}", k, n + 1,
                           c > 1 ? fmt::format(",concentration={}", c) : "");
      if (name == "dragonflynew")
        return fmt::format("dragonfly:p={0},a={1},h={0},arrangement=absolute", k, 2 * k);
      if (name == "anynet")
        return Spec{"file", {{"path", value("network_file", "")}, {"format", "anynet"}}}.to_string();
      return {};
    }();
    if (text.empty()) refuse(*find("topology"), "Weft has no such topology");
    for (char const* key : {"topology", "k", "n", "c", "network_file"}) became(key, text);
    for (char const* key : {"x", "y", "xr", "yr"})
      became(key, "", "the layout of the chip, which has no effect on cycles");
    if (number("use_noc_latency", 1) != 0 && name == "torus") {
      add_option("latency", "2");
      became("use_noc_latency", "latency=2");
    } else {
      became("use_noc_latency", "latency=1");
    }
    return text;
  }

  std::string routing() {
    auto const function = value("routing_function", "none");
    auto const name = value("topology", "torus");
    auto const found = std::ranges::find_if(routings, [&](RoutingCounterpart const& each) {
      return each.function == function && (each.topology.empty() || each.topology == name);
    });
    if (found == routings.end()) {
      if (auto const* const setting = find("routing_function"))
        refuse(*setting, fmt::format("Weft has no such routing on {}", name));
      throw missing("routing_function", "routing_function = dim_order;");
    }
    became("routing_function", std::string(found->to));
    return std::string(found->to);
  }

  std::string traffic() {
    auto const given = value("traffic", "uniform");
    auto const name = given.substr(0, given.find('('));
    auto const found = std::ranges::find(traffics, name, &Counterpart::from);
    if (found == traffics.end())
      refuse(*find("traffic"), "this pattern has no counterpart that a file could name");
    became("traffic", std::string(found->to));
    return std::string(found->to);
  }

  void translate_router() {
    for (auto const& [from, to] : same_value)
      if (auto const* const setting = find(from)) {
        auto const amount = real(*setting);
        bool const is_unlimited = (from == "output_buffer_size" && amount < 0) ||
                                  (from == "max_outstanding_requests" && amount == 0);
        if (is_unlimited) {
          became(from, "", "without limit, as in Weft");
          continue;
        }
        auto const text = format_number(amount);
        add_option(std::string(to), text);
        became(from, fmt::format("{}={}", to, text));
      }
    for (auto const& [from, to] : switches)
      if (auto const* const setting = find(from)) {
        auto const text = whole(*setting) != 0 ? "true" : "false";
        add_option(std::string(to), text);
        became(from, fmt::format("{}={}", to, text));
      }
    translate_allocator();
    translate_choice("router", {{"iq", ""}});
    translate_choice("buffer_policy", {{"private", ""}});
    translate_choice("priority", {{"none", ""}, {"age", "arbitration=age"}});
    translate_choice("noq", {{"0", ""}});
    translate_choice("classes", {{"1", ""}});
    translate_choice("use_read_write", {{"0", ""}});
    translate_choice("link_failures", {{"0", ""}});
  }

  /// A key of which only some values have a counterpart: an option of the engine, or the behavior of Weft.
  void translate_choice(std::string const& key, std::vector<Counterpart> const& known) {
    auto const* const setting = find(key);
    if (setting == nullptr) return;
    auto const found = std::ranges::find(known, setting->value, &Counterpart::from);
    if (found == known.end()) refuse(*setting, "there is no counterpart for this value");
    if (found->to.empty()) return became(key, "", "as in Weft");
    auto const equals = found->to.find('=');
    add_option(std::string(found->to.substr(0, equals)), std::string(found->to.substr(equals + 1)));
    became(key, std::string(found->to));
  }

  void translate_allocator() {
    auto const* const vc = find("vc_allocator");
    auto const* const sw = find("sw_allocator");
    if (vc == nullptr && sw == nullptr) return;
    auto const& setting = sw != nullptr ? *sw : *vc;
    if (vc != nullptr && sw != nullptr && vc->value != sw->value)
      refuse(*vc, fmt::format("one allocator serves both, and sw_allocator = {}", shown(sw->value)));
    auto const bracket = setting.value.find('(');
    auto const name = setting.value.substr(0, bracket);
    constexpr std::array known{
        Counterpart{"islip", "islip"}, Counterpart{"pim", "pim"}, Counterpart{"wavefront", "wavefront"},
        Counterpart{"separable_input_first", "input_first"}, Counterpart{"separable_output_first", "islip"}};
    auto const found = std::ranges::find(known, name, &Counterpart::from);
    if (found == known.end()) refuse(setting, "Weft has no such allocator");
    add_option("allocator", std::string(found->to));
    auto becomes = fmt::format("allocator={}", found->to);
    if (bracket != std::string::npos) {
      auto const rounds = setting.value.substr(bracket + 1, setting.value.find(')') - bracket - 1);
      at_place(setting.place, [&] { return read_integer(setting.key, rounds); });
      add_option("iterations", rounds);
      becomes += ",iterations=" + rounds;
    }
    for (char const* key : {"vc_allocator", "sw_allocator"}) became(key, becomes);
  }

  void translate_injection() {
    auto const size = number("packet_size", 1);
    if (find("packet_size") != nullptr) {
      add_option("packet_size", std::to_string(size));
      became("packet_size", fmt::format("packet_size={}", size));
    }
    translate_choice("sim_type", {{"latency", ""}, {"throughput", ""}});
    auto const* const rate = find("injection_rate");
    auto const given = rate == nullptr ? 0.1 : real(*rate);
    bool const in_flits = number("injection_rate_uses_flits", 0) != 0;
    auto const flits = format_number(in_flits ? given : given * static_cast<double>(size));
    add_option("rate", flits);
    became("injection_rate", "rate=" + flits, in_flits ? "" : "packets times their flits");
    became("injection_rate_uses_flits", "", "Weft counts flits");
    auto const process = value("injection_process", "bernoulli");
    if (process == "on_off") {
      add_option("injection", "on_off");
      if (auto const* const beta = find("burst_beta")) {
        auto const burst = format_number(1 / real(*beta));
        add_option("burst", burst);
        became("burst_beta", "burst=" + burst);
      }
      if (auto const* const r1 = find("burst_r1"); r1 != nullptr && real(*r1) > 0) {
        add_option("burst_rate", r1->value);
        became("burst_r1", "burst_rate=" + r1->value);
      }
      became("burst_alpha", "", "it follows from the rate");
      became("injection_process", "injection=on_off");
    } else if (process == "bernoulli") {
      became("injection_process", "injection=bernoulli");
      for (char const* key : {"burst_alpha", "burst_beta", "burst_r1"})
        became(key, "", "not used by bernoulli");
    }
  }

  std::vector<BooksimSetting> const& settings_;
  BooksimImport result_;
  Spec engine_;
};

}  // namespace

std::vector<BooksimSetting> parse_booksim(std::string_view text, std::string_view file) {
  return BooksimReader(text, file).read();
}

BooksimImport import_booksim(std::vector<BooksimSetting> const& settings) {
  return Translator(settings).translate();
}

}  // namespace weft
