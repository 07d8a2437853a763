#include "app/cli/output/parse_error_text.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

/// The message about a command line of a program with some options.
std::string message_for(const std::string& arguments) {
  CLI::App app;
  app.require_subcommand(1);
  CLI::App* const info = app.add_subcommand("info");
  std::string file;
  std::string format;
  int pieces = 0;
  unsigned seed = 0;
  double rate = 0;
  info->add_option("FILE", file)->required();
  info->add_option("--format", format)->check(CLI::IsMember({"table", "csv"}));
  info->add_option("--pieces", pieces)->check(CLI::Range(1, 10'000));
  CLI::Option* const rates = info->add_option("--rate", rate)->check(CLI::Range(0.001, 1e6));
  info->add_option("--seed", seed)->excludes(rates);
  try {
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    return parse_error_text(error).english();
  }
  return {};
}

TEST(ParseErrorText, NamesWhatIsUnknown) {
  EXPECT_EQ(message_for("info a --colour"), "unknown option '--colour'");
  EXPECT_EQ(message_for("info a b"), "unexpected argument 'b'");
  EXPECT_EQ(message_for("info a --format xls"),
            "unknown value 'xls' for --format; use one of table, csv");
}

TEST(ParseErrorText, NamesWhatIsMissing) {
  EXPECT_EQ(message_for(""), "a command is required");
  EXPECT_EQ(message_for("info"), "FILE is required");
  EXPECT_EQ(message_for("info a --seed"), "--seed needs a value");
}

TEST(ParseErrorText, AnOptionIsNotTheValueOfAnother) {
  CLI::App app;
  std::string value;
  std::vector<std::string> values;
  bool flag = false;
  app.add_option("--name", value);
  app.add_flag("--quiet", flag);
  CLI::App* const info = app.add_subcommand("info");
  info->add_option("--model", value);
  info->add_option("--set", values);
  const auto missing = [&](const std::vector<std::string>& words) {
    return missing_value(words, app).english();
  };
  EXPECT_EQ(missing({"info", "--model", "--set", "a"}), "--model needs a value");
  EXPECT_EQ(missing({"info", "--model", "--quiet"}), "--model needs a value");
  EXPECT_EQ(missing({"--name", "--quiet"}), "--name needs a value");
  for (const std::vector<std::string>& right :
       {std::vector<std::string>{"info", "--model", "a", "--quiet", "--set", "b"},
        {"info", "--quiet", "--model", "--other"},
        {"info", "--model=--set", "--set", "-1"},
        {"info", "--model", "info", "--", "--model", "--set"},
        {"info", "--model"}}) {
    EXPECT_EQ(missing(right), "") << right.size();
  }
}

TEST(ParseErrorText, NamesWrongValues) {
  EXPECT_EQ(message_for("info a --pieces 0"), "--pieces must be between 1 and 10000");
  EXPECT_EQ(message_for("info a --rate 0"), "--rate must be between 0.001 and 1000000");
  EXPECT_EQ(message_for("info a --seed x"), "invalid value 'x' for --seed");
}

TEST(ParseErrorText, NamesConflicts) {
  EXPECT_EQ(message_for("info a --seed 1 --rate 2"), "--rate and --seed cannot be combined");
  EXPECT_EQ(message_for("info a --seed 1 --seed 2"), "--seed can be given only once");
}

TEST(ParseErrorText, KeepsOtherMessages) {
  EXPECT_EQ(parse_error_text(CLI::RuntimeError("out of luck", 1)).english(), "out of luck");
}

}  // namespace
}  // namespace nscope::cli
