#include "profiler/sql/list_table.h"
#include "profiler/sql/sql_tables.h"

#include <optional>
#include <utility>

namespace nscope {
namespace {

template <class Row>
auto whole(std::shared_ptr<const std::vector<Row>> rows) {
  return [rows = std::move(rows)] { return rows.get(); };
}

using Property = std::pair<std::string, PropertyValue>;

}  // namespace

void add_fact_tables(const SqlTableContext& context, MetricSource metrics, SqlTables& tables) {
  using Out = sqlite3_context*;
  auto computed = std::make_shared<std::optional<std::vector<Metric>>>();
  tables.push_back(std::make_unique<ListTable<Metric>>(
      "metric",
      std::vector<ListTable<Metric>::Column>{
          {"name TEXT", [](Out out, const Metric& m) { put(out, m.name); }},
          {"value REAL", [](Out out, const Metric& m) { put(out, m.value); }},
          {"unit TEXT", [](Out out, const Metric& m) { put(out, m.unit); }},
          {"provenance TEXT", [](Out out, const Metric& m) { put(out, to_string(m.provenance)); }},
          {"low REAL HIDDEN", [](Out out, const Metric& m) { put(out, m.low); }},
          {"high REAL HIDDEN", [](Out out, const Metric& m) { put(out, m.high); }},
          {"note TEXT HIDDEN",
           [](Out out, const Metric& m) {
             if (!m.note.empty()) put_copy(out, m.note.english());
           }},
      },
      [computed, metrics = std::move(metrics)] {
        if (!*computed) *computed = metrics();
        return &**computed;
      },
      100.0));

  const auto diagnostics = context.trace->diagnostics();
  tables.push_back(std::make_unique<ListTable<Diagnostic>>(
      "diagnostic",
      std::vector<ListTable<Diagnostic>::Column>{
          {"code TEXT", [](Out out, const Diagnostic& d) { put(out, d.code); }},
          {"severity TEXT", [](Out out, const Diagnostic& d) { put(out, to_string(d.severity)); }},
          {"count INTEGER", [](Out out, const Diagnostic& d) { put(out, d.count); }},
          {"example TEXT",
           [](Out out, const Diagnostic& d) { put_copy(out, d.example.english()); }},
      },
      whole(
          std::make_shared<const std::vector<Diagnostic>>(diagnostics.begin(), diagnostics.end())),
      static_cast<double>(diagnostics.size())));

  const auto properties = context.trace->properties();
  tables.push_back(std::make_unique<ListTable<Property>>(
      "property",
      std::vector<ListTable<Property>::Column>{
          {"key TEXT", [](Out out, const Property& p) { put(out, p.first); }},
          {"value",
           [](Out out, const Property& p) {
             if (const auto* text = std::get_if<std::string>(&p.second)) return put(out, *text);
             if (const auto* real = std::get_if<double>(&p.second)) return put(out, *real);
             put(out, std::get<std::int64_t>(p.second));
           }},
      },
      whole(std::make_shared<const std::vector<Property>>(properties.begin(), properties.end())),
      static_cast<double>(properties.size())));
}

}  // namespace nscope
