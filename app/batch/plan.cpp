#include "app/batch/plan.h"

#include "profiler/base/files/byte_source.h"
#include "profiler/base/json.h"
#include "profiler/base/parallel.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <glob.h>

namespace nscope::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostJobs = 1'000;
constexpr std::size_t kMostInputs = 100'000;
constexpr double kLongestTimeout = 30.0 * 24 * 3600;
constexpr std::array<std::string_view, 3> kOwnNames{"input", "stem", "output"};

/// Whether the text is a valid name of a step. Other text in braces is not replaced.
bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

/// "4 GiB", "512 MiB", "2 GB", or bytes.
std::optional<std::uint64_t> parse_memory(std::string_view text) {
  static constexpr auto kUnits = std::to_array<std::pair<std::string_view, double>>(
      {{"", 1.0}, {"B", 1.0}, {"MB", 1e6}, {"GB", 1e9}, {"MiB", 0x1p20}, {"GiB", 0x1p30}});
  double number = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  while (text.starts_with(' ')) text.remove_prefix(1);
  for (const auto& [unit, bytes] : kUnits) {
    const double total = number * bytes;
    if (text == unit && total >= 1.0 && total < 0x1p60) return static_cast<std::uint64_t>(total);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> read_memory(StrictObject& in) {
  const auto text = in.optional_string("memory");
  if (!text) return std::nullopt;
  const auto bytes = parse_memory(*text);
  if (!bytes) {
    in.reject("memory", tr("must be an amount of memory such as \"4 GiB\" or \"512 MiB\""));
  }
  return bytes;
}

std::size_t read_count(StrictObject& in, const char* key, std::size_t fallback) {
  const auto count = in.optional_integer(key);
  if (!count) return fallback;
  if (*count < 1 || *count > kMostJobs) {
    in.reject(key, tr("must be between 1 and {}", as::count(kMostJobs)));
    return fallback;
  }
  return static_cast<std::size_t>(*count);
}

std::vector<std::string> read_words(StrictObject& in, const char* key) {
  std::vector<std::string> words;
  for (const Json& word : in.array(key)) {
    if (!word.is_string()) {
      in.reject(key, tr("must be an array of strings"));
      break;
    }
    words.push_back(word.get<std::string>());
    if (words.back().find('\0') != std::string::npos) {
      in.reject(key, tr("must not contain NUL bytes"));
    }
  }
  return words;
}

void check_command(StrictObject& in, const Step& step, std::span<const std::string_view> commands) {
  if (step.command.empty()) {
    in.reject("command", tr("must contain an nscope command and its arguments"));
    return;
  }
  const std::string& name = step.command.front();
  if (std::find(commands.begin(), commands.end(), name) != commands.end()) return;
  if (name == "batch") {
    in.reject("command", tr("a step cannot run a batch; add the steps of that batch to this plan"));
    return;
  }
  const std::vector<std::string> known(commands.begin(), commands.end());
  const auto closest = closest_names(name, known, 1);
  in.reject("command", closest.empty()
                           ? tr("unknown command '{}'", name)
                           : tr("unknown command '{}'; did you mean '{}'?", name, closest.front()));
}

/// Checks {NAME} of an earlier step.
void check_reference(StrictObject& in, const Step& step, const Step& named, std::string_view word) {
  if (named.output.empty()) {
    in.reject("command", tr("{{{}}} refers to a step without output", named.name));
  }
  if (!step.for_each_input && named.for_each_input && word != "{" + named.name + "}") {
    in.reject("command",
              tr("{{{}}} is a list in this step and must be a separate argument", named.name));
  }
}

/// Checks all names in braces and determines whether the step runs for each input.
void check_names_in_braces(StrictObject& in, Step& step, const std::vector<Step>& earlier) {
  std::vector<std::string> words = step.command;
  words.push_back(step.output);
  for (const std::string& word : words) {
    for (const std::string& name : names_in_braces(word)) {
      if (name == "input" || name == "stem") step.for_each_input = true;
    }
  }
  for (const std::string& word : words) {
    const bool in_output = &word == &words.back();
    for (const std::string& name : names_in_braces(word)) {
      if (name == "input" || name == "stem") continue;
      const auto it = std::find_if(earlier.begin(), earlier.end(),
                                   [&](const Step& other) { return other.name == name; });
      if (in_output) {
        in.reject("output", tr("can contain {{input}} and {{stem}} only"));
      } else if (it != earlier.end()) {
        check_reference(in, step, *it, word);
      } else if (name != "output") {
        in.reject(
            "command",
            tr("{{{}}} is neither an earlier step nor {{input}}, {{stem}} or {{output}}", name));
      } else if (step.output.empty()) {
        in.reject("output", tr("is required, because the command contains {{output}}"));
      }
    }
  }
}

void check_name(StrictObject& in, const Step& step, const std::vector<Step>& earlier) {
  if (!is_name(step.name)) {
    in.reject("name", tr("must consist of a-z, 0-9, _ and -"));
  }
  const bool own = std::find(kOwnNames.begin(), kOwnNames.end(), step.name) != kOwnNames.end();
  const bool taken = std::any_of(earlier.begin(), earlier.end(),
                                 [&](const Step& other) { return other.name == step.name; });
  if (own) in.reject("name", tr("'{}' is reserved", step.name));
  if (taken) in.reject("name", tr("duplicate '{}'", step.name));
}

/// Whether an output is in the output folder or a subfolder.
bool stays_below(const std::string& path) {
  const fs::path normal = fs::path(path).lexically_normal();
  return !normal.is_absolute() && !normal.empty() && *normal.begin() != ".." &&
         normal.has_filename() && normal != "." && !path.starts_with('.');
}

Step read_step(const Json& json, StrictObject& document, const std::vector<Step>& earlier,
               std::span<const std::string_view> commands) {
  StrictObject in(json, document.path(fmt::format("steps/{}", earlier.size())));
  Step step;
  step.name = in.string("name");
  check_name(in, step, earlier);
  step.command = read_words(in, "command");
  check_command(in, step, commands);
  step.output = in.optional_string("output").value_or("");
  if (!step.output.empty() && !stays_below(step.output)) {
    in.reject("output", tr("must be a file in the output folder of the plan"));
  }
  step.memory = read_memory(in);
  step.timeout = in.optional_number("timeout");
  if (step.timeout && !(*step.timeout > 0.0 && *step.timeout <= kLongestTimeout)) {
    in.reject("timeout", tr("must be greater than 0 s and at most 30 days"));
  }
  check_names_in_braces(in, step, earlier);
  document.adopt(in);
  return step;
}

/// A path with the special characters of glob patterns escaped.
std::string escaped(const std::string& path) {
  std::string out;
  for (const char c : path) {
    if (std::string_view("*?[]\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// The files that match the pattern, relative to the folder of the plan, sorted.
Result<std::vector<std::string>> find_inputs(const std::string& pattern, const Plan& plan,
                                             const std::string& where) {
  const bool absolute = pattern.starts_with('/');
  const std::string prefix = absolute ? "" : plan.folder + "/";
  glob_t found = {};
  const int code = ::glob((escaped(prefix) + pattern).c_str(), GLOB_ERR, nullptr, &found);
  std::vector<std::string> paths;
  for (std::size_t i = 0; code == 0 && i < found.gl_pathc; ++i) {
    std::string path = std::string(found.gl_pathv[i]).substr(prefix.size());
    // A path that starts with a dash would be read as an option.
    paths.push_back(path.starts_with('-') ? "./" + path : std::move(path));
  }
  ::globfree(&found);
  if (code != 0 && code != GLOB_NOMATCH) {
    return fail(ErrorCode::kIo, tr("cannot search for '{}'", pattern), where);
  }
  if (paths.empty()) {
    return fail(ErrorCode::kBadInput, tr("no file matches '{}'", pattern), where);
  }
  return paths;
}

Result<> find_all_inputs(const std::vector<std::string>& patterns, const std::string& where,
                         Plan& plan) {
  std::set<std::string> known;
  for (const std::string& pattern : patterns) {
    auto found = find_inputs(pattern, plan, where);
    if (!found) return fail(found.error());
    for (std::string& path : *found) {
      if (known.insert(path).second) plan.inputs.push_back(std::move(path));
    }
  }
  if (plan.inputs.size() > kMostInputs) {
    return fail(ErrorCode::kBadInput,
                tr("{} files match; the maximum is {}", as::count(std::ssize(plan.inputs)),
                   as::count(kMostInputs)),
                where);
  }
  return {};
}

void read_limits(StrictObject& in, Plan& plan) {
  plan.cores = read_count(in, "cores", core_count());
  plan.jobs = read_count(in, "jobs", plan.cores);
  plan.memory = read_memory(in);
  plan.stop_on_failure = in.optional_boolean("stop_on_failure", false);
}

void check_memory(StrictObject& in, const Plan& plan) {
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    if (plan.memory && plan.steps[i].memory.value_or(0) > *plan.memory) {
      in.reject(fmt::format("steps/{}/memory", i), tr("exceeds the memory of the plan"));
    }
  }
}

}  // namespace

std::vector<std::string> names_in_braces(std::string_view word) {
  std::vector<std::string> names;
  for (std::size_t open = word.find('{'); open != std::string_view::npos;
       open = word.find('{', open + 1)) {
    const std::size_t close = word.find('}', open);
    if (close == std::string_view::npos) break;
    const std::string_view name = word.substr(open + 1, close - open - 1);
    if (is_name(name)) names.emplace_back(name);
  }
  return names;
}

Result<Plan> read_plan(const std::string& file, std::span<const std::string_view> commands) {
  const auto source = ByteSource::open(file);
  if (!source) return fail(source.error());
  const auto json = parse_json(source->text(), file);
  if (!json) return fail(json.error());
  StrictObject in(*json, file);
  if (in.string("schema") != "nscope.batch/1") {
    in.reject("schema", tr("must be \"nscope.batch/1\""));
  }
  Plan plan{.file = file, .folder = fs::absolute(file).parent_path().string()};
  const auto patterns =
      in.optional("inputs") != nullptr ? read_words(in, "inputs") : std::vector<std::string>{};
  plan.output = in.string("output");
  if (plan.output.empty()) in.reject("output", tr("must be the path of a folder"));
  read_limits(in, plan);
  for (const Json& step : in.array("steps")) {
    plan.steps.push_back(read_step(step, in, plan.steps, commands));
  }
  if (plan.steps.empty()) in.reject("steps", tr("must not be empty"));
  const bool needs_inputs = std::any_of(plan.steps.begin(), plan.steps.end(),
                                        [](const Step& step) { return step.for_each_input; });
  if (needs_inputs && patterns.empty()) {
    in.reject("inputs", tr("is required, because a step contains {{input}}"));
  }
  check_memory(in, plan);
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  if (auto ok = find_all_inputs(patterns, in.path("inputs"), plan); !ok) return fail(ok.error());
  return plan;
}

}  // namespace nscope::batch
