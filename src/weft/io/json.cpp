// SPDX-License-Identifier: Apache-2.0
#include "weft/io/json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "weft/core/error.hpp"
#include "weft/io/file.hpp"
#include "weft/io/file_list.hpp"
#include "weft/io/npy.hpp"

namespace weft {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::optional<double> not_finite(std::string const& text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  return std::nullopt;
}

OrderedJson write(Value const& value) {
  if (value.is_empty()) return nullptr;
  if (value.is_text() || !std::isfinite(value.number())) return value.exact_text();
  if (auto const* const whole = std::get_if<std::int64_t>(&value.content())) return *whole;
  return value.number();
}

Value read_value(OrderedJson const& json) {
  if (json.is_null()) return {};
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number()) return json.get<double>();
  auto text = json.get<std::string>();
  if (auto const number = not_finite(text)) return *number;
  return text;
}

std::string dump(OrderedJson const& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

/// Formats `"key": value` pairs, one per line; pairs without a value are omitted.
std::string members(std::initializer_list<std::pair<char const*, std::string>> pairs,
                    std::string const& indent) {
  std::string text;
  for (auto const& [key, value] : pairs)
    if (!value.empty())
      text += fmt::format("{}{}  \"{}\": {}", text.empty() ? "{\n" : ",\n", indent, key, value);
  return text + "\n" + indent + "}";
}

std::string lines(std::vector<std::string> const& items, std::string const& indent) {
  std::string text;
  for (std::string const& item : items)
    text += fmt::format("{}{}  {}", text.empty() ? "[\n" : ",\n", indent, item);
  return items.empty() ? "[]" : text + "\n" + indent + "]";
}

constexpr std::array priority_names{"low", "normal", "high"};
constexpr std::array role_names{"automatic", "main", "whole", "detail"};

template <class Enum, std::size_t N>
Enum named(std::array<char const*, N> const& names, std::string const& name) {
  auto const found = std::ranges::find(names, name);
  if (found == names.end()) throw InputError(shown(name), "must be one of the names of the format");
  return static_cast<Enum>(found - names.begin());
}

/// Formats a digest; empty for the default.
std::string digest_text(Digest const& digest) {
  if (digest.role == Digest::Role::automatic && digest.rows.empty()) return {};
  OrderedJson json{{"role", role_names[static_cast<std::size_t>(digest.role)]}};
  if (!digest.rows.empty()) json["rows"] = digest.rows;
  return dump(json);
}

Digest read_digest(OrderedJson const& json) {
  Digest digest{named<Digest::Role>(role_names, json.at("role"))};
  if (json.contains("rows")) json.at("rows").get_to(digest.rows);
  return digest;
}

std::string table_json(Table const& table, std::string const& indent) {
  std::vector<std::string> columns, rows;
  for (Column const& column : table.columns) {
    OrderedJson json{
        {"name", column.name}, {"unit", column.unit}, {"doc", column.doc}, {"decimals", column.decimals}};
    if (!column.heading.empty()) json["heading"] = column.heading;
    if (column.priority != Priority::normal)
      json["priority"] = priority_names[static_cast<std::size_t>(column.priority)];
    columns.push_back(dump(json));
  }
  for (auto const& row : table.rows) {
    OrderedJson line = OrderedJson::array();
    for (Value const& value : row) line.push_back(write(value));
    rows.push_back(dump(line));
  }
  return members({{"name", dump(table.name)},
                  {"title", dump(table.title)},
                  {"digest", digest_text(table.digest)},
                  {"columns", lines(columns, indent + "  ")},
                  {"rows", lines(rows, indent + "  ")}},
                 indent);
}

char const* type_name(Array::Values const& values) {
  constexpr std::array names{"float32", "float64", "uint32", "uint64"};
  return names[values.index()];
}

std::string array_json(Array const& array) {
  OrderedJson json{{"name", array.name},          {"title", array.title},
                   {"unit", array.unit},          {"doc", array.doc},
                   {"shape", array.shape},        {"type", type_name(array.values)},
                   {"file", npy_file_name(array)}};
  if (!array.labels.empty()) json["labels"] = array.labels;
  return dump(json);
}

Array read_array(OrderedJson const& json) {
  Array array{json.at("name"), json.at("title"), json.at("unit"), json.at("doc"), json.at("shape"), {}};
  if (array.name.find('/') != std::string::npos)
    throw InputError("the name of array " + shown(array.name) + " is invalid",
                     "the name must be a file name");
  if (json.contains("labels")) json.at("labels").get_to(array.labels);
  return array;
}

Table read_table(OrderedJson const& json) {
  Table table{json.at("name"), json.at("title"), {}, {}};
  for (OrderedJson const& column : json.at("columns"))
    table.columns.push_back({column.at("name"), column.at("unit"), column.at("doc"), column.at("decimals"),
                             column.value("heading", ""),
                             named<Priority>(priority_names, column.value("priority", "normal"))});
  if (json.contains("digest")) table.digest = read_digest(json.at("digest"));
  for (OrderedJson const& line : json.at("rows")) {
    if (line.size() != table.columns.size())
      throw InputError("a row of table " + table.name + " is incomplete");
    auto& row = table.rows.emplace_back();
    for (OrderedJson const& value : line) row.push_back(read_value(value));
  }
  for (auto const row : table.digest.rows)
    if (row >= table.rows.size())
      throw InputError("the digest of table " + table.name + " refers to a missing row");
  return table;
}

/// Reads a result without the arrays, which are stored in other files.
Result read(OrderedJson const& json) {
  Result result;
  for (auto const& [key, value] : json.at("scenario").items()) result.scenario.push_back({key, value});
  json.at("version").get_to(result.version);
  json.at("seed").get_to(result.seed);
  json.at("host").get_to(result.host);
  json.at("threads").get_to(result.threads);
  for (auto const& [stage, seconds] : json.at("seconds").items()) result.timings.push_back({stage, seconds});
  for (OrderedJson const& table : json.at("tables")) result.tables.push_back(read_table(table));
  json.at("notes").get_to(result.notes);
  result.answer = json.value("answer", "");
  result.verb = json.value("verb", "");
  result.request = json.value("request", "");
  return result;
}

/// Returns the result of `read_json` for a JSON text; errors contain the file.
template <class Read>
auto parsed(std::string_view text, std::string_view file, Read read_json) {
  try {
    return read_json(OrderedJson::parse(text));
  } catch (InputError const& error) { throw error.at(file); } catch (OrderedJson::exception const& error) {
    std::string const what = error.what();  // "[json.exception.parse_error.101] parse error at line 1, ..."
    throw InputError("the file is not a Weft result", what.substr(std::min(what.size(), what.find("] ") + 2)),
                     {}, std::string(file));
  }
}

/// Returns the path of the result.json of a directory, or the file itself.
std::filesystem::path result_file(std::filesystem::path const& path) {
  if (file_exists(path)) return path;
  if (!directory_exists(path))
    throw InputError(shown(path.string()) + " does not exist", "",
                     "specify a result.json, or the directory of -o");
  if (file_exists(path / "result.json")) return path / "result.json";
  auto const inside = list_directory(path);
  auto const other =
      std::ranges::find_if(inside, [](auto const& entry) { return file_exists(entry / "result.json"); });
  throw InputError("the directory contains no result.json", "",
                   other == inside.end() ? "" : "did you mean " + other->string() + "?", path.string());
}

}  // namespace

std::string result_json(Result const& result) {
  OrderedJson scenario = OrderedJson::object(), seconds = OrderedJson::object();
  std::vector<std::string> tables, arrays;
  for (Setting const& setting : result.scenario) scenario[setting.key] = setting.value;
  for (Timing const& timing : result.timings) seconds[timing.stage] = timing.seconds;
  for (Table const& table : result.tables) tables.push_back(table_json(table, "    "));
  for (Array const& array : result.arrays) arrays.push_back(array_json(array));
  return members({{"run", dump(run_id(result))},
                  {"verb", result.verb.empty() ? "" : dump(result.verb)},
                  {"request", result.request.empty() ? "" : dump(result.request)},
                  {"answer", result.answer.empty() ? "" : dump(result.answer)},
                  {"scenario", dump(scenario)},
                  {"version", dump(result.version)},
                  {"seed", dump(result.seed)},
                  {"host", dump(result.host)},
                  {"threads", dump(result.threads)},
                  {"seconds", dump(seconds)},
                  {"tables", lines(tables, "  ")},
                  {"arrays", arrays.empty() ? "" : lines(arrays, "  ")},
                  {"notes", dump(result.notes)}},
                 "") +
         "\n";
}

Result parse_result(std::string_view text, std::string_view file) { return parsed(text, file, read); }

Result read_result(std::filesystem::path const& path) {
  auto const file = result_file(path);
  return parsed(read_listed_file(file), file.string(), [&](OrderedJson const& json) {
    auto result = read(json);
    if (!json.contains("arrays")) return result;
    for (OrderedJson const& listed : json.at("arrays")) {
      auto array = read_array(listed);
      auto const array_file = file.parent_path() / npy_file_name(array);
      auto saved = read_npy(read_listed_file(array_file), array_file.string());
      if (saved.shape != array.shape || type_name(saved.values) != listed.at("type").get<std::string>())
        throw InputError("shape or type differs from result.json", "", "write the result again",
                         array_file.string());
      array.values = std::move(saved.values);
      result.arrays.push_back(std::move(array));
    }
    return result;
  });
}

std::vector<Spec::Argument> parse_json_fields(std::string_view text) {
  auto const json = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) throw InputError(shown(text), "must be a JSON object");
  std::vector<Spec::Argument> fields;
  for (auto const& [key, value] : json.items()) {
    if (value.is_structured() || value.is_null())
      throw InputError("'" + shown(key) + "' has an unsupported type",
                       "must be a string, a number, true or false");
    fields.push_back({key, value.is_string() ? value.get<std::string>() : value.dump()});
  }
  return fields;
}

}  // namespace weft
