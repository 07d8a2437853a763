#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::cli {

/// A list of a document that a parameter shortens, with JSON pointers.
struct ShortenedList {
  std::string at{};
  std::string total{};  ///< the number of all its entries; empty: the document does not state it
};

/// A parameter of a tool and the part of the command line that it becomes.
struct ToolParameter {
  enum class Kind {
    kText,
    kInteger,
    kNumber,
    kFlag,
    kTexts,     ///< a list; the option is repeated
    kRun,       ///< path of a session or capture, which is imported once
    kFile,      ///< path of another file or folder
    kDocument,  ///< a built-in name, a path, or the document itself
    kOutput,    ///< path of a file to write; only with --allow-write
  };
  std::string name{};
  Kind kind = Kind::kText;
  std::string about{};
  std::string option{};  ///< "--limit"; empty: a positional argument, in the order of the table
  bool required = false;
  std::vector<std::string> choices{};
  std::optional<double> least{};
  std::optional<double> most{};
  std::optional<double> fallback{};    ///< the number that is used if none is given
  std::vector<ShortenedList> lists{};  ///< the number limits how many entries of them are read
};

/// A tool that runs one command of nscope with --json.
struct Tool {
  std::string name{};
  std::string title{};
  std::string about{};
  std::vector<std::string> command{};  ///< "prices", "list"; empty: the tool lists files
  std::vector<std::string> last{};     ///< arguments after the positional ones, such as "insights"
  std::vector<std::string> pick{};  ///< the members of the document that the answer has; empty: all
  std::vector<ToolParameter> parameters{};
};

/// The parameters that every tool with a command has: the part of its answer.
const std::vector<ToolParameter>& answer_parameters();

/// The tools of resources/agents/tools.json. Errors: those of a damaged file, which tests exclude.
Result<std::vector<Tool>> read_tools();

/// The tool as `tools/list` describes it. Parameters that write are omitted unless `may_write`.
Json describe_tool(const Tool& tool, bool may_write);

}  // namespace nscope::cli
