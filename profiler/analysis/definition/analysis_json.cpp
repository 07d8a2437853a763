#include "profiler/analysis/definition/analysis_json.h"

#include <string>
#include <utility>

namespace nscope::analysis {

Json parameters_json(const ParameterValues& values) {
  Json json = Json::object();
  for (const Parameter& parameter : values.parameters()) {
    const std::string id(parameter.id);
    if (parameter.words.empty()) {
      json[id] = values.number(parameter.id);
    } else {
      json[id] = std::string(values.word(parameter.id));
    }
  }
  return json;
}

Json result_json(const Analysis& analysis, const ParameterValues& values, const Table& table) {
  return {{"id", analysis.id},
          {"title", analysis.title},
          {"parameters", parameters_json(values)},
          {"rows", table.to_json()},
          {"notes", table.notes()}};
}

Json results_document(Json results) {
  return {{"schema", "nscope.analysis/1"}, {"analyses", std::move(results)}};
}

}  // namespace nscope::analysis
