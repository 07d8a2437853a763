#include "app/documents/document_reference.h"

#include "app/capacity/request/plan_request.h"
#include "app/capacity/request/training_request.h"
#include "costmodel/migration/roi_study.h"
#include "costmodel/scenario/scenario.h"
#include "simcore/catalog/device.h"
#include "simcore/catalog/instance.h"
#include "simcore/catalog/model.h"
#include "simcore/engine/documents/document_variants.h"
#include "simcore/engine/gpu/gpu_workload.h"
#include "simcore/engine/workload/workload.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// The error of the reader of a document, or nothing.
using Read = std::function<std::optional<Error>(const Json&)>;

template <class Value>
std::optional<Error> error_of(const Result<Value>& result) {
  return result ? std::nullopt : std::optional(result.error());
}

/// The error with the position of the only entry of a list instead of its id, as a JSON pointer
/// has.
std::optional<Error> with_position(std::optional<Error> error, const std::string& entry,
                                   const std::string& position) {
  if (!error) return error;
  const std::string where = error->where.english();
  const std::string before = "file: " + entry;
  if (where.starts_with(before + "/")) {
    error->where = "file: " + position + where.substr(before.size());
  }
  return error;
}

const std::map<std::string, Read>& readers() {
  static const std::map<std::string, Read> all{
      {"workload",
       [](const Json& json) {
         auto error = error_of(sim::workload_from_json(json, "file"));
         return error ? error : error_of(sim::varied_document_from_json(json, "file"));
       }},
      {"gpu-workload",
       [](const Json& json) {
         auto error = error_of(sim::gpu_workload_from_json(json, "file"));
         return error ? error : error_of(sim::varied_document_from_json(json, "file"));
       }},
      {"models",
       [](const Json& json) {
         return with_position(error_of(catalog::models_from_json(json, "file")), "/models/demo",
                              "/models/0");
       }},
      {"device",
       [](const Json& json) { return error_of(catalog::device_from_json(json, "file")); }},
      {"instances",
       [](const Json& json) {
         return with_position(error_of(catalog::instances_from_json(json, "file")),
                              "/instances/lab.4", "/instances/0");
       }},
      {"plan",
       [](const Json& json) { return error_of(capacity::plan_request_from_json(json, "file")); }},
      {"training-plan",
       [](const Json& json) {
         return error_of(capacity::training_request_from_json(json, "file"));
       }},
      {"cost", [](const Json& json) { return error_of(cost::scenario_from_json(json, "file")); }},
      {"roi", [](const Json& json) { return error_of(cost::roi_study_from_json(json, "file")); }},
  };
  return all;
}

/// A document with the object, and the place of its members in errors.
struct Case {
  const ReferenceObject* object = nullptr;
  Json document;
  Json& target() { return document[Json::json_pointer(object->path)]; }
  std::string place(const std::string& key) const { return "file: " + object->path + "/" + key; }
};

std::vector<Case> cases_of(const DocumentReference& reference, const ReferenceObject& object) {
  std::vector<Case> cases;
  for (const Json& example : object.examples) {
    Json document = reference.base;
    document.merge_patch(example);
    cases.push_back({&object, std::move(document)});
  }
  return cases;
}

/// The keys in "... The known keys are a, b, c".
std::set<std::string> listed_keys(const std::string& message) {
  std::set<std::string> keys;
  const std::string words = "known keys are ";
  const auto at = message.find(words);
  if (at == std::string::npos) return keys;
  std::istringstream in(message.substr(at + words.size()));
  for (std::string key; std::getline(in, key, ',');) {
    key.erase(0, key.find_first_not_of(' '));
    keys.insert(key);
  }
  return keys;
}

std::string place_of(const Error& error) {
  return error.where.english();
}

class DocumentReferenceTest : public testing::Test {
 protected:
  /// Calls `check(reader, case, member)` for each member of each example.
  void for_each_member(
      const std::function<void(const Read&, const Case&, const ReferenceMember&)>& check) {
    const auto references = document_references();
    ASSERT_TRUE(references) << to_string(references.error());
    for (const DocumentReference& reference : *references) {
      const Read& read = readers().at(reference.document);
      for (const ReferenceObject& object : reference.objects) {
        for (const Case& one : cases_of(reference, object)) {
          for (const ReferenceMember& member : object.members) check(read, one, member);
        }
      }
    }
  }

  /// Whether the error is about the member: at its place, or with its name among others.
  static bool concerns(const Error& error, const Case& one, const ReferenceMember& member) {
    return place_of(error).starts_with(one.place(member.name)) ||
           error.message.english().find("'" + member.name + "'") != std::string::npos;
  }

  /// Whether the reader refuses the value because of the member itself.
  static bool refuses(const Read& read, Case one, const ReferenceMember& member, Json value) {
    one.target()[member.name] = std::move(value);
    const auto error = read(one.document);
    return error && concerns(*error, one, member);
  }

  /// Whether the member is known in this example: others are of another kind of the object.
  static bool known(const Read& read, Case one, const ReferenceMember& member) {
    one.target()["no such key"] = 1;
    const auto error = read(one.document);
    return error && listed_keys(error->message.english()).count(member.name) > 0;
  }
};

TEST_F(DocumentReferenceTest, ExamplesCanBeRead) {
  const auto references = document_references();
  ASSERT_TRUE(references) << to_string(references.error());
  EXPECT_EQ(references->size(), readers().size());
  for (const DocumentReference& reference : *references) {
    for (const ReferenceObject& object : reference.objects) {
      ASSERT_THAT(object.examples, Not(IsEmpty()));
      for (const Case& one : cases_of(reference, object)) {
        const auto error = readers().at(reference.document)(one.document);
        EXPECT_FALSE(error) << reference.document << object.path << ": " << to_string(*error);
        EXPECT_TRUE(one.document.contains(Json::json_pointer(object.path))) << object.path;
      }
    }
  }
}

TEST_F(DocumentReferenceTest, ListsExactlyTheMembersThatTheReadersKnow) {
  const auto references = document_references();
  ASSERT_TRUE(references);
  for (const DocumentReference& reference : *references) {
    for (const ReferenceObject& object : reference.objects) {
      std::set<std::string> known_keys;
      for (Case one : cases_of(reference, object)) {
        one.target()["no such key"] = 1;
        const auto error = readers().at(reference.document)(one.document);
        ASSERT_TRUE(error) << reference.document << object.path;
        EXPECT_EQ(place_of(*error), one.place("no such key")) << to_string(*error);
        known_keys.merge(listed_keys(error->message.english()));
      }
      std::set<std::string> described;
      for (const ReferenceMember& member : object.members) described.insert(member.name);
      EXPECT_EQ(described, known_keys) << reference.document << object.path;
    }
  }
}

TEST_F(DocumentReferenceTest, EveryObjectOfAMemberIsDescribed) {
  const auto references = document_references();
  ASSERT_TRUE(references);
  for (const DocumentReference& reference : *references) {
    std::set<std::string> paths;
    for (const ReferenceObject& object : reference.objects) paths.insert(object.path);
    for (const ReferenceObject& object : reference.objects) {
      for (const ReferenceMember& member : object.members) {
        if (!member.object.empty()) EXPECT_EQ(paths.count(member.object), 1u) << member.object;
      }
    }
  }
}

TEST_F(DocumentReferenceTest, ReadersRefuseOtherTypes) {
  for_each_member([](const Read& read, const Case& one, const ReferenceMember& member) {
    if (member.type == "any" || !known(read, one, member)) return;
    const Json wrong =
        member.type == "object" || member.type == "array" ? Json(1.5) : Json::array({"x"});
    EXPECT_TRUE(refuses(read, one, member, wrong)) << one.place(member.name);
    if (member.type == "integer") {
      EXPECT_TRUE(refuses(read, one, member, 1.5)) << one.place(member.name);
    }
  });
}

TEST_F(DocumentReferenceTest, ReadersRefuseNumbersOutsideOfTheRange) {
  for_each_member([](const Read& read, const Case& one, const ReferenceMember& member) {
    if (!known(read, one, member)) return;
    const bool whole = member.type == "integer";
    const auto value_of = [&](double value) {
      Json json = whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
      return member.type == "array" ? Json::array({json}) : json;
    };
    const double step = whole || member.type == "array" ? 1 : 1e-6;
    if (member.least) {
      EXPECT_TRUE(refuses(read, one, member, value_of(*member.least - step)))
          << one.place(member.name) << " " << *member.least;
    }
    if (member.above) {
      EXPECT_TRUE(refuses(read, one, member, value_of(*member.above)))
          << one.place(member.name) << " " << *member.above;
    }
    if (member.most) {
      const double beyond = *member.most + std::max(step, *member.most * 1e-6);
      EXPECT_TRUE(refuses(read, one, member, value_of(beyond)))
          << one.place(member.name) << " " << *member.most;
    }
    if (member.below) {
      EXPECT_TRUE(refuses(read, one, member, value_of(*member.below))) << one.place(member.name);
    }
  });
}

TEST_F(DocumentReferenceTest, ReadersAcceptBothEndsOfTheRange) {
  for_each_member([](const Read& read, const Case& one, const ReferenceMember& member) {
    if (!known(read, one, member) || member.type == "array") return;
    for (const auto& end : {member.least, member.most}) {
      if (!end) continue;
      Case changed = one;
      changed.target()[member.name] =
          member.type == "integer" ? Json(static_cast<std::int64_t>(*end)) : Json(*end);
      const auto error = read(changed.document);
      // Conditions between several members can still refuse the value, but not its range.
      if (!error || place_of(*error) != one.place(member.name)) continue;
      EXPECT_THAT(error->message.english(), Not(HasSubstr("between")))
          << one.place(member.name) << " " << *end;
    }
  });
}

TEST_F(DocumentReferenceTest, ReadersKnowTheListedValuesOnly) {
  for_each_member([](const Read& read, const Case& one, const ReferenceMember& member) {
    if (member.values.empty() || !known(read, one, member)) return;
    const auto value_of = [&](const std::string& value) {
      return member.type == "array" ? Json::array({value}) : Json(value);
    };
    EXPECT_TRUE(refuses(read, one, member, value_of("no such value"))) << one.place(member.name);
    for (const std::string& value : member.values) {
      Case changed = one;
      changed.target()[member.name] = value_of(value);
      const auto error = read(changed.document);
      if (!error || place_of(*error) != one.place(member.name)) continue;
      EXPECT_THAT(error->message.english(), Not(HasSubstr("must be one of"))) << value;
      EXPECT_THAT(error->message.english(), Not(StartsWith("unknown"))) << value;
    }
  });
}

TEST_F(DocumentReferenceTest, RequiredMembersAreRequired) {
  for_each_member([](const Read& read, const Case& one, const ReferenceMember& member) {
    if (!known(read, one, member)) return;
    Case without = one;
    without.target().erase(member.name);
    const auto error = read(without.document);
    const bool missed = error && place_of(*error).starts_with(one.place(member.name));
    if (member.required) EXPECT_TRUE(missed) << one.place(member.name);
    if (missed && !member.required) {
      EXPECT_THAT(member.about + one.object->about, HasSubstr("required"))
          << one.place(member.name);
    }
  });
}

TEST_F(DocumentReferenceTest, DefaultsOfWorkloadsAreThoseOfTheReader) {
  const auto reference = document_reference("workload");
  ASSERT_TRUE(reference);
  for (const ReferenceObject& object : reference->objects) {
    for (const Case& one : cases_of(*reference, object)) {
      const auto usual = sim::workload_from_json(one.document, "file");
      ASSERT_TRUE(usual) << to_string(usual.error());
      for (const ReferenceMember& member : object.members) {
        Case stated = one;
        if (member.fallback.is_null() || stated.target().contains(member.name)) continue;
        if (!known(readers().at("workload"), one, member)) continue;
        stated.target()[member.name] = member.fallback;
        const auto read = sim::workload_from_json(stated.document, "file");
        if (!read) {
          ADD_FAILURE() << one.place(member.name) << ": " << to_string(read.error());
          continue;
        }
        EXPECT_EQ(to_json(*read), to_json(*usual)) << one.place(member.name);
      }
    }
  }
}

TEST_F(DocumentReferenceTest, SaysTheFormOfAMember) {
  ReferenceMember member{.name = "batch",
                         .type = "integer",
                         .fallback = 8,
                         .least = 1,
                         .most = 4096,
                         .unit = "sequences",
                         .about = ""};
  EXPECT_EQ(member.form().english(), "integer, 1 to 4,096, in sequences; 8 if absent");
  member = {.name = "kind", .type = "string", .required = true, .values = {"a", "b"}, .about = ""};
  EXPECT_EQ(member.form().english(), "string, one of a, b; required");
}

TEST_F(DocumentReferenceTest, NamesTheClosestDocument) {
  const auto missing = document_reference("worklod");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message.english(), HasSubstr("described documents are workload"));
}

}  // namespace
}  // namespace nscope::app
