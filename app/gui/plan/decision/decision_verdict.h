#pragma once

#include "app/gui/panels/section.h"
#include "costmodel/migration/roi.h"

#include <QFrame>
#include <QLabel>
#include <array>

namespace nscope::gui {

/// The recommendation: a word, a summary, and lists of conditions (move if, stay if, find out
/// first). GUI thread.
class DecisionVerdict : public QFrame {
  Q_OBJECT

 public:
  explicit DecisionVerdict(QWidget* parent = nullptr);

  /// Shows a result whose trials have finished.
  void show_result(const cost::RoiResult& result);
  /// Shows that the study has no result yet, and what is missing.
  void show_draft(const QString& missing);
  /// Says why the recommendation is that of an earlier plan; an empty text means that it is
  /// current. It is greyed out unless `next_comes`: text that changes colour with every keystroke
  /// distracts.
  void set_outdated(const QString& why, bool next_comes = false);
  QString outdated() const { return outdated_->text(); }
  QString word() const { return word_->text(); }
  QString sentence() const { return sentence_->text(); }
  /// The text of a list: 0 is "move if", 1 is "stay if", 2 is "does not change the
  /// result", 3 is "find out first".
  QString list(std::size_t index) const { return lists_[index].items->text(); }

 private:
  struct List {
    QWidget* box;
    QLabel* title;
    QLabel* items;
  };

  QLabel* word_;
  QLabel* outdated_;
  QLabel* sentence_;
  static constexpr std::size_t kMoveIf = 0;
  static constexpr std::size_t kStayIf = 1;
  static constexpr std::size_t kNoEffect = 2;
  std::array<List, 4> lists_{};
};

/// The key figures of the result: net present value with its range, probability, payback, rate of
/// return, investment, saving, and speed. GUI thread.
class DecisionFigures : public QWidget {
  Q_OBJECT

 public:
  enum Figure { kNpv, kOdds, kPayback, kDiscounted, kRate, kInvestment, kSaving, kSpeed };

  explicit DecisionFigures(QWidget* parent = nullptr);

  void show_plan(const cost::RoiResult& plan);
  /// Shows the figures that need the trials.
  void show_odds(const cost::RoiResult& result);
  QString figure(Figure figure) const { return cards_[figure]->value(); }

 private:
  std::array<KeyFigure*, 8> cards_{};
};

}  // namespace nscope::gui
