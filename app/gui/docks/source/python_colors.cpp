#include "app/gui/docks/source/python_colors.h"

#include <QSet>

namespace nscope::gui {
namespace {

const QSet<QString>& keywords() {
  static const QSet<QString> kWords{
      QStringLiteral("and"),     QStringLiteral("as"),     QStringLiteral("assert"),
      QStringLiteral("break"),   QStringLiteral("class"),  QStringLiteral("continue"),
      QStringLiteral("def"),     QStringLiteral("del"),    QStringLiteral("elif"),
      QStringLiteral("else"),    QStringLiteral("except"), QStringLiteral("False"),
      QStringLiteral("finally"), QStringLiteral("for"),    QStringLiteral("from"),
      QStringLiteral("global"),  QStringLiteral("if"),     QStringLiteral("import"),
      QStringLiteral("in"),      QStringLiteral("is"),     QStringLiteral("lambda"),
      QStringLiteral("None"),    QStringLiteral("not"),    QStringLiteral("or"),
      QStringLiteral("pass"),    QStringLiteral("raise"),  QStringLiteral("return"),
      QStringLiteral("True"),    QStringLiteral("try"),    QStringLiteral("while"),
      QStringLiteral("with"),    QStringLiteral("yield"),  QStringLiteral("nonlocal")};
  return kWords;
}

bool is_word(QChar character) {
  return character.isLetterOrNumber() || character == QLatin1Char('_');
}

/// The end of the quoted text that starts at `begin`: after the closing quotes, or the end of the
/// line.
qsizetype end_of_text(const QString& line, qsizetype begin) {
  const QChar quote = line[begin];
  const QString three(3, quote);
  if (QStringView(line).mid(begin).startsWith(three)) {
    const qsizetype end = line.indexOf(three, begin + 3);
    return end < 0 ? line.size() : end + 3;
  }
  for (qsizetype at = begin + 1; at < line.size(); ++at) {
    if (line[at] == QLatin1Char('\\')) {
      ++at;
    } else if (line[at] == quote) {
      return at + 1;
    }
  }
  return line.size();
}

}  // namespace

std::vector<PythonSpan> python_spans(const QString& line) {
  std::vector<PythonSpan> spans;
  const auto add = [&](qsizetype begin, qsizetype end, PythonPart part) {
    spans.push_back({begin, end - begin, part});
    return end;
  };
  for (qsizetype at = 0; at < line.size();) {
    const QChar character = line[at];
    qsizetype end = at + 1;
    if (character == QLatin1Char('#')) {
      at = add(at, line.size(), PythonPart::kComment);
      continue;
    }
    if (character == QLatin1Char('"') || character == QLatin1Char('\'')) {
      at = add(at, end_of_text(line, at), PythonPart::kText);
      continue;
    }
    const bool decorator =
        character == QLatin1Char('@') && QStringView(line).left(at).trimmed().isEmpty();
    if (!is_word(character) && !decorator) {
      at = end;
      continue;
    }
    const bool number = character.isDigit();
    const auto belongs = [&](QChar next) {
      return is_word(next) || ((number || decorator) && next == QLatin1Char('.'));
    };
    while (end < line.size() && belongs(line[end])) ++end;
    if (decorator) {
      add(at, end, PythonPart::kDecorator);
    } else if (number) {
      add(at, end, PythonPart::kNumber);
    } else if (keywords().contains(line.mid(at, end - at))) {
      add(at, end, PythonPart::kKeyword);
    }
    at = end;
  }
  return spans;
}

}  // namespace nscope::gui
