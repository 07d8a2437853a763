#include "app/sweep/sweep_spec.h"

#include "tests/unit/sweep/example_sweep.h"

#include <gmock/gmock.h>

namespace nscope::sweep {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SweepSpec, NamesMembersAfterTheLastKeyOfTheirPointer) {
  const Spec spec = valid_spec(
      R"("vary": [{"member": "/serving/users", "values": [1]},
                  {"member": "/work/0", "name": "first", "values": [{}]},
                  {"members": ["/instance", "/list/1"], "values": [["trn2.48xlarge", 4]]}])");
  EXPECT_THAT(spec.names(), ElementsAre("users", "first", "instance", "list"));
  EXPECT_EQ(spec.method, Method::kGrid);
}

TEST(SweepSpec, SetsMembersAndCreatesMissingObjects) {
  const Spec spec = valid_spec(
      R"("vary": [{"member": "/new/member", "values": [7]}, {"member": "/list/1", "values": [9]}])");
  const auto document = document_at(spec, {Json(7), Json(9)});
  ASSERT_TRUE(document);
  EXPECT_EQ(document->dump(), R"({"schema":"example/1","a":1,"list":[1,9],"new":{"member":7}})");
}

TEST(SweepSpec, RejectsAPointerThatLeadsThroughANumber) {
  for (const char* pointer :
       {"/a/b", "/list/7/x", "/list/x", "/list/2", "/list/99999999999999", "/list/-"}) {
    const Spec spec = valid_spec(std::string(R"("vary": [{"member": ")") + pointer +
                                 R"(", "name": "x", "values": [7]}])");
    const auto document = document_at(spec, {Json(7)});
    ASSERT_FALSE(document) << pointer;
    EXPECT_THAT(to_string(document.error()), HasSubstr(pointer));
    EXPECT_THAT(to_string(document.error()), HasSubstr("base.json"));
  }
}

TEST(SweepSpec, RejectsWhatIsNotValidAndNamesTheMember) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"("vary": [])", "sweep.json: /vary: must have at least one entry"},
      {R"("vary": 1)", "/vary"},
      {R"("vary": [{"values": [1]}])", "/vary/0/member"},
      {R"("vary": [{"member": "a", "values": [1]}])", "/vary/0/member: must be a JSON pointer"},
      {R"("vary": [{"member": "/a~2", "values": [1]}])", "~0"},
      {R"("vary": [{"member": "/0", "values": [1]}])", "needs a name"},
      {R"("vary": [{"member": "/a", "values": []}])", "/vary/0/values"},
      {R"("vary": [{"member": "/a", "vlaues": [1]}])", "/vary/0"},
      {R"("vary": [{"members": ["/a", "/b"], "values": [[1]]}])", "/vary/0/values/0"},
      {R"("vary": [{"members": ["/a", "/b"], "from": 1, "to": 2, "count": 2}])", "one member"},
      {R"("vary": [{"member": "/a", "from": 2, "to": 2, "count": 2}])", "greater than"},
      {R"("vary": [{"member": "/a", "from": 0, "to": 2, "count": 2, "scale": "logarithmic"}])",
       "/vary/0/from: must be positive"},
      {R"("vary": [{"member": "/a", "from": 0, "to": 2}])", "/vary/0/count"},
      {R"("vary": [{"member": "/a", "from": 0, "to": 2, "count": 2}],
          "sample": {"method": "random", "count": 3})",
       "only a grid"},
      {R"("vary": [{"member": "/a", "values": [1]}, {"member": "/b/A", "values": [1]}])",
       "the name 'A' is in use"},
      {R"("vary": [{"member": "/outcome", "values": [1]}])", "the name 'outcome' is in use"},
      {R"("vary": [{"member": "/a", "values": [1]}], "sample": {"method": "halton"})", "sobol"},
      {R"("vary": [{"member": "/a", "values": [1]}], "sample": {"method": "sobol", "count": 0})",
       "/sample/count"},
      {R"("vary": [{"member": "/a", "values": [1]}], "objectives": [{"figure": "x", "goal": "up"}])",
       "/objectives/0/goal"},
      {R"("vary": [{"member": "/a", "values": [1]}], "constraints": [7])", "/constraints/0"},
      {R"("vary": [{"member": "/a", "values": [1]}], "threads": 3)", "threads"},
  };
  for (const auto& [members, part] : cases) {
    const auto spec = spec_of(members);
    ASSERT_FALSE(spec) << members;
    EXPECT_EQ(spec.error().code, ErrorCode::kBadInput) << members;
    EXPECT_THAT(to_string(spec.error()), HasSubstr(part)) << members;
  }
}

TEST(SweepSpec, UnescapesTheKeysOfPointers) {
  const Spec spec = valid_spec(R"("vary": [{"member": "/x~1y/m~0n", "name": "m", "values": [7]}])");
  const auto document = document_at(spec, {Json(7)});
  ASSERT_TRUE(document);
  EXPECT_EQ(document->at("x/y").at("m~n"), 7);
}

TEST(SweepSpec, NamesTheSupportedVersion) {
  const Json json{{"schema", "nscope.sweep/2"}};
  const auto spec = spec_from_json(json, "s.json", Json::object(), "b.json");
  ASSERT_FALSE(spec);
  EXPECT_EQ(spec.error().code, ErrorCode::kUnsupportedVersion);
  EXPECT_THAT(to_string(spec.error()), HasSubstr("nscope.sweep/1"));
}

TEST(SweepSpec, NeedsADocument) {
  EXPECT_FALSE(base_of(Json{{"document", 3}}, "s.json"));
  EXPECT_FALSE(base_of(Json::array(), "s.json"));
  EXPECT_EQ(*base_of(Json{{"document", "example"}}, "s.json"), Json("example"));
}

}  // namespace
}  // namespace nscope::sweep
