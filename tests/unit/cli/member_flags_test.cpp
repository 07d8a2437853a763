#include "app/cli/options/member_flags.h"

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

std::string place(const std::string& where, bool has_document) {
  constexpr std::array kFlags{MemberFlag{"/regions", "--region", true},
                              MemberFlag{"/as_of", "--as-of", false}};
  Error error{ErrorCode::kNotFound, tr("unknown region"), where};
  return with_flag(std::move(error), kFlags, has_document).where.english();
}

TEST(MemberFlags, NamesTheFlagThatSetTheMember) {
  EXPECT_EQ(place("w.json: /regions/0", true), "w.json: /regions/0 (--region)");
  EXPECT_EQ(place("w.json: /regions", true), "w.json: /regions (--region)");
  EXPECT_EQ(place("command line: /regions/0", false), "--region");
}

TEST(MemberFlags, LeavesOtherErrorsAlone) {
  EXPECT_EQ(place("w.json: /regions_of", true), "w.json: /regions_of");
  EXPECT_EQ(place("w.json: /as_of", true), "w.json: /as_of") << "the flag was not given";
  EXPECT_EQ(place("", false), "");
}

}  // namespace
}  // namespace nscope::cli
