#pragma once

#include "profiler/base/result.h"
#include "profiler/sql/sql_session.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope {

/// A query of the library in resources/queries: one file each, which begins with
///
///   -- title: Where the time of each engine goes
///   -- shows: one line more
///   -- parameter: limit = 20 (rows to show)
///
/// A value in quotes is a text, any other a number. The id is the file's name.
struct ReadyQuery {
  struct Parameter {
    std::string name;
    SqlParameters::value_type::second_type fallback;
    std::string text;  ///< what it means
  };

  std::string id;
  std::string title;
  std::string shows;
  std::vector<Parameter> parameters;
  std::string sql;
};

/// Reads one file of the library. Errors: kInternal, since the files are ours.
Result<ReadyQuery> parse_ready_query(std::string_view id, std::string_view text);

/// All of them, by id. Errors: those of parsing.
Result<std::vector<ReadyQuery>> ready_queries();

/// The query of that id. Errors: kInvalidArgument naming the closest ones.
Result<ReadyQuery> find_ready_query(std::string_view id);

/// A value as users and file headers write it: whole number, real number or text.
SqlParameters::value_type::second_type parse_sql_value(std::string_view text);

/// The query's parameters, as `given` or by default. Errors: kInvalidArgument for
/// one the query does not have.
Result<SqlParameters> fill_parameters(const ReadyQuery& query, const SqlParameters& given);

/// The text of a query with its parameters' own values in place of ":name", for people to
/// read and change.
std::string written_out(const ReadyQuery& query);

}  // namespace nscope
