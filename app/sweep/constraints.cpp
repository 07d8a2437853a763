#include "app/sweep/constraints.h"

#include "profiler/base/files/sqlite.h"
#include "profiler/base/json/document_text.h"

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

namespace nscope::sweep {
namespace {

/// Virtual-machine steps after which an evaluation is stopped.
constexpr int kMostSteps = 1'000'000;

/// Permits expressions and functions over the values of a point, nothing else.
int allow_expressions(void*, int action, const char*, const char* function, const char*,
                      const char*) {
  if (action == SQLITE_SELECT || action == SQLITE_READ) return SQLITE_OK;
  if (action != SQLITE_FUNCTION) return SQLITE_DENY;
  const std::string_view name = function == nullptr ? "" : function;
  const bool allocates = name == "zeroblob" || name == "randomblob" || name == "printf" ||
                         name == "format" || name == "replace";
  const bool varies = name == "random" || name == "date" || name == "time" || name == "datetime" ||
                      name == "julianday" || name == "strftime" || name == "unixepoch";
  return allocates || varies || name == "load_extension" ? SQLITE_DENY : SQLITE_OK;
}

int stop_evaluation(void*) {
  return 1;
}

void bind(SQLite::Statement& statement, int index, const Json& value) {
  if (value.is_null()) {
    statement.bind(index);
  } else if (value.is_boolean()) {
    statement.bind(index, value.get<bool>() ? 1 : 0);
  } else if (value.is_number_integer()) {
    statement.bind(index, value.get<std::int64_t>());
  } else if (value.is_number()) {
    statement.bind(index, value.get<double>());
  } else if (value.is_string()) {
    statement.bind(index, value.get<std::string>());
  } else {
    statement.bind(index, compact_text(value));
  }
}

Place place_of(std::size_t constraint) {
  return fmt::format("/constraints/{}", constraint);
}

/// The message of SQLite without the text that SQLiteCpp adds.
Text sqlite_message(SQLite::Database& database) {
  return Text::verbatim(::sqlite3_errmsg(database.getHandle()));
}

}  // namespace

Result<Constraints> Constraints::prepare(const Spec& spec) {
  Constraints constraints;
  std::string columns;
  std::string listed;
  for (const std::string& name : spec.names()) {
    columns += fmt::format("{}? AS \"{}\"", columns.empty() ? "" : ", ", name);
    listed += fmt::format("{}{}", listed.empty() ? "" : ", ", name);
  }
  constraints.database_ = std::make_unique<SQLite::Database>(
      ":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_MEMORY);
  ::sqlite3* const handle = constraints.database_->getHandle();
  ::sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 100);
  ::sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 20);
  // An unknown name in double quotes is an error instead of a string.
  ::sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  ::sqlite3_set_authorizer(handle, allow_expressions, nullptr);
  ::sqlite3_progress_handler(handle, kMostSteps, stop_evaluation, nullptr);
  for (std::size_t i = 0; i < spec.constraints.size(); ++i) {
    const std::string sql =
        fmt::format("SELECT ({}\n) FROM (SELECT {})", spec.constraints[i], columns);
    const char* rest = nullptr;
    ::sqlite3_stmt* parsed = nullptr;
    const int code = ::sqlite3_prepare_v2(handle, sql.c_str(), -1, &parsed, &rest);
    const int bound = ::sqlite3_bind_parameter_count(parsed);
    const int results = ::sqlite3_column_count(parsed);
    ::sqlite3_finalize(parsed);
    const bool whole = rest != nullptr && *rest == '\0' && results == 1 &&
                       bound == static_cast<int>(spec.names().size());
    if (code != SQLITE_OK) {
      return fail(ErrorCode::kBadInput,
                  tr("'{}' is not an SQL expression over the varied members ({}): {}",
                     spec.constraints[i], listed, sqlite_message(*constraints.database_)),
                  place_of(i));
    }
    if (!whole) {
      return fail(ErrorCode::kBadInput,
                  tr("'{}' must be one SQL expression over the varied members ({})",
                     spec.constraints[i], listed),
                  place_of(i));
    }
    constraints.statements_.emplace_back(*constraints.database_, sql);
  }
  return constraints;
}

Result<bool> Constraints::met_by(const std::vector<Json>& values) {
  for (std::size_t i = 0; i < statements_.size(); ++i) {
    SQLite::Statement& statement = statements_[i];
    try {
      statement.reset();
      for (std::size_t k = 0; k < values.size(); ++k) {
        bind(statement, static_cast<int>(k) + 1, values[k]);
      }
      if (!statement.executeStep() || statement.getColumn(0).isNull() ||
          statement.getColumn(0).getDouble() == 0.0) {
        return false;
      }
    } catch (const SQLite::Exception& error) {
      return fail(ErrorCode::kBadInput, tr("cannot be evaluated: {}", Text::verbatim(error.what())),
                  place_of(i));
    }
  }
  return true;
}

}  // namespace nscope::sweep
