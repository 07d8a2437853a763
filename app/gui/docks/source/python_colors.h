#pragma once

#include <QString>
#include <vector>

namespace nscope::gui {

/// The kind of a part of a line of Python.
enum class PythonPart { kKeyword, kText, kNumber, kComment, kDecorator };

struct PythonSpan {
  qsizetype begin = 0;
  qsizetype length = 0;
  PythonPart part = PythonPart::kKeyword;
  friend bool operator==(const PythonSpan&, const PythonSpan&) = default;
};

/// The parts of one line of Python that are coloured, from left to right. Each line is considered
/// by itself: the lines inside a text of several lines are coloured like code.
std::vector<PythonSpan> python_spans(const QString& line);

}  // namespace nscope::gui
