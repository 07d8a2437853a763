#pragma once

#include "app/sources/source_files.h"
#include "profiler/analysis/source/source_lines.h"
#include "profiler/trace/trace.h"

#include <QAbstractTableModel>
#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nscope::gui {

using SourceLinesPtr = std::shared_ptr<const analysis::SourceLines>;
using FoundSourcesPtr = std::shared_ptr<const app::FoundSources>;

/// The lines of one source file with their figures. With the text of the file, there is one row
/// for each line; lines that the file does not have follow at the end. Without the text, there is
/// one row for each line that the run states. GUI thread.
class SourceLineModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kLine, kTime, kStall, kBytes, kSpilled, kEvents, kText };
  static constexpr int kColumns = kText + 1;
  /// In the column kTime: the time relative to the line with the most active time, 0 to 1.
  static constexpr int kHeatRole = Qt::UserRole;
  static constexpr std::uint32_t kNone = analysis::SourceLines::kNone;

  explicit SourceLineModel(QObject* parent = nullptr);

  /// `lines` and `found` may be null; then there are no rows.
  void set_file(std::shared_ptr<const Trace> trace, SourceLinesPtr lines, FoundSourcesPtr found,
                const std::string& file);
  /// Whether the text of the file is known.
  bool has_text() const { return text_ != nullptr; }

  /// The index of the source line in a row into SourceLines::lines; kNone if it has no events.
  std::uint32_t line_of_row(int row) const;
  /// The row of a source line; nullopt if it is not in this file.
  std::optional<int> row_of(std::uint32_t line) const;
  /// The row of the line with this number; nullopt if there is none.
  std::optional<int> row_of_number(std::uint32_t number) const;
  /// The text of the line in a row; empty if it is unknown.
  QString source_text(int row) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    std::uint32_t number = 0;    ///< from 1; 0 for events that state only the file
    std::uint32_t line = kNone;  ///< index into lines_->lines
  };
  /// The figure in a cell, or the reason why it is unknown. Both are empty for a line without
  /// events.
  struct Figure {
    QString text{};
    QString unknown{};
  };

  Figure figure(const analysis::SourceLine& line, int column) const;
  QString tool_tip(const Row& row, int column) const;
  QString unit_times(const analysis::SourceLine& line) const;

  std::shared_ptr<const Trace> trace_;
  SourceLinesPtr lines_;
  FoundSourcesPtr found_;
  const app::SourceText* text_ = nullptr;  ///< in found_
  std::vector<Row> rows_;
  std::int64_t most_active_ = 0;  ///< of the lines of the file, ticks
};

}  // namespace nscope::gui
