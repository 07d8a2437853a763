#include "app/gui/macro/macro.h"

#include "app/gui/inspect/dock_kinds.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/slice_classes.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <QFile>
#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

#include <fmt/ranges.h>

namespace nscope::gui {
namespace {

constexpr const char* kMacroSchema = "nscope.macro/1";

using Kind = MacroStep::Kind;

constexpr std::pair<Kind, const char*> kMacroKeys[] = {{Kind::kPlace, "place"},
                                                       {Kind::kDock, "dock"},
                                                       {Kind::kFilter, "filter"},
                                                       {Kind::kColor, "color"},
                                                       {Kind::kCriticalPath, "critical_path"},
                                                       {Kind::kAction, "action"}};

constexpr std::string_view kMacroActions[] = {"view.close_groups", "view.open_groups",
                                              "view.find_next", "view.find_previous"};

/// Why the value of a step is not allowed; empty: it is.
Text obstacle_of(const MacroStep& step) {
  switch (step.kind) {
    case Kind::kPlace:
    case Kind::kFilter: return {};
    case Kind::kDock: {
      const auto docks = dock_kinds();
      const bool known =
          std::ranges::any_of(docks, [&](const DockKind& dock) { return step.value == dock.id; });
      return known ? Text() : nscope::tr("unknown dock '{}'", step.value);
    }
    case Kind::kColor:
      return to_string(color_mode_of(step.value)) == step.value
                 ? Text()
                 : nscope::tr("unknown colours '{}'", step.value);
    case Kind::kCriticalPath:
      return step.value == "shown" || step.value == "hidden"
                 ? Text()
                 : nscope::tr("must be 'shown' or 'hidden'");
    case Kind::kAction:
      return is_macro_action(step.value)
                 ? Text()
                 : nscope::tr("macros cannot contain the action '{}'", step.value);
  }
  return {};
}

Result<MacroStep> read_step(const Json& json, const std::string& where) {
  if (!json.is_object()) return fail(ErrorCode::kBadInput, nscope::tr("must be an object"), where);
  StrictObject in(json, where);
  MacroStep step;
  int actions = 0;
  const char* found = "";
  for (const auto& [kind, key] : kMacroKeys) {
    const auto value = in.optional_string(key);
    if (!value) continue;
    ++actions;
    found = key;
    step.kind = kind;
    step.value = *value;
  }
  step.input = in.optional_string("input");
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  if (actions != 1) {
    const auto keys = kMacroKeys | std::views::values;
    return fail(ErrorCode::kBadInput,
                nscope::tr("must have exactly one of these keys: {}",
                           fmt::format("{}", fmt::join(keys, ", "))),
                where);
  }
  if (step.input && step.kind != Kind::kDock) {
    return fail(ErrorCode::kBadInput, nscope::tr("only steps with a dock can have this key"),
                where + "/input");
  }
  Text why = obstacle_of(step);
  if (!why.empty()) return fail(ErrorCode::kBadInput, std::move(why), where + '/' + found);
  if (step.input && step.value == "analyses") {
    if (const auto known = analysis::find_analysis(*step.input); !known) {
      return fail(ErrorCode::kBadInput, known.error().message, where + "/input");
    }
  }
  return step;
}

}  // namespace

bool is_macro_action(std::string_view id) {
  return std::ranges::find(kMacroActions, id) != std::end(kMacroActions);
}

std::string macro_text(const Macro& macro) {
  Json steps = Json::array();
  for (const MacroStep& step : macro) {
    const auto* const key =
        std::ranges::find(kMacroKeys, step.kind, &std::pair<Kind, const char*>::first);
    Json json = {{key->second, step.value}};
    if (step.input) json["input"] = *step.input;
    steps.push_back(std::move(json));
  }
  return document_text({{"schema", kMacroSchema}, {"steps", std::move(steps)}});
}

Result<Macro> read_macro(std::string_view json, const std::string& name) {
  if (json.size() > kMostMacroBytes) {
    return fail(
        ErrorCode::kBadInput,
        nscope::tr("the file has more than {} bytes, the limit for macros", kMostMacroBytes), name);
  }
  auto document = parse_json(json, name);
  if (!document) return fail(document.error());
  if (!document->is_object()) {
    return fail(ErrorCode::kBadInput, nscope::tr("must be an object"), name);
  }
  StrictObject in(*document, name);
  if (in.string("schema") != kMacroSchema) {
    in.reject("schema", nscope::tr("must be '{}'", kMacroSchema));
  }
  const Json& steps = in.array("steps");
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  if (steps.size() > kMostMacroSteps) {
    return fail(
        ErrorCode::kBadInput,
        nscope::tr("{} steps, but macros can have at most {}", steps.size(), kMostMacroSteps),
        in.path("steps"));
  }
  Macro macro;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto step = read_step(steps[i], in.path("steps") + '/' + std::to_string(i));
    if (!step) return fail(step.error());
    macro.push_back(std::move(*step));
  }
  return macro;
}

Result<Macro> load_macro(const std::string& path) {
  QFile file(to_qstring(path));
  if (!file.open(QIODevice::ReadOnly)) {
    return fail(ErrorCode::kIo,
                nscope::tr("cannot open the file: {}", to_string(file.errorString())), path);
  }
  // One byte more than the limit, so that read_macro() detects a file that is too large.
  return read_macro(file.read(static_cast<qint64>(kMostMacroBytes) + 1).toStdString(), path);
}

}  // namespace nscope::gui
