#pragma once

#include "app/cli/mcp/allowed_paths.h"
#include "app/cli/mcp/short_answer.h"
#include "app/cli/mcp/tool_table.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cli {

/// How paths and documents of a call become files that a command can open.
struct CallFiles {
  const AllowedPaths& allowed;
  /// The session of a capture, which is imported if necessary. Errors: those of the import.
  std::function<Result<std::string>(const std::string& path)> session;
  /// Writes a document of the client to a file NAME.json of its own and returns the path.
  std::function<Result<std::string>(const Json& document, const std::string& name)> document_file;
};

/// A call of a tool as a command line.
struct ToolCommand {
  std::vector<std::string> arguments;  ///< without the name of the program
  std::string shown;                   ///< for people, with the paths that the client gave
  AnswerPart part{};
  /// The lists of which the command reads only the first entries, and how many.
  std::vector<std::pair<ShortenedList, double>> read{};
};

/// The number of all entries of the lists of a document that a command shortened. Commands remark
/// on a list that they shortened, so without a `note` a list without a stated number is complete.
ListTotals list_totals(const Json& document, const std::string& note, const ToolCommand& command);

/// Checks the arguments of a call against the table and makes the command line. Each value is one
/// word with its option ("--limit=5") or follows "--", so that no value is read as an option.
/// Errors: kInvalidArgument naming the argument; those of paths and imports.
Result<ToolCommand> tool_command(const Tool& tool, const Json& arguments, const CallFiles& files);

}  // namespace nscope::cli
