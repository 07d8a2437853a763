#pragma once

#include "profiler/base/result.h"
#include "profiler/sql/sql_session.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope {

/// A predefined query of resources/queries. Each file begins with
///
///   -- title: Time of each engine by instruction
///   -- shows: one more line
///   -- parameter: limit = 20 (rows to show)
///
/// A value in quotes is a string, other values are numbers. The id is the name of the file.
struct ReadyQuery {
  struct Parameter {
    std::string name;
    SqlParameters::value_type::second_type fallback;
    Text text{};  ///< the meaning
  };

  std::string id;
  Text title{};
  Text shows{};
  std::vector<Parameter> parameters;
  std::string sql;
};

/// Parses one query file. Errors: kInternal, because the files are part of this program.
Result<ReadyQuery> parse_ready_query(std::string_view id, std::string_view text);

/// All predefined queries, ordered by id. Errors: those of parse_ready_query().
Result<std::vector<ReadyQuery>> ready_queries();

/// The query with that id. Errors: kInvalidArgument with similar ids.
Result<ReadyQuery> find_ready_query(std::string_view id);

/// Parses a value of a user or of a query file: an integer, a real number, or else a string.
SqlParameters::value_type::second_type parse_sql_value(std::string_view text);

/// The parameters of a query: those in `given`, or else their defaults. Errors: kInvalidArgument
/// for a parameter that the query does not have.
Result<SqlParameters> fill_parameters(const ReadyQuery& query, const SqlParameters& given);

/// The SQL of a query with the defaults of its parameters instead of ":name", for users to read
/// and edit.
std::string written_out(const ReadyQuery& query);

}  // namespace nscope
