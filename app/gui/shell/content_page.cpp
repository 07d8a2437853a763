#include "app/gui/shell/content_page.h"

#include "app/gui/docks/summary_panel.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/slice_text.h"
#include "profiler/base/format.h"
#include "profiler/trace/track_path.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

/// A cell without a value; the page explains it once.
constexpr const char* kNotStated = "–";

/// Cells by row and column, both in the order in which they appear.
class ContentGrid {
 public:
  void set(const std::string& row, const std::string& column, Text text) {
    add(rows_, row);
    add(columns_, column);
    cells_[{row, column}] = std::move(text);
  }
  Table table(const Text& heading) const {
    std::vector<std::string> sorted = columns_;
    // Values without a part come first, and p5 comes before p10.
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return column_key(a) < column_key(b); });
    std::vector<Table::Column> columns{{.id = "name", .title = heading}};
    for (const std::string& column : sorted) {
      columns.push_back({.id = column, .title = Text::verbatim(column_title(column))});
    }
    Table table(std::move(columns));
    for (const std::string& row : rows_) {
      std::vector<Cell> cells{Cell(row)};
      for (const std::string& column : sorted) {
        const auto found = cells_.find({row, column});
        cells.push_back(found == cells_.end() ? Cell(Missing{Text::verbatim(kNotStated)})
                                              : Cell(found->second));
      }
      table.add_row(std::move(cells));
    }
    return table;
  }

 private:
  /// "Memory size" of "memory_size", "CPU affinity" of "cpu_affinity"; percentiles keep their
  /// names.
  static std::string column_title(const std::string& name) {
    std::string title = name;
    std::replace(title.begin(), title.end(), '_', ' ');
    std::replace(title.begin(), title.end(), '.', ' ');
    const bool percentile = title.size() > 1 && title[0] == 'p' &&
                            title.find_first_not_of("0123456789", 1) == std::string::npos;
    if (!title.empty() && !percentile && title[0] >= 'a' && title[0] <= 'z') {
      title[0] = static_cast<char>(title[0] - 'a' + 'A');
    }
    // Abbreviations of neuron-ls.
    static constexpr auto kAbbreviations =
        std::to_array<std::pair<std::string_view, const char*>>({{"Bdf", "BDF"},
                                                                 {"Cpu ", "CPU "},
                                                                 {"Nc ", "NeuronCore "},
                                                                 {"Numa ", "NUMA "},
                                                                 {"Neuroncore ", "NeuronCore "}});
    for (const auto& [word, abbreviation] : kAbbreviations) {
      if (title.starts_with(word)) title.replace(0, word.size(), abbreviation);
    }
    return title;
  }
  static std::tuple<bool, std::string, std::size_t, std::string> column_key(
      const std::string& name) {
    const std::size_t word = name.find_first_of("0123456789");
    const bool numbered = word != std::string::npos && word > 0;
    return {name != "value", numbered ? name.substr(0, word) : name, numbered ? name.size() : 0,
            name};
  }
  static void add(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  std::vector<std::string> rows_;
  std::vector<std::string> columns_;
  std::map<std::pair<std::string, std::string>, Text> cells_;
};

/// "device0" and "process.113985.command" of "device0.process.113985.command".
std::pair<std::string, std::string> parts_of(const std::string& name) {
  const std::size_t dot = name.find('.');
  return dot == std::string::npos ? std::pair(name, std::string())
                                  : std::pair(name.substr(0, dot), name.substr(dot + 1));
}

Text value_text(const std::string& name, const PropertyValue& value) {
  return std::visit(
      [&](const auto& shown) -> Text {
        using Value = std::decay_t<decltype(shown)>;
        if constexpr (std::is_arithmetic_v<Value>) {
          if (name.ends_with("memory_size"))
            return text_of(number_text(format_bytes(static_cast<double>(shown))));
          return Text::verbatim(fmt::format("{}", shown));
        } else {
          return Text::verbatim(std::string(shown));
        }
      },
      value);
}

bool has_missing(const Table& table) {
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    for (std::size_t column = 0; column < table.columns().size(); ++column) {
      if (std::holds_alternative<Missing>(table.at(row, column))) return true;
    }
  }
  return false;
}

}  // namespace

bool has_timeline(const Trace& trace) {
  if (trace.end() == trace.begin()) return false;
  return std::any_of(trace.tracks().begin(), trace.tracks().end(), [](const Track& track) {
    return track.slices.size() > 0 || track.counters.size() > 0;
  });
}

Table metric_content(const Trace& trace) {
  ContentGrid grid;
  for (const Metric& metric : trace.metrics()) {
    const auto [row, column] = parts_of(metric.name);
    grid.set(row, column.empty() ? "value" : column, text_of(metric_text(metric)));
  }
  for (const Track& track : trace.tracks()) {
    if (track.counters.size() == 0) continue;
    const double value = track.counters.value[track.counters.size() - 1];
    grid.set(track_path(trace, track), "value",
             text_of(counter_text(trace.text(track.unit), value)));
  }
  return grid.table(nscope::tr("Metric"));
}

Table property_content(const Trace& trace) {
  ContentGrid grid;
  for (const auto& [name, value] : trace.properties()) {
    const auto [row, column] = parts_of(name);
    grid.set(row, column.empty() ? "value" : column, value_text(name, value));
  }
  return grid.table(nscope::tr("Property"));
}

ContentPage::ContentPage(QWidget* parent)
    : QWidget(parent),
      title_(named_label("pageTitle")),
      notes_(named_label("muted")),
      metrics_title_(named_label("sectionTitle", tr("Metrics"))),
      properties_title_(named_label("sectionTitle", tr("Properties"))),
      metrics_(new TablePanel(tr("The file has no metrics."))),
      properties_(new TablePanel(tr("The file has no properties."))) {
  setObjectName(QStringLiteral("page"));
  notes_->setWordWrap(true);
  notes_->setTextFormat(Qt::PlainText);
  auto* inspect = new QPushButton(tr("Open Analyses and SQL"));
  connect(inspect, &QPushButton::clicked, this, &ContentPage::inspect_requested);
  metrics_->view().setAccessibleName(tr("Metrics of the file"));
  properties_->view().setAccessibleName(tr("Properties of the file"));
  auto* top = new QHBoxLayout;
  top->addWidget(title_, 1);
  top->addWidget(inspect);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(22, 14, 22, 16);
  layout->setSpacing(8);
  layout->addLayout(top);
  layout->addWidget(notes_);
  layout->addWidget(metrics_title_);
  layout->addWidget(metrics_, 1);
  layout->addWidget(properties_title_);
  layout->addWidget(properties_, 1);
}

QString ContentPage::notes() const {
  return notes_->text();
}

void ContentPage::set_trace(const std::shared_ptr<const Trace>& trace, const QString& title) {
  title_->setText(title);
  QStringList notes;
  for (const Diagnostic& each : trace->diagnostics()) {
    QString note = to_qstring(each.example);
    if (note.isEmpty()) note = to_qstring(std::string_view(each.code));
    note[0] = note[0].toUpper();
    notes << tr("%1.").arg(note);
  }
  const Table metric_table = metric_content(*trace);
  const Table property_table = property_content(*trace);
  if (has_missing(metric_table) || has_missing(property_table)) {
    notes << tr("%1: not stated in the file.").arg(QString::fromUtf8(kNotStated));
  }
  notes_->setText(notes.join(QLatin1Char('\n')));
  const bool metrics = metric_table.row_count() > 0;
  for (QWidget* each : {static_cast<QWidget*>(metrics_title_), static_cast<QWidget*>(metrics_)}) {
    each->setVisible(metrics);
  }
  metrics_->set_table(metric_table);
  properties_->set_table(property_table);
}

}  // namespace nscope::gui

#include "moc_content_page.cpp"
