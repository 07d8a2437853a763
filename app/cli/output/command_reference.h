#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// A value in a command line: the value of an option, or a positional argument.
struct ValueReference {
  std::string name;                    ///< "FILE", "auto|plain|none"; empty for a flag
  std::vector<std::string> choices{};  ///< the allowed values; empty: any
  bool is_file = false;                ///< a file or a folder
};

struct OptionReference {
  std::vector<std::string> names;  ///< as typed, short names first: "-o", "--output"
  ValueReference value;
  std::string description;
  bool required = false;
};

struct ArgumentReference {
  ValueReference value;
  std::string description;
  bool required = false;
  bool repeats = false;
};

/// The options, arguments and commands of the program or of one of its commands, as read from
/// the parser. Manual pages and shell completions are made from it.
struct CommandReference {
  std::string name;     ///< "nscope", "simulate"
  std::string summary;  ///< one line
  std::vector<OptionReference> options{};
  std::vector<ArgumentReference> arguments{};
  std::vector<CommandReference> commands{};  ///< without those that --help omits
};

CommandReference read_reference(const CLI::App& app);

/// The values that a text such as "bf16|fp16|int8" lists. Placeholders in upper case (N, FILE)
/// and examples (ttft_p50_s=0.5) are not values.
std::vector<std::string> choices_in(std::string_view text);

}  // namespace nscope::cli
