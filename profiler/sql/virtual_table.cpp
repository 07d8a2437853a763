#include "profiler/sql/virtual_table.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace nscope {
namespace {

// SQLite requires its own structs as base; the members of this program follow.
struct Connection : sqlite3_vtab {
  const SqlTable* table = nullptr;
};

struct Scan : sqlite3_vtab_cursor {
  std::unique_ptr<SqlCursor> cursor;
  SqlPlan plan;
};

// A plan is passed from xBestIndex to xFilter as text: two characters for each
// condition (column, operation), ';', two for each order term (column, 'a' or 'd').
constexpr char kFirstColumn = 'A';
constexpr std::pair<SqlOp, char> kOpLetters[] = {
    {SqlOp::kEqual, '='},     {SqlOp::kAnyOf, '@'},   {SqlOp::kLess, '<'},
    {SqlOp::kLessEqual, '{'}, {SqlOp::kGreater, '>'}, {SqlOp::kGreaterEqual, '}'}};

char letter_of(SqlOp op) {
  return std::find_if(std::begin(kOpLetters), std::end(kOpLetters),
                      [&](const auto& entry) { return entry.first == op; })
      ->second;
}

SqlOp op_of(char letter) {
  return std::find_if(std::begin(kOpLetters), std::end(kOpLetters),
                      [&](const auto& entry) { return entry.second == letter; })
      ->first;
}

std::optional<SqlOp> op_of(unsigned char sqlite_op) {
  switch (sqlite_op) {
    case SQLITE_INDEX_CONSTRAINT_EQ: return SqlOp::kEqual;
    case SQLITE_INDEX_CONSTRAINT_LT: return SqlOp::kLess;
    case SQLITE_INDEX_CONSTRAINT_LE: return SqlOp::kLessEqual;
    case SQLITE_INDEX_CONSTRAINT_GT: return SqlOp::kGreater;
    case SQLITE_INDEX_CONSTRAINT_GE: return SqlOp::kGreaterEqual;
    default: return std::nullopt;
  }
}

/// The condition that the table applies; nullopt if SQLite must check it.
std::optional<SqlCondition> taken(const SqlTable& table, sqlite3_index_info& info, int index) {
  const auto& constraint = info.aConstraint[index];
  const auto op = op_of(constraint.op);
  if (constraint.usable == 0 || !op || constraint.iColumn < 0) return std::nullopt;
  const int column = constraint.iColumn;
  if (table.is_text(column) &&
      sqlite3_stricmp(sqlite3_vtab_collation(&info, index), "BINARY") != 0) {
    return std::nullopt;
  }
  const bool list = *op == SqlOp::kEqual && sqlite3_vtab_in(&info, index, -1) != 0;
  if (list && table.takes({column, SqlOp::kAnyOf})) {
    sqlite3_vtab_in(&info, index, 1);  // requests the complete list
    return SqlCondition{column, SqlOp::kAnyOf};
  }
  if (!table.takes({column, *op})) return std::nullopt;
  return SqlCondition{column, *op};
}

int connect(sqlite3* database, void* aux, int, const char* const*, sqlite3_vtab** out, char**) {
  const auto* table = static_cast<const SqlTable*>(aux);
  const int status = sqlite3_declare_vtab(database, table->schema().c_str());
  if (status != SQLITE_OK) return status;
  auto connection = std::make_unique<Connection>();
  connection->table = table;
  *out = connection.release();
  return SQLITE_OK;
}

int disconnect(sqlite3_vtab* vtab) {
  const std::unique_ptr<Connection> owned(static_cast<Connection*>(vtab));
  return SQLITE_OK;
}

int best_index(sqlite3_vtab* vtab, sqlite3_index_info* info) {
  const SqlTable& table = *static_cast<Connection*>(vtab)->table;
  std::vector<SqlCondition> conditions;
  std::string text;
  for (int i = 0; i < info->nConstraint; ++i) {
    const auto& constraint = info->aConstraint[i];
    if (constraint.usable == 0 && table.is_parameter(constraint.iColumn)) return SQLITE_CONSTRAINT;
    const auto condition = taken(table, *info, i);
    if (!condition) continue;
    conditions.push_back(*condition);
    text += static_cast<char>(kFirstColumn + condition->column);
    text += letter_of(condition->op);
    info->aConstraintUsage[i].argvIndex = static_cast<int>(conditions.size());
    info->aConstraintUsage[i].omit = 1;
  }
  text += ';';
  std::vector<SqlOrderTerm> order;
  for (int i = 0; i < info->nOrderBy; ++i) {
    order.push_back({info->aOrderBy[i].iColumn, info->aOrderBy[i].desc != 0});
  }
  const int distinct = sqlite3_vtab_distinct(info);
  const auto ordering =
      distinct == 1 || distinct == 2 ? SqlOrdering::kGrouped : SqlOrdering::kSorted;
  const bool all_columns =
      std::all_of(order.begin(), order.end(), [](const auto& term) { return term.column >= 0; });
  if (!order.empty() && all_columns && table.delivers(order, ordering, conditions)) {
    info->orderByConsumed = 1;
    for (const SqlOrderTerm& term : order) {
      text += static_cast<char>(kFirstColumn + term.column);
      text += term.descending ? 'd' : 'a';
    }
  }
  const SqlEstimate estimate = table.estimate(conditions);
  info->estimatedCost = estimate.cost;
  info->estimatedRows = static_cast<sqlite3_int64>(std::max(estimate.rows, 1.0));
  if (estimate.at_most_one) info->idxFlags |= SQLITE_INDEX_SCAN_UNIQUE;
  info->idxStr = sqlite3_mprintf("%s", text.c_str());
  info->needToFreeIdxStr = 1;
  return info->idxStr == nullptr ? SQLITE_NOMEM : SQLITE_OK;
}

int open_cursor(sqlite3_vtab* vtab, sqlite3_vtab_cursor** out) {
  auto scan = std::make_unique<Scan>();
  scan->cursor = static_cast<Connection*>(vtab)->table->open();
  *out = scan.release();
  return SQLITE_OK;
}

int close_cursor(sqlite3_vtab_cursor* base) {
  const std::unique_ptr<Scan> owned(static_cast<Scan*>(base));
  return SQLITE_OK;
}

SqlConstant constant(sqlite3_value* value, bool as_text) {
  const int type = as_text ? sqlite3_value_type(value) : sqlite3_value_numeric_type(value);
  if (type == SQLITE_NULL) return std::monostate();
  if (!as_text && type == SQLITE_INTEGER) return std::int64_t{sqlite3_value_int64(value)};
  if (!as_text && type == SQLITE_FLOAT) return sqlite3_value_double(value);
  if (as_text && type == SQLITE_BLOB) return std::monostate();  // is not equal to any text
  const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(value));
  if (text == nullptr) return std::monostate();
  return std::string(text, static_cast<std::size_t>(sqlite3_value_bytes(value)));
}

/// Reuses the vectors of the last scan, because a join calls this for each row.
void read_plan(SqlPlan& plan, const SqlTable& table, const char* text, sqlite3_value** values) {
  std::size_t count = 0;
  for (; *text != ';'; text += 2, ++count) {
    if (plan.constraints.size() == count) plan.constraints.emplace_back();
    SqlConstraint& constraint = plan.constraints[count];
    constraint.column = text[0] - kFirstColumn;
    constraint.op = op_of(text[1]);
    constraint.values.clear();
    const bool as_text = table.is_text(constraint.column);
    if (constraint.op != SqlOp::kAnyOf) {
      constraint.values.push_back(constant(values[count], as_text));
      continue;
    }
    sqlite3_value* item = nullptr;
    int status = sqlite3_vtab_in_first(values[count], &item);
    for (; status == SQLITE_OK; status = sqlite3_vtab_in_next(values[count], &item)) {
      constraint.values.push_back(constant(item, as_text));
    }
  }
  plan.constraints.resize(count);
  plan.order.clear();
  for (++text; *text != '\0'; text += 2)
    plan.order.push_back({text[0] - kFirstColumn, text[1] == 'd'});
}

int report(Scan& scan, int status) {
  if (status != SQLITE_OK && status != SQLITE_INTERRUPT) {
    const Text why = scan.cursor->error();
    if (!why.empty()) {
      sqlite3_free(scan.pVtab->zErrMsg);
      scan.pVtab->zErrMsg = sqlite3_mprintf("%s", why.english().c_str());
    }
  }
  return status;
}

int filter(sqlite3_vtab_cursor* base, int, const char* text, int, sqlite3_value** values) {
  auto& scan = *static_cast<Scan*>(base);
  read_plan(scan.plan, *static_cast<Connection*>(base->pVtab)->table, text, values);
  return report(scan, scan.cursor->start(scan.plan));
}

int next(sqlite3_vtab_cursor* base) {
  auto& scan = *static_cast<Scan*>(base);
  const int status = scan.cursor->next();
  return status == SQLITE_OK ? status : report(scan, status);
}

int eof(sqlite3_vtab_cursor* base) {
  return static_cast<Scan*>(base)->cursor->at_end() ? 1 : 0;
}

int column(sqlite3_vtab_cursor* base, sqlite3_context* out, int index) {
  static_cast<Scan*>(base)->cursor->column(out, index);
  return SQLITE_OK;
}

int row_id(sqlite3_vtab_cursor* base, sqlite3_int64* out) {
  *out = static_cast<Scan*>(base)->cursor->row_id();
  return SQLITE_OK;
}

sqlite3_module make_module() {
  sqlite3_module module{};
  // Without xCreate the tables exist without a declaration and cannot be dropped.
  module.xConnect = connect;
  module.xBestIndex = best_index;
  module.xDisconnect = disconnect;
  module.xOpen = open_cursor;
  module.xClose = close_cursor;
  module.xFilter = filter;
  module.xNext = next;
  module.xEof = eof;
  module.xColumn = column;
  module.xRowid = row_id;
  return module;
}

const sqlite3_module kModule = make_module();

constexpr double kLargest = 9.2233720368547748e18;  // the largest real below 2^63

}  // namespace

void IntegerRange::narrow(const SqlConstraint& constraint) {
  const SqlOp op = constraint.op;
  const SqlConstant& value = constraint.values.front();
  const bool upper = op == SqlOp::kLess || op == SqlOp::kLessEqual;
  const auto nothing = [&] { *this = {1, 0}; };
  if (std::holds_alternative<std::monostate>(value)) return nothing();
  if (std::holds_alternative<std::string>(value)) {
    if (!upper) nothing();  // every number is less than any text
    return;
  }
  if (const auto* whole = std::get_if<std::int64_t>(&value)) {
    if (op == SqlOp::kLess) {
      if (*whole == std::numeric_limits<std::int64_t>::min()) return nothing();
      max = std::min(max, *whole - 1);
    } else if (op == SqlOp::kGreater) {
      if (*whole == std::numeric_limits<std::int64_t>::max()) return nothing();
      min = std::max(min, *whole + 1);
    }
    if (op == SqlOp::kLessEqual || op == SqlOp::kEqual) max = std::min(max, *whole);
    if (op == SqlOp::kGreaterEqual || op == SqlOp::kEqual) min = std::max(min, *whole);
    return;
  }
  const double real = std::get<double>(value);
  // All 64-bit integers are on the same side of a larger real number.
  if (real >= kLargest || real <= -kLargest) {
    if (op == SqlOp::kEqual || upper == (real < 0)) nothing();
    return;
  }
  const auto above = static_cast<std::int64_t>(std::ceil(real));
  const bool whole = std::floor(real) == real;
  switch (op) {
    case SqlOp::kLess: max = std::min(max, above - 1); break;
    case SqlOp::kLessEqual: max = std::min(max, whole ? above : above - 1); break;
    case SqlOp::kGreater: min = std::max(min, whole ? above + 1 : above); break;
    case SqlOp::kGreaterEqual: min = std::max(min, above); break;
    default:
      if (!whole) return nothing();
      min = std::max(min, above);
      max = std::min(max, above);
  }
}

bool equals_any(const SqlConstraint& constraint, std::int64_t value) {
  for (const SqlConstant& constant : constraint.values) {
    if (const auto* whole = std::get_if<std::int64_t>(&constant); whole != nullptr) {
      if (*whole == value) return true;
    } else if (const auto* real = std::get_if<double>(&constant)) {
      IntegerRange range;
      range.narrow({{constraint.column, SqlOp::kEqual}, {*real}});
      if (range.contains(value)) return true;
    }
  }
  return false;
}

bool equals_any(const SqlConstraint& constraint, std::string_view value) {
  for (const SqlConstant& constant : constraint.values) {
    const auto* text = std::get_if<std::string>(&constant);
    if (text != nullptr && *text == value) return true;
  }
  return false;
}

bool SqlTable::takes(SqlCondition) const {
  return false;
}
bool SqlTable::is_text(int) const {
  return false;
}
bool SqlTable::is_parameter(int) const {
  return false;
}
bool SqlTable::delivers(std::span<const SqlOrderTerm>, SqlOrdering,
                        std::span<const SqlCondition>) const {
  return false;
}

int register_table(sqlite3* database, const SqlTable& table, const char* name) {
  return sqlite3_create_module(database, name, &kModule, const_cast<SqlTable*>(&table));
}

}  // namespace nscope
