// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/study/expression.hpp"
#include "weft/study/presentation.hpp"

namespace weft::study {
namespace {

/// The allowed deviation of a value from the published value.
struct Tolerance {
  bool relative = false;
  Expression amount;

  static Tolerance read(Toml const& option) {
    auto const text = option.is_text() ? option.as_text() : option.as_argument();
    if (!text.ends_with('%')) return {false, read_expression(option)};
    auto const percent = read_number(option.path(), text.substr(0, text.find_first_of(" %")));
    return {true, Expression::parse(fmt::format("{}", percent / 100))};
  }
};

struct TableColumn {
  Column head;
  Expression of;
  std::optional<Expression> published;
  std::optional<Tolerance> tolerance;
  bool all = false;  ///< stands for all columns of the table behind the rows
};

/// A condition that must be true in every row.
struct Claim {
  Expression that;
  std::string says;
};

/// Returns the last part of `table.column`, or the whole text.
std::string short_name(Expression const& of) {
  auto const* const name = of.plain_name();
  if (name == nullptr) return of.text();
  auto const dot = name->rfind('.');
  return dot == std::string::npos ? *name : name->substr(dot + 1);
}

TableColumn read_column(Toml const& option) {
  if (option.is_text() && option.as_text() == "*") return {{}, {}, {}, {}, true};
  if (!option.is_table()) {
    auto const of = read_expression(option);
    return {{short_name(of)}, of, {}, {}};
  }
  reject_unknown_keys(option, {column_keys()});
  auto const of = read_expression(option.at(option.find("of") == nullptr ? "name" : "of"));
  TableColumn column{
      {option.find("name") == nullptr ? short_name(of) : option.at("name").as_text()}, of, {}, {}};
  column.head.unit = text_at(option, "unit");
  column.head.doc = text_at(option, "doc");
  if (auto const* const digits = option.find("digits"))
    column.head.decimals = static_cast<int>(digits->as_integer());
  column.published = find_expression(option, "published");
  if (auto const* const tolerance = option.find("tolerance")) {
    if (!column.published)
      throw tolerance->error("a tolerance needs a published value", "", "add published = ..");
    column.tolerance = Tolerance::read(*tolerance);
  }
  return column;
}

/// A row during its construction: the values of earlier columns, and the rows from which they were computed.
class WithColumns final : public Rows {
 public:
  WithColumns(Frame const& frame, Table const& table) : frame_(frame), table_(table) {}
  void start_row() { cells_.clear(); }
  void add(Value value) { cells_.push_back(std::move(value)); }

  Value value(std::size_t row, std::string const& name) const override {
    if (auto const known = frame_.records()[row].find(name)) return *known;
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (table_.columns[i].name == name) return cells_[i];
    return {};
  }

 private:
  Frame const& frame_;
  Table const& table_;
  std::vector<Value> cells_;
};

/// The options of a [[present]] table of kind `table`.
struct TableSpec {
  std::string name, title;
  std::vector<TableColumn> columns;
  std::vector<Claim> claims;
  std::vector<Expression> group;
  bool grouped = false;

  explicit TableSpec(Toml const& options);
  bool compares() const {
    return !claims.empty() ||
           std::ranges::any_of(columns, [](auto const& column) { return column.tolerance.has_value(); });
  }
  std::string published_name(TableColumn const& column) const {
    bool const only =
        std::ranges::count_if(columns, [](auto const& each) { return each.published.has_value(); }) == 1;
    return only ? "published" : "published " + column.head.name;
  }
};

TableSpec::TableSpec(Toml const& options) : name(options.at("name").as_text()) {
  for (auto const& option : options.at("columns").as_list()) columns.push_back(read_column(option));
  title = text_at(options, "title");
  grouped = options.find("group") != nullptr;
  group = find_expressions(options, "group");
  if (auto const* const given = options.find("check"))
    for (auto const& claim : given->as_list()) {
      reject_unknown_keys(claim, {claim_keys()});
      claims.push_back({read_expression(claim.at("that")), claim.at("says").as_text()});
    }
}

/// Builds a table from the rows of a frame.
class TableMaker {
 public:
  TableMaker(TableSpec spec, Frame const& frame, Shown& shown)
      : spec_(std::move(spec)), frame_(frame), shown_(shown) {
    expand_all();
  }

  Table run() {
    Table table{spec_.name, spec_.title, heads(), {}};
    WithColumns cells(frame_, table);
    require_names(table);
    for (auto const& rows : groups()) add_row(rows, cells, table);
    return table;
  }

 private:
  /// Replaces a column `*` by all columns of the table behind the rows.
  void expand_all() {
    std::vector<TableColumn> columns;
    for (auto& column : spec_.columns) {
      if (!column.all) {
        columns.push_back(std::move(column));
        continue;
      }
      auto const* const table = frame_.records().front().table;
      if (table == nullptr)
        throw InputError("column '*' is not supported here", "the rows are runs, which have no columns",
                         "list the columns");
      for (auto const& head : table->columns)
        columns.push_back({head, Expression::parse("`" + head.name + "`"), {}, {}});
    }
    spec_.columns = std::move(columns);
  }
  std::vector<Column> heads() const {
    std::vector<Column> heads;
    for (auto const& column : spec_.columns) {
      auto head = column.head;
      if (auto const* const name = column.of.plain_name())
        if (auto const* const source = frame_.column(*name)) {
          if (head.unit.empty()) head.unit = source->unit;
          if (head.doc.empty()) head.doc = source->doc;
          if (head.decimals < 0) head.decimals = source->decimals;
        }
      heads.push_back(head);
      if (column.published) heads.push_back({spec_.published_name(column), head.unit, "", head.decimals});
    }
    if (spec_.compares())
      heads.push_back({"agreement", "", "whether the compared values agree within the tolerances"});
    return heads;
  }
  /// Throws InputError for a name that neither the rows nor the first `columns` columns of the table contain.
  void require_names(Expression const& expression, Table const& table, std::size_t columns) const {
    auto const end = table.columns.begin() + static_cast<std::ptrdiff_t>(columns);
    for (auto const& name : expression.names())
      if (std::find_if(table.columns.begin(), end,
                       [&](Column const& column) { return column.name == name; }) == end)
        frame_.require_names(Expression::parse("`" + name + "`"));
  }
  void require_names(Table const& table) const {
    for (auto const& expression : spec_.group) require_names(expression, table, 0);
    std::size_t before = 0;
    for (auto const& column : spec_.columns) {
      require_names(column.of, table, before);
      ++before;
      if (column.published) require_names(*column.published, table, before++);
      if (column.tolerance) require_names(column.tolerance->amount, table, before);
    }
    for (auto const& claim : spec_.claims) require_names(claim.that, table, before);
  }
  std::vector<Group> groups() const {
    std::vector<Group> groups;
    if (!spec_.grouped) {
      for (std::size_t row = 0; row < frame_.size(); ++row) groups.push_back({row});
      return groups;
    }
    for (auto& cluster : make_clusters(frame_, frame_.all(), spec_.group))
      groups.push_back(std::move(cluster.rows));
    return groups;
  }

  void add_row(Group const& group, WithColumns& cells, Table& table) {
    cells.start_row();
    std::vector<Value> row;
    std::vector<std::string> differences;
    bool compared = false;
    auto const add = [&](Value value) {
      cells.add(value);
      row.push_back(std::move(value));
    };
    for (auto const& column : spec_.columns) {
      add(column.of.over(cells, group));
      if (!column.published) continue;
      auto const value = row.back();
      add(column.published->over(cells, group));
      compared |= compare(column, value, row.back(), cells, group, differences);
    }
    for (auto const& claim : spec_.claims) {
      auto const holds = claim.that.over(cells, group);
      if (holds.is_empty()) continue;
      compared = true;
      ++shown_.compared;
      if (!is_true_value(holds)) differences.push_back("false: " + claim.says);
    }
    for (auto const& difference : differences)
      shown_.missed.push_back(fmt::format("{}: {}: {}", spec_.name, row_name(row, table), difference));
    if (spec_.compares())
      row.emplace_back(!differences.empty() ? fmt::format("DIFFERS: {}", fmt::join(differences, "; "))
                       : compared           ? "yes"
                                            : "");
    table.add_row(std::move(row));
  }
  /// Compares a value with the published value, and records it if it is outside of the tolerance. Returns
  /// false if there is nothing to compare.
  bool compare(TableColumn const& column, Value const& ours, Value const& published, WithColumns const& cells,
               Group const& group, std::vector<std::string>& differences) {
    if (!column.tolerance || published.is_empty()) return false;
    auto const allowed = column.tolerance->amount.over(cells, group);
    if (allowed.is_empty()) return false;
    ++shown_.compared;
    bool const same =
        published.is_number() && ours.is_number()
            ? is_close(ours.number(), published.number(), allowed.number(), column.tolerance->relative)
            : equal_values(ours, published);
    if (!same)
      differences.push_back(fmt::format("{} is {}, published {}", column.head.name,
                                        ours.is_empty() ? "unknown" : ours.short_text(),
                                        published.short_text()));
    return true;
  }
  static bool is_close(double ours, double published, double allowed, bool relative) {
    constexpr double rounding = 1e-9;  // rounding errors of sums
    double const scale = std::abs(published);
    return std::abs(ours - published) <= (relative ? allowed * scale : allowed) + rounding * scale;
  }
  /// Returns the names and values of the first cells, except empty ones and quantities with a unit; they
  /// identify the row.
  static std::string row_name(std::vector<Value> const& row, Table const& table) {
    std::string text;
    for (std::size_t i = 0; i < row.size() && i < 4; ++i)
      if (!row[i].is_empty() && table.columns[i].unit.empty())
        text += (text.empty() ? "" : ", ") + table.columns[i].name + " " + row[i].short_text();
    return text;
  }

  TableSpec spec_;
  Frame const& frame_;
  Shown& shown_;
};

class TablePresentation final : public Presentation {
 public:
  TablePresentation(Toml const& options, Source source)
      : Presentation(options.at("name").as_text(), std::move(source)), spec_(options) {
    hidden_ = flag_at(options, "hidden");
    if (!hidden_) options.at("title");
  }
  bool produces_table() const override { return true; }

  void show(Study const&, PresentationInput& input, Shown& shown) const override {
    auto const frame = rows(input, shown);
    if (frame.size() == 0) throw InputError("no rows match", "", "check `from` and `where`");
    auto table = TableMaker(spec_, frame, shown).run();
    input.tables.push_back(table);
    if (!hidden_) shown.tables.push_back(std::move(table));
  }

 private:
  TableSpec spec_;
  bool hidden_ = false;
};

}  // namespace

std::vector<KeyDoc> column_keys() {
  return {{"of", "expression", "the expression; default: the name"},
          {"name", "text",
           "heading of the column; later columns may use it as a name; default: the last part of `of`"},
          {"unit", "text", "unit of the column; default: the unit of the result's column"},
          {"digits", "integer", "digits after the decimal point; default: as in the result's column"},
          {"doc", "text", "the meaning of the column"},
          {"published", "expression",
           "an expression for the published value, which a column next to "
           "the computed value shows"},
          {"tolerance", "expression",
           "allowed deviation from the published value: `\"1 %\"` of it, a number, or an expression; "
           "rows without either are not compared"}};
}

std::vector<KeyDoc> claim_keys() {
  return {{"that", "expression!",
           "an expression that must be true in every row; `if(c, x)` claims x only if c is true"},
          {"says", "text!", "the claim in words"}};
}

PresentationKind table_kind() {
  return {
      "table",
      "a row per run, per row of a result table, or per group of such rows; a column per expression",
      {Source::keys(),
       {{"kind", "text!", "`table`"},
        {"name", "text!", "name of the output file, and of the rows for later presentations"},
        {"title", "text", "the title; required unless the table is hidden"},
        {"columns", "columns!",
         "a list: an expression, a table of the keys below, or `*` for all columns of the table behind the rows"},
        {"group", "expression|expression[]",
         "an expression or a list of expressions; rows with equal values become one, and columns may use "
         "functions over the group; `[]` makes one group of all"},
        {"check", "claim[]", "claims that must be true, each `{ that = \"..\", says = \"..\" }`"},
        {"hidden", "boolean", "true: the table is used only by later presentations"}}},
      read_presentation<TablePresentation>};
}

}  // namespace weft::study
