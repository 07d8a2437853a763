#include "app/cli/output/help_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A program with a common option and two commands, of which one is hidden.
class HelpTextTest : public testing::Test {
 protected:
  HelpTextTest() {
    program_.formatter(help_formatter(language_));
    program_.set_help_flag("-h,--help", "Print the help xyzzy");
    program_.footer("The footer xyzzy");
    program_.add_flag("--json", flag_, "Print {{JSON}} xyzzy")->group(kCommonOptions);
    command_ = program_.add_subcommand("info", "Show facts xyzzy");
    command_->add_option("FILE", file_, "The file xyzzy")->required();
    command_->add_option("--table", table_, "The table xyzzy")->option_text("NAME")->required();
    program_.add_subcommand("secret", "For packagers xyzzy")->group("");
  }

  Language language_;
  CLI::App program_{"Profiler xyzzy"};
  CLI::App* command_ = nullptr;
  bool flag_ = false;
  std::string file_;
  std::string table_;
};

TEST_F(HelpTextTest, OfTheProgramListsCommandsAndCommonOptions) {
  translate_help(program_, language_);
  const std::string help = program_.help();
  EXPECT_THAT(help, HasSubstr("Common options:\n  --json"));
  EXPECT_THAT(help, HasSubstr("Commands:\n  info"));
  EXPECT_THAT(help, HasSubstr("The footer xyzzy"));
  EXPECT_THAT(help, Not(HasSubstr("secret")));
}

TEST_F(HelpTextTest, OfACommandEndsWithTheCommonOptions) {
  translate_help(program_, language_);
  const std::string help = command_->help();
  EXPECT_THAT(help, HasSubstr("Usage: info [OPTIONS] FILE\n"));
  EXPECT_THAT(help, HasSubstr("Arguments:\n  FILE "));
  EXPECT_THAT(help, HasSubstr("--table NAME (required)"));
  EXPECT_THAT(help, HasSubstr("Common options:\n  --json"));
  EXPECT_THAT(help, HasSubstr("The footer xyzzy"));
}

TEST_F(HelpTextTest, UnescapesBraces) {
  translate_help(program_, language_);
  EXPECT_THAT(program_.help(), HasSubstr("Print {JSON} xyzzy"));
}

TEST_F(HelpTextTest, StaysEnglishWithoutTranslation) {
  const auto german = Language::load("de");
  ASSERT_TRUE(german);
  translate_help(program_, *german);
  EXPECT_THAT(program_.help(), HasSubstr("Show facts xyzzy"));
  EXPECT_THAT(command_->help(), HasSubstr("The table xyzzy"));
}

}  // namespace
}  // namespace nscope::cli
