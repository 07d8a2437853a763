#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// What can stand in one place of a command line: the value of an option, or an argument.
struct ValueReference {
  std::string name;                    ///< "FILE", "auto|plain|none"; empty for a flag
  std::vector<std::string> choices{};  ///< the words that can stand there, where they are known
  bool is_file = false;                ///< a file or a folder can stand there
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

/// What the program, or one of its commands, takes, as read from the parser. Manual pages and
/// shell completions are made from it.
struct CommandReference {
  std::string name;     ///< "nscope", "simulate"
  std::string summary;  ///< one line
  std::vector<OptionReference> options{};
  std::vector<ArgumentReference> arguments{};
  std::vector<CommandReference> commands{};  ///< without those that --help does not show
};

CommandReference read_reference(const CLI::App& app);

/// The words that a text such as "bf16|fp16|int8, on GPUs int4" allows. What is in upper case
/// stands for something else (N, FILE) and is no choice; neither are examples (ttft_p50_s=0.5).
std::vector<std::string> choices_in(std::string_view text);

}  // namespace nscope::cli
