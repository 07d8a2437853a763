#pragma once

#include "profiler/sql/sql_session.h"

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace nscope {

/// The result as one line of JSON, or "error: " and the reason.
inline std::string run_sql(SqlSession& session, std::string_view sql,
                           const SqlParameters& parameters = {}) {
  TaskControl control;
  const auto table = session.query(sql, control, {}, parameters);
  return table ? table->to_json().dump() : "error: " + table.error().message.english();
}

}  // namespace nscope
