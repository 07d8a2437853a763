#include "app/gui/docks/source/source_line_model.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/engines/core_units.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/base/format.h"

#include <algorithm>

namespace nscope::gui {
namespace {

using analysis::SourceLine;

constexpr int kTabWidth = 4;

/// The text with spaces instead of tabs.
QString without_tabs(const QString& text) {
  if (!text.contains(QLatin1Char('\t'))) return text;
  QString out;
  for (const QChar character : text) {
    if (character != QLatin1Char('\t')) {
      out += character;
      continue;
    }
    out += QString(kTabWidth - out.size() % kTabWidth, QLatin1Char(' '));
  }
  return out;
}

QString bytes_text(double bytes) {
  return number_text(format_value(bytes, "B"));
}

}  // namespace

SourceLineModel::SourceLineModel(QObject* parent) : QAbstractTableModel(parent) {}

void SourceLineModel::set_file(std::shared_ptr<const Trace> trace, SourceLinesPtr lines,
                               FoundSourcesPtr found, const std::string& file) {
  beginResetModel();
  trace_ = std::move(trace);
  lines_ = std::move(lines);
  found_ = std::move(found);
  text_ = nullptr;
  rows_.clear();
  most_active_ = 0;
  if (lines_ && found_) {
    if (const auto text = found_->texts.find(file); text != found_->texts.end()) {
      text_ = &text->second;
    }
    const std::size_t length = text_ == nullptr ? 0 : text_->lines.size();
    for (std::size_t i = 0; i < length; ++i) {
      rows_.push_back({.number = static_cast<std::uint32_t>(i + 1)});
    }
    std::vector<Row> others;
    for (std::uint32_t i = 0; i < lines_->lines.size(); ++i) {
      const SourceLine& line = lines_->lines[i];
      if (line.file != file) continue;
      most_active_ = std::max(most_active_, line.totals.active);
      if (line.line >= 1 && line.line <= length) {
        rows_[line.line - 1].line = i;
      } else {
        others.push_back({.number = line.line, .line = i});
      }
    }
    std::sort(others.begin(), others.end(),
              [](const Row& a, const Row& b) { return a.number < b.number; });
    rows_.insert(rows_.end(), others.begin(), others.end());
  }
  endResetModel();
}

std::uint32_t SourceLineModel::line_of_row(int row) const {
  const auto at = static_cast<std::size_t>(row);
  return row < 0 || at >= rows_.size() ? kNone : rows_[at].line;
}

std::optional<int> SourceLineModel::row_of(std::uint32_t line) const {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (line != kNone && rows_[row].line == line) return static_cast<int>(row);
  }
  return std::nullopt;
}

std::optional<int> SourceLineModel::row_of_number(std::uint32_t number) const {
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].number == number) return static_cast<int>(row);
  }
  return std::nullopt;
}

QString SourceLineModel::source_text(int row) const {
  const auto at = static_cast<std::size_t>(row);
  if (text_ == nullptr || row < 0 || at >= rows_.size()) return {};
  const std::uint32_t number = rows_[at].number;
  if (number == 0 || number > text_->lines.size()) return {};
  return to_qstring(text_->lines[number - 1]);
}

int SourceLineModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int SourceLineModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

SourceLineModel::Figure SourceLineModel::figure(const SourceLine& line, int column) const {
  const auto bytes = [](const std::optional<double>& amount, const Text& unknown) {
    if (!unknown.empty()) return Figure{.unknown = to_qstring(unknown)};
    return amount ? Figure{.text = bytes_text(*amount)} : Figure{.unknown = tr("not stated")};
  };
  switch (column) {
    case kTime:
      return {.text =
                  number_text(format_duration_ns(analysis::in_ns(*trace_, line.totals.active)))};
    case kStall:
      if (!line.stall) return {.unknown = to_qstring(lines_->stalls_unknown)};
      return {.text = number_text(format_duration_ns(analysis::to_ns(*line.stall)))};
    case kBytes: {
      if (!line.hbm_read && !line.hbm_written) return bytes(line.moved, lines_->moved_unknown);
      return bytes(line.hbm_read.value_or(0.0) + line.hbm_written.value_or(0.0), {});
    }
    case kSpilled: return bytes(line.spilled, lines_->spills_unknown);
    case kEvents: return {.text = count_text(line.totals.count)};
    default: return {};
  }
}

/// The time of each unit: "TensorE 1.2 µs", one line each.
QString SourceLineModel::unit_times(const SourceLine& line) const {
  QStringList times;
  for (std::size_t unit = 0; unit < line.totals.time.size(); ++unit) {
    if (line.totals.time[unit] == 0) continue;
    const QString name = unit < analysis::kCoreUnits.size()
                             ? to_qstring(to_string(analysis::kCoreUnits[unit]))
                             : tr("Other devices");
    const auto text = [&](std::int64_t ticks) {
      return number_text(format_duration_ns(analysis::in_ns(*trace_, ticks)));
    };
    times << tr("%1: %2 (sum of durations %3)")
                 .arg(name, text(line.totals.busy[unit]), text(line.totals.time[unit]));
  }
  return times.join(QLatin1Char('\n'));
}

QString SourceLineModel::tool_tip(const Row& row, int column) const {
  if (row.line == kNone) return {};
  const SourceLine& line = lines_->lines[row.line];
  const Figure shown = figure(line, column);
  if (!shown.unknown.isEmpty()) return shown.unknown;
  switch (column) {
    case kTime: {
      if (lines_->window <= 0.0) return unit_times(line);
      const double share = static_cast<double>(line.totals.active) / lines_->window;
      return tr("%1 of the analysed range").arg(number_text(format_percent(share))) +
             QLatin1Char('\n') + unit_times(line);
    }
    case kStall:
      return tr("%1, of which %2 are waits for transfers, semaphores and collectives")
          .arg(shown.text, number_text(format_duration_ns(analysis::to_ns(line.wait.value_or(0)))));
    case kBytes: {
      const auto amount = [](const std::optional<double>& bytes) {
        return bytes ? bytes_text(*bytes) : tr("not stated");
      };
      return tr("read from HBM: %1\nwritten to HBM: %2\nDMA packets: %3")
          .arg(amount(line.hbm_read), amount(line.hbm_written), amount(line.moved));
    }
    default: return shown.text;
  }
}

QVariant SourceLineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  if (role == Qt::FontRole) return mono_font(column == kText ? 12 : 11);
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>(Qt::AlignVCenter | (column == kText ? Qt::AlignLeft : Qt::AlignRight));
  }
  if (role == Qt::ToolTipRole) return tool_tip(row, column);
  if (column == kLine) {
    if (role == Qt::ForegroundRole) return current_tokens().muted;
    if (role != Qt::DisplayRole) return {};
    return row.number > 0 ? QString::number(row.number) : tr("unknown");
  }
  if (column == kText) {
    if (role == Qt::DisplayRole) return without_tabs(source_text(index.row()));
    return {};
  }
  if (row.line == kNone) return {};
  const SourceLine& line = lines_->lines[row.line];
  const Figure shown = figure(line, column);
  switch (role) {
    case Qt::DisplayRole: return shown.unknown.isEmpty() ? shown.text : QStringLiteral("–");
    case Qt::ForegroundRole:
      return shown.unknown.isEmpty() ? QVariant() : QVariant(current_tokens().muted);
    case kHeatRole:
      if (column != kTime || most_active_ == 0) return {};
      return static_cast<double>(line.totals.active) / static_cast<double>(most_active_);
    default: return {};
  }
}

QVariant SourceLineModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>(Qt::AlignVCenter | (section == kText ? Qt::AlignLeft : Qt::AlignRight));
  }
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  const bool title = role == Qt::DisplayRole;
  switch (section) {
    case kLine: return title ? tr("Line") : QString();
    case kTime:
      return title ? tr("Active")
                   : tr("Time in which at least one event of the line runs, added up over cores. "
                        "The bar is relative to the line of the file with the most active time.");
    case kStall:
      return title
                 ? tr("Stall")
                 : tr("Idle time of engines directly before the instructions of the line. Engines "
                      "wait at the same time, so the stalls add up to more than the run.");
    case kBytes:
      return title
                 ? tr("Bytes")
                 : tr("Bytes that the instructions read from HBM and write to HBM. If the run does "
                      "not state them, the bytes of the DMA packets that the line triggered.");
    case kSpilled:
      return title ? tr("Spilled") : tr("Bytes saved to HBM and reloaded because SBUF was full.");
    case kEvents: return title ? tr("Events") : tr("Number of events without DMA packets.");
    case kText: return title ? tr("Source") : QString();
    default: return {};
  }
}

}  // namespace nscope::gui

#include "moc_source_line_model.cpp"
