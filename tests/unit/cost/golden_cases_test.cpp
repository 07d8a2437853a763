// All cases of the price corpus and all figures of a case must be checked or listed as not checked.
#include "tests/support/corpus.h"
#include "tests/unit/cost/golden_case.h"

#include <cctype>

namespace nscope::cost::golden {
namespace {

/// Cases that are not checked here, with the reason.
const std::map<std::string, std::string> kNotHere = {
    {"F.npv", "tests of costmodel/migration"},
    {"F.irr", "tests of costmodel/migration"},
    {"F.mmc_c11", "queues are simulated"},
    {"F.mmc_c12", "queues are simulated"},
    {"F.mmc_c14", "queues are simulated"},
    {"F.mmc_c16", "queues are simulated"},
    {"F.mmc_sim_c12", "queues are simulated"},
    {"F.allen_cunneen_c12_ca1_cs4", "queues are simulated"},
};

Cases all_cases() {
  Cases cases = serving_cases();
  cases.merge(capacity_cases());
  cases.merge(training_cases());
  cases.merge(fleet_cases());
  cases.merge(spot_cases());
  cases.merge(other_cases());
  return cases;
}

/// One test for each case, named after it.
class GoldenCase : public CorpusTest, public testing::WithParamInterface<std::string> {};

TEST_P(GoldenCase, IsReproduced) {
  const auto file = parse_json(corpus_text("pricing/golden_cases.json"), "golden_cases.json");
  ASSERT_TRUE(file) << to_string(file.error());
  ASSERT_TRUE(file->contains(GetParam()));
  Case one(GetParam(), (*file)[GetParam()]);
  all_cases().at(GetParam())(one);
  one.expect_all_used();
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& [name, check] : all_cases()) names.push_back(name);
  return names;
}

/// The name with letters, digits and "_" only; "<" and ">" become words.
std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name;
  for (const char c : info.param) {
    if (c == '<') name += "below_";
    if (c == '>') name += "above_";
    if (c == '.' || c == '-') name += '_';
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') name += c;
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, GoldenCase, testing::ValuesIn(case_names()), test_name);

using GoldenCases = CorpusTest;

TEST_F(GoldenCases, EveryCaseIsCheckedOrListed) {
  const auto file = parse_json(corpus_text("pricing/golden_cases.json"), "golden_cases.json");
  ASSERT_TRUE(file) << to_string(file.error());
  Cases cases = all_cases();
  std::set<std::string> seen;
  for (const auto& [key, figures] : file->items()) {
    seen.insert(key);
    const auto found = cases.find(key);
    if (found == cases.end()) {
      EXPECT_EQ(kNotHere.count(key), 1U) << key << " is neither covered nor on the list";
      EXPECT_FALSE(key.starts_with("S1.") || key.starts_with("S3.")) << key << " must be covered";
      continue;
    }
    Case one(key, figures);
    found->second(one);
    one.expect_all_used();
  }
  for (const auto& [key, check] : cases) EXPECT_EQ(seen.count(key), 1U) << key;
  for (const auto& [key, why] : kNotHere) EXPECT_EQ(seen.count(key), 1U) << key;
}

}  // namespace
}  // namespace nscope::cost::golden
