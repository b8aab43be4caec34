// SPDX-License-Identifier: Apache-2.0
#include "weft/interop/booksim_import.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "weft/core/number.hpp"
#include "weft/interop/booksim_counterparts.hpp"

namespace weft {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }

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
    for (char const* key : booksim::of_the_program) became(key, "", "of the program");
    add("engine", engine_.to_string());
    for (auto const& [setting, becomes, note] : result_.settings)
      if (becomes.empty() && note.empty()) reject(setting, "Weft has no counterpart");
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
  /// Adds options such as `vcs=2,allow_deadlock=true`.
  void add_options(std::string_view options) {
    while (!options.empty()) {
      auto const one = options.substr(0, options.find(','));
      options.remove_prefix(std::min(one.size() + 1, options.size()));
      add_option(std::string(one.substr(0, one.find('='))), std::string(one.substr(one.find('=') + 1)));
    }
  }
  /// Returns whether the counterpart of a key was already set by another translation.
  bool is_translated(std::string_view key) const {
    return std::ranges::any_of(result_.settings, [&](ImportedSetting const& each) {
      return each.setting.key == key && !(each.becomes.empty() && each.note.empty());
    });
  }
  void became(std::string_view key, std::string const& becomes, std::string const& note = {}) {
    for (auto& each : result_.settings)
      if (each.setting.key == key) {
        each.becomes = becomes;
        each.note = note;
      }
  }
  [[noreturn]] static void reject(BooksimSetting const& setting, std::string const& why) {
    throw InputError(fmt::format("{} = {}", setting.key, shown(setting.value)), why,
                     "change or remove the setting", setting.place);
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
      if (name == "anynet" && find("network_file") == nullptr)
        throw missing("network_file", "network_file = FILE;").at(find("topology")->place);
      if (name == "anynet")
        return Spec{"file", {{"path", value("network_file", "")}, {"format", "anynet"}}}.to_string();
      return {};
    }();
    if (text.empty()) reject(*find("topology"), "Weft has no such topology");
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
    auto const found = std::ranges::find_if(booksim::routings, [&](booksim::RoutingCounterpart const& each) {
      return each.function == function && (each.topology.empty() || each.topology == name);
    });
    if (found == booksim::routings.end()) {
      if (auto const* const setting = find("routing_function"))
        reject(*setting, fmt::format("Weft has no such routing on {}", name));
      throw missing("routing_function", "routing_function = dim_order;");
    }
    became("routing_function", std::string(found->to), std::string(found->note));
    if (!found->note.empty())
      result_.notes.push_back(fmt::format("{} of {}: {}", function, name, found->note));
    add_options(found->options);
    if (found->options.starts_with("vcs=")) became("num_vcs", "", std::string(found->note));
    return std::string(found->to);
  }

  std::string traffic() {
    auto const given = value("traffic", "uniform");
    auto const name = given.substr(0, given.find('('));
    if (name == "hotspot") return hot_spot(*find("traffic"));
    auto const found = std::ranges::find(booksim::traffics, name, &booksim::Counterpart::from);
    if (found == booksim::traffics.end())
      reject(*find("traffic"), "Weft has no counterpart for this pattern");
    became("traffic", std::string(found->to));
    return std::string(found->to);
  }

  /// Translates `hotspot({5})`: all packets go to one terminal, by default to terminal 0.
  std::string hot_spot(BooksimSetting const& setting) {
    auto const open = setting.value.find('(');
    auto list = open == std::string::npos ? std::string("0") : setting.value.substr(open + 1);
    std::erase_if(list, [](char c) { return c == '{' || c == '}' || c == ')' || is_space(c); });
    if (list.find(',') != std::string::npos) reject(setting, "only one hot terminal has a counterpart");
    at_place(setting.place, [&] { return read_integer(setting.key, list); });
    auto const pattern = "hot_spot:fraction=1,hot=1,at=" + list;
    became("traffic", pattern);
    return pattern;
  }

  void translate_router() {
    for (auto const& [from, to] : booksim::same_value)
      if (auto const* const setting = find(from); setting != nullptr && !is_translated(from)) {
        auto const amount = real(*setting);
        if (from == "output_buffer_size" && amount < 0) {
          became(from, "", "without limit, as in Weft");
          continue;
        }
        auto const text = format_number(amount);
        add_option(std::string(to), text);
        became(from, fmt::format("{}={}", to, text));
      }
    for (auto const& [from, to] : booksim::switches)
      if (auto const* const setting = find(from)) {
        auto const text = whole(*setting) != 0 ? "true" : "false";
        add_option(std::string(to), text);
        became(from, fmt::format("{}={}", to, text));
      }
    translate_allocator();
    translate_choice("router", {{"iq", ""}});
    translate_buffers();
    translate_choice("priority", {{"none", ""}, {"age", "arbitration=age"}});
    translate_choice("noq", {{"0", ""}});
    translate_choice("classes", {{"1", ""}});
    translate_choice("include_queuing", {{"1", ""}}, "latencies of Weft include the time at the source");
    translate_choice(
        "use_read_write", {{"0", ""}},
        "choose the sizes of requests and replies: injection=request_reply,packet_size=..,reply_size=..");
    if (auto const failures = number("link_failures", 0); failures > 0) {
      add("failed_links", std::to_string(failures));
      became("link_failures", fmt::format("--failed-links {}", failures), "Weft draws other links");
      became("fail_seed", "", "the seed of Weft also draws the failures");
    } else {
      became("link_failures", "", "as in Weft");
      became("fail_seed", "", "not used without failures");
    }
  }

  /// Translates a key of which only some values have a counterpart: an option of the engine, or the
  /// behavior of Weft. `why`: the reason why other values have none.
  void translate_choice(std::string const& key, std::vector<booksim::Counterpart> const& known,
                        std::string const& why = "Weft has no counterpart for this value") {
    auto const* const setting = find(key);
    if (setting == nullptr) return;
    auto const found = std::ranges::find(known, setting->value, &booksim::Counterpart::from);
    if (found == known.end()) reject(*setting, why);
    if (found->to.empty()) return became(key, "", "as in Weft");
    auto const equals = found->to.find('=');
    add_option(std::string(found->to.substr(0, equals)), std::string(found->to.substr(equals + 1)));
    became(key, std::string(found->to));
  }

  /// Translates the buffer shared by the virtual channels of a port, and the private part of each.
  void translate_buffers() {
    auto const policy = value("buffer_policy", "private");
    if (policy != "shared" && policy != "limited") {
      translate_choice("buffer_policy", {{"private", ""}});
      for (char const* key : {"buf_size", "private_buf_size", "max_held_slots"})
        became(key, "", "not used by private buffers");
      return;
    }
    auto const needed = [&](char const* key) {
      if (auto const* const setting = find(key)) return whole(*setting);
      throw missing(key, fmt::format("{} = N;", key)).at(find("buffer_policy")->place);
    };
    auto const all = needed("buf_size"), own = needed("private_buf_size"), vcs = number("num_vcs", 16);
    std::vector<std::pair<std::string, std::int64_t>> options{{"vc_buffer", own},
                                                              {"shared_buffer", all - vcs * own}};
    if (policy == "limited") options.emplace_back("shared_per_vc", needed("max_held_slots") - own);
    std::string text;
    for (auto const& [option, amount] : options) {
      if (amount < 0)
        reject(*find("buf_size"),
               fmt::format("buf_size must be at least num_vcs * private_buf_size = {}", vcs * own));
      if (option == "vc_buffer")
        std::erase_if(engine_.arguments, [](auto const& each) { return each.key == "vc_buffer"; });
      add_option(option, std::to_string(amount));
      text += (text.empty() ? "" : ",") + fmt::format("{}={}", option, amount);
    }
    for (char const* key : {"buffer_policy", "buf_size", "private_buf_size", "max_held_slots"})
      became(key, text);
    became("vc_buf_size", "", "private_buf_size is used");
  }

  void translate_allocator() {
    auto const* const vc = find("vc_allocator");
    auto const* const sw = find("sw_allocator");
    if (vc == nullptr && sw == nullptr) return;
    auto const& setting = sw != nullptr ? *sw : *vc;
    if (vc != nullptr && sw != nullptr && vc->value != sw->value)
      reject(*vc,
             fmt::format(
                 "Weft uses the same allocator for virtual channels and the switch, but sw_allocator = {}",
                 shown(sw->value)));
    auto const bracket = setting.value.find('(');
    auto const name = setting.value.substr(0, bracket);
    constexpr std::array known{booksim::Counterpart{"islip", "islip"}, booksim::Counterpart{"pim", "pim"},
                               booksim::Counterpart{"wavefront", "wavefront"},
                               booksim::Counterpart{"separable_input_first", "input_first"},
                               booksim::Counterpart{"separable_output_first", "islip"}};
    auto const found = std::ranges::find(known, name, &booksim::Counterpart::from);
    if (found == known.end()) reject(setting, "Weft has no such allocator");
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

  /// Translates packet sizes; returns the mean size in flits.
  double translate_sizes() {
    auto const* const setting = find("packet_size");
    if (setting == nullptr) return 1;
    if (!setting->value.starts_with('{')) {
      auto const size = whole(*setting);
      add_option("packet_size", std::to_string(size));
      became("packet_size", fmt::format("packet_size={}", size));
      return static_cast<double>(size);
    }
    auto const sizes = list_of_class(*setting);
    std::vector<std::int64_t> weights(sizes.size(), 1);
    if (auto const* const rates = find("packet_size_rate")) weights = list_of_class(*rates);
    if (weights.size() != sizes.size())
      reject(*find("packet_size_rate"), fmt::format("there are {} packet sizes", sizes.size()));
    add_option("packet_size", fmt::format("{}", fmt::join(sizes, "x")));
    add_option("size_weights", fmt::format("{}", fmt::join(weights, "x")));
    auto const becomes =
        fmt::format("packet_size={},size_weights={}", fmt::join(sizes, "x"), fmt::join(weights, "x"));
    for (char const* key : {"packet_size", "packet_size_rate"}) became(key, becomes);
    double flits = 0, packets = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      flits += static_cast<double>(sizes[i] * weights[i]);
      packets += static_cast<double>(weights[i]);
    }
    return flits / packets;
  }

  /// Returns the numbers of the first traffic class: all numbers of `{{1,5}}`, or the first number of
  /// `{1,5}`, which has one per class.
  static std::vector<std::int64_t> list_of_class(BooksimSetting const& setting) {
    auto text = setting.value;
    std::erase_if(text, is_space);
    bool const nested = text.starts_with("{{");
    auto const begin = text.find_first_not_of('{');
    auto list = begin == std::string::npos ? std::string() : text.substr(begin, text.find('}') - begin);
    std::vector<std::int64_t> numbers;
    while (!list.empty()) {
      auto const one = list.substr(0, list.find(','));
      list.erase(0, std::min(one.size() + 1, list.size()));
      numbers.push_back(at_place(setting.place, [&] { return read_integer(setting.key, one); }));
      if (!nested) break;
    }
    if (numbers.empty()) reject(setting, "expected {{N,..}}");
    return numbers;
  }

  void translate_injection() {
    auto const size = translate_sizes();
    translate_choice("sim_type", {{"latency", ""}, {"throughput", ""}, {"batch", "injection=batch"}});
    bool const is_batch = value("sim_type", "latency") == "batch";
    translate_batch(is_batch);
    if (is_batch) {
      for (char const* key : {"injection_rate", "injection_rate_uses_flits", "injection_process",
                              "burst_alpha", "burst_beta", "burst_r1"})
        became(key, "", "not used by a batch");
      return;
    }
    auto const* const rate = find("injection_rate");
    auto const given = rate == nullptr ? 0.1 : real(*rate);
    bool const in_flits = number("injection_rate_uses_flits", 0) != 0;
    auto const flits = format_number(in_flits ? given : given * size);
    add_option("rate", flits);
    became("injection_rate", "rate=" + flits, in_flits ? "" : "packets times their flits");
    became("injection_rate_uses_flits", "", "Weft counts flits");
    translate_process();
  }

  void translate_batch(bool is_batch) {
    if (!is_batch) {
      for (char const* key : {"batch_size", "batch_count", "max_outstanding_requests"})
        became(key, "", "of sim_type = batch only");
      return;
    }
    translate_choice("batch_count", {{"1", ""}}, "Weft runs one batch");
    auto const packets = number("batch_size", 1000);
    add("messages", std::to_string(packets));
    became("batch_size", fmt::format("--messages {}", packets));
    auto const outstanding = number("max_outstanding_requests", 0);
    if (outstanding > 0) {
      add_option("max_outstanding", std::to_string(outstanding));
      became("max_outstanding_requests", fmt::format("max_outstanding={}", outstanding));
    } else {
      became("max_outstanding_requests", "", "without limit, as in Weft");
    }
  }

  void translate_process() {
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

BooksimImport import_booksim(std::vector<BooksimSetting> const& settings) {
  return Translator(settings).translate();
}

InputError at_setting(InputError const& error, BooksimImport const& imported) {
  for (auto const& [setting, becomes, note] : imported.settings) {
    auto const option = becomes.substr(0, becomes.find_first_of("=,"));
    bool const concerns =
        !option.empty() && becomes.find('=') != std::string::npos &&
        (error.problem.starts_with(option + "=") || error.problem.starts_with(option + " "));
    if (concerns) return error.moved_to(setting.place);
  }
  return error;
}

}  // namespace weft
