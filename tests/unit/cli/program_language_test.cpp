#include "app/cli/program_language.h"

#include <map>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Environment environment(std::map<std::string, std::string> variables) {
  return [variables = std::move(variables)](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::string() : found->second;
  };
}

std::string_view code_in(std::map<std::string, std::string> variables) {
  static Language language;  // code() is a view into the language
  language = language_of_environment(environment(std::move(variables)));
  return language.code();
}

std::optional<std::string_view> option_in(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "nscope");
  return language_option(arguments);
}

std::string_view command_in(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "nscope");
  return command_word(arguments);
}

TEST(ProgramLanguage, UsesTheFirstVariableThatIsNotEmpty) {
  EXPECT_EQ(code_in({{"LC_ALL", "de_DE.UTF-8"}, {"LANG", "ja_JP.UTF-8"}}), "de");
  EXPECT_EQ(code_in({{"LC_ALL", ""}, {"LC_MESSAGES", "ja_JP.UTF-8"}, {"LANG", "de_DE"}}), "ja");
  EXPECT_EQ(code_in({{"LANG", "zh_CN.UTF-8"}}), "zh_CN");
}

TEST(ProgramLanguage, IsEnglishWithoutTranslation) {
  EXPECT_EQ(code_in({}), "en");
  EXPECT_EQ(code_in({{"LANG", "tlh_QO"}}), "en");
  EXPECT_EQ(code_in({{"LC_ALL", "C"}, {"LANG", "de_DE"}}), "en");
}

TEST(ProgramLanguage, TakesTheFirstTranslationOfTheList) {
  EXPECT_EQ(code_in({{"LANG", "en_GB.UTF-8"}, {"LANGUAGE", "tlh:ja:de"}}), "ja");
  EXPECT_EQ(code_in({{"LANG", "de_DE.UTF-8"}, {"LANGUAGE", "en:de"}}), "en");
  EXPECT_EQ(code_in({{"LANG", "de_DE.UTF-8"}, {"LANGUAGE", "tlh"}}), "en");
  EXPECT_EQ(code_in({{"LANG", "de_DE.UTF-8"}, {"LANGUAGE", ""}}), "de");
}

TEST(ProgramLanguage, IgnoresTheListInTheUntranslatedLocale) {
  for (const char* locale : {"C", "POSIX", "C.UTF-8"}) {
    EXPECT_EQ(code_in({{"LC_ALL", locale}, {"LANGUAGE", "de"}}), "en") << locale;
  }
  EXPECT_EQ(code_in({{"LANGUAGE", "de"}}), "en");
}

TEST(ProgramLanguage, SplitsTheListAtColons) {
  const auto requested = [](const char* list) {
    return requested_languages(environment({{"LANG", "de_DE"}, {"LANGUAGE", list}}));
  };
  EXPECT_THAT(requested("de:fr_FR"), ElementsAre("de", "fr_FR"));
  EXPECT_THAT(requested(":de::fr:"), ElementsAre("de", "fr"));
  EXPECT_THAT(requested(":"), ElementsAre("de_DE"));
  EXPECT_THAT(requested_languages(environment({})), IsEmpty());
}

TEST(LanguageOption, CanPrecedeOrFollowTheCommand) {
  EXPECT_EQ(option_in({"--language", "de", "info", "a.ntff"}), "de");
  EXPECT_EQ(option_in({"info", "a.ntff", "--language=ja"}), "ja");
  EXPECT_EQ(option_in({"info", "--language="}), "");
}

TEST(LanguageOption, IsAbsent) {
  EXPECT_EQ(option_in({}), std::nullopt);
  EXPECT_EQ(option_in({"info", "language", "de"}), std::nullopt);
  EXPECT_EQ(option_in({"info", "--languages", "de"}), std::nullopt);
  EXPECT_EQ(option_in({"info", "--language"}), std::nullopt);
  EXPECT_EQ(option_in({"find", "a.nscope", "--", "--language", "de"}), std::nullopt);
}

TEST(CommandWord, FollowsTheCommonOptions) {
  EXPECT_EQ(command_in({"info", "a.ntff"}), "info");
  EXPECT_EQ(command_in({"--language", "de", "--json", "info"}), "info");
  EXPECT_EQ(command_in({"--language=de", "--seed", "1", "info"}), "info");
  EXPECT_EQ(command_in({"--quiet"}), "");
}

}  // namespace
}  // namespace nscope::cli
