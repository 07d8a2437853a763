#include "app/cli/command.h"
#include "app/documents/document_reference.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

struct ReferenceArguments {
  std::string document;
  std::string object;
};

/// The names of the described documents.
Result<CommandOutput> list(const CommonOptions& common) {
  const auto references = app::document_references();
  if (!references) return fail(references.error());
  Table table({{.id = "document", .title = tr("Document")},
               {.id = "schema", .title = tr("Schema")},
               {.id = "about", .title = tr("Purpose")}});
  for (const app::DocumentReference& reference : *references) {
    table.add_row({reference.document, reference.schema, reference.about});
  }
  if (!common.json) return CommandOutput{.text = table.to_text(common.language)};
  const Json json{{"schema", "nscope.reference/1"}, {"documents", table.to_json()}};
  return CommandOutput{.text = document_text(json)};
}

std::string object_text(const app::ReferenceObject& object, const Language& language) {
  std::string text =
      fmt::format("\n{}  {}\n", object.path.empty() ? "/" : object.path, object.about);
  for (const app::ReferenceMember& member : object.members) {
    text += fmt::format("  {}\n      {}\n      {}\n", member.name, language.say(member.form()),
                        member.about);
  }
  return text;
}

Json object_json(const app::ReferenceObject& object) {
  Json members = Json::array();
  for (const app::ReferenceMember& member : object.members) {
    Json json{{"name", member.name}, {"type", member.type}, {"required", member.required}};
    const auto put = [&](const char* key, const std::optional<double>& value) {
      if (value) json[key] = *value;
    };
    put("least", member.least);
    put("above", member.above);
    put("most", member.most);
    put("below", member.below);
    if (!member.fallback.is_null()) json["default"] = member.fallback;
    if (!member.values.empty()) json["values"] = member.values;
    if (!member.unit.empty()) json["unit"] = member.unit;
    if (!member.object.empty()) json["object"] = member.object;
    json["about"] = member.about;
    members.push_back(std::move(json));
  }
  return {{"path", object.path}, {"about", object.about}, {"members", std::move(members)}};
}

/// Another document that has the object, one of the same schema if possible; empty: none.
std::string document_with(std::string_view object, std::string_view document) {
  const auto references = app::document_references();
  if (!references) return {};
  std::string schema;
  for (const app::DocumentReference& one : *references) {
    if (one.document == document) schema = one.schema;
  }
  std::string found;
  for (const app::DocumentReference& one : *references) {
    const bool has = std::any_of(one.objects.begin(), one.objects.end(),
                                 [&](const auto& each) { return each.path == object; });
    if (!has || one.document == document) continue;
    if (one.schema == schema) return one.document;
    if (found.empty()) found = one.document;
  }
  return found;
}

/// Says that the document has no such object: a similar one or another document that has it, and
/// all objects.
Text unknown_object(const ReferenceArguments& options, const std::vector<std::string>& paths) {
  const Text all =
      tr("the objects of '{}' are {}", options.document, fmt::format("{}", fmt::join(paths, ", ")));
  const Text none = tr("the document '{}' has no object '{}'", options.document, options.object);
  if (const std::string other = document_with(options.object, options.document); !other.empty()) {
    return tr("{}; 'nscope reference {} {}' describes that of another document; {}", none, other,
              options.object, all);
  }
  const std::vector<std::string> inner(paths.begin() + 1, paths.end());  // without "/"
  const auto similar = similar_name(options.object, inner);
  return similar ? tr("{}; did you mean '{}'? Otherwise, {}", none, *similar, all)
                 : tr("{}; {}", none, all);
}

Result<CommandOutput> run(const ReferenceArguments& options, const CommonOptions& common) {
  if (options.document.empty()) return list(common);
  const auto reference = app::document_reference(options.document);
  if (!reference) return fail(reference.error());
  const std::string wanted = options.object == "/" ? "" : options.object;
  std::string text =
      fmt::format("{} ({})\n{}\n", reference->title, reference->schema, reference->about);
  Json objects = Json::array();
  std::vector<std::string> paths;
  for (const app::ReferenceObject& object : reference->objects) {
    paths.push_back(object.path.empty() ? "/" : object.path);
    if (!options.object.empty() && object.path != wanted) continue;
    text += object_text(object, common.language);
    objects.push_back(object_json(object));
  }
  if (objects.empty()) {
    return fail(ErrorCode::kNotFound, unknown_object(options, paths));
  }
  if (!common.json) return CommandOutput{.text = std::move(text)};
  const Json json{{"schema", "nscope.reference/1"},
                  {"document", reference->document},
                  {"document_schema", reference->schema},
                  {"about", reference->about},
                  {"objects", std::move(objects)}};
  return CommandOutput{.text = document_text(json)};
}

}  // namespace

CommandRun define_reference(CLI::App& app) {
  const auto options = std::make_shared<ReferenceArguments>();
  app.add_option("DOCUMENT", options->document, help("Show the members of one kind of document"));
  app.add_option("OBJECT", options->object,
                 help("Show only this object, by its path, such as /serving"));
  return [options](const CommonOptions& common, TaskControl&) { return run(*options, common); };
}

}  // namespace nscope::cli
