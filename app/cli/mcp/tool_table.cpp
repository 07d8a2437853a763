#include "app/cli/mcp/tool_table.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace nscope::cli {
namespace {

using Kind = ToolParameter::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 9> kKinds = {{{"text", Kind::kText},
                                                                      {"integer", Kind::kInteger},
                                                                      {"number", Kind::kNumber},
                                                                      {"flag", Kind::kFlag},
                                                                      {"texts", Kind::kTexts},
                                                                      {"run", Kind::kRun},
                                                                      {"file", Kind::kFile},
                                                                      {"document", Kind::kDocument},
                                                                      {"output", Kind::kOutput}}};

std::vector<std::string> texts(StrictObject& in, const char* key) {
  std::vector<std::string> result;
  const Json* const list = in.optional(key);
  if (list == nullptr) return result;
  for (const Json& each : *list) result.push_back(each.is_string() ? std::string(each) : "");
  return result;
}

std::vector<ShortenedList> read_lists(StrictObject& parameter) {
  std::vector<ShortenedList> lists;
  const Json* const given = parameter.optional("lists");
  if (given == nullptr) return lists;
  for (const Json& each : *given) {
    StrictObject in(each, parameter.path("lists"));
    lists.push_back({.at = in.string("at"), .total = in.optional_string("total").value_or("")});
    parameter.adopt(in);
  }
  return lists;
}

ToolParameter read_parameter(const Json& json, StrictObject& tool) {
  StrictObject in(json, tool.path("parameters"));
  ToolParameter parameter{.name = in.string("name"),
                          .about = in.string("about"),
                          .option = in.optional_string("option").value_or(""),
                          .required = in.optional_boolean("required", false),
                          .choices = texts(in, "choices"),
                          .least = in.optional_number("least"),
                          .most = in.optional_number("most"),
                          .fallback = in.optional_number("fallback"),
                          .lists = read_lists(in)};
  const std::string kind = in.string("kind");
  const auto found = std::ranges::find(kKinds, kind, &std::pair<std::string_view, Kind>::first);
  if (found == kKinds.end()) {
    in.reject("kind", tr("unknown kind '{}'", kind));
  } else {
    parameter.kind = found->second;
  }
  tool.adopt(in);
  return parameter;
}

Result<Tool> read_tool(const Json& json, const std::string& where) {
  StrictObject in(json, where);
  Tool tool{.name = in.string("name"),
            .title = in.string("title"),
            .about = in.string("about"),
            .command = texts(in, "command"),
            .last = texts(in, "last"),
            .pick = texts(in, "pick")};
  for (const Json& each : in.array("parameters")) {
    tool.parameters.push_back(read_parameter(each, in));
  }
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return tool;
}

Json schema_of(const ToolParameter& parameter) {
  Json schema;
  switch (parameter.kind) {
    case Kind::kInteger: schema["type"] = "integer"; break;
    case Kind::kNumber: schema["type"] = "number"; break;
    case Kind::kFlag: schema["type"] = "boolean"; break;
    case Kind::kTexts: schema = {{"type", "array"}, {"items", {{"type", "string"}}}}; break;
    case Kind::kDocument: schema["type"] = Json::array({"string", "object"}); break;
    default: schema["type"] = "string";
  }
  schema["description"] = parameter.about;
  if (!parameter.choices.empty()) schema["enum"] = parameter.choices;
  if (parameter.least) schema["minimum"] = *parameter.least;
  if (parameter.most) schema["maximum"] = *parameter.most;
  if (parameter.fallback) schema["default"] = *parameter.fallback;
  return schema;
}

bool writes(const Tool& tool) {
  return std::ranges::any_of(tool.parameters,
                             [](const auto& each) { return each.kind == Kind::kOutput; });
}

/// The form of every answer.
Json output_schema() {
  return {{"type", "object"},
          {"properties",
           {{"command",
             {{"type", "string"}, {"description", "The command line that repeats the answer"}}},
            {"result", {{"description", "The document of the command, or a part of it"}}},
            {"left_out",
             {{"type", "array"},
              {"items", {{"type", "object"}}},
              {"description",
               "Lists and texts that are not complete, with their JSON pointer; ask again with "
               "'at', 'offset' and 'limit'. A 'total' of null is unknown"}}},
            {"note", {{"type", "string"}, {"description", "Remarks of the command"}}}}},
          {"required", Json::array({"result", "left_out"})}};
}

}  // namespace

const std::vector<ToolParameter>& answer_parameters() {
  static const std::vector<ToolParameter> kParameters = {
      {.name = "at",
       .about = "JSON pointer of the part of the answer to show, such as /events; see left_out"},
      {.name = "offset",
       .kind = Kind::kInteger,
       .about = "First entry of the list at 'at' (default: 0)",
       .least = 0,
       .most = 1e9},
      {.name = "limit",
       .kind = Kind::kInteger,
       .about = "Maximum number of entries of each list of the answer (default: 20)",
       .least = 1,
       .most = 1000}};
  return kParameters;
}

Result<std::vector<Tool>> read_tools() {
  constexpr std::string_view kFile = "agents/tools.json";
  const auto json = parse_json_resource(kFile);
  if (!json) return fail(json.error());
  std::vector<Tool> tools;
  for (const Json& each : *json) {
    auto tool = read_tool(each, std::string(kFile) + ": /" + std::to_string(tools.size()));
    if (!tool) return fail(tool.error());
    tools.push_back(*std::move(tool));
  }
  return tools;
}

Json describe_tool(const Tool& tool, bool may_write) {
  Json properties = Json::object();
  Json required = Json::array();
  const auto add = [&](const ToolParameter& parameter) {
    if (parameter.kind == Kind::kOutput && !may_write) return;
    properties[parameter.name] = schema_of(parameter);
    if (parameter.required) required.push_back(parameter.name);
  };
  for (const ToolParameter& each : tool.parameters) add(each);
  for (const ToolParameter& each : answer_parameters()) add(each);
  return {{"name", tool.name},
          {"title", tool.title},
          {"description", tool.about},
          {"inputSchema",
           {{"type", "object"},
            {"properties", properties},
            {"required", required},
            {"additionalProperties", false}}},
          {"outputSchema", output_schema()},
          {"annotations",
           {{"readOnlyHint", !(may_write && writes(tool))},
            {"destructiveHint", false},
            {"idempotentHint", true},
            {"openWorldHint", false}}}};
}

}  // namespace nscope::cli
