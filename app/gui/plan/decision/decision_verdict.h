#pragma once

#include "app/gui/panels/section.h"
#include "costmodel/migration/roi.h"

#include <QFrame>
#include <QLabel>
#include <array>

namespace nscope::gui {

/// What to do, as a sentence with its conditions: move if, stay if, find out first. GUI
/// thread.
class DecisionVerdict : public QFrame {
  Q_OBJECT

 public:
  explicit DecisionVerdict(QWidget* parent = nullptr);

  /// A plan whose odds are known.
  void show_result(const cost::RoiResult& result);
  /// The sentence is of an earlier plan: why. Empty: it holds again. It stays in full colour while
  /// the next one is on its way: texts that fade with every key do not rest the eye.
  void set_outdated(const QString& why, bool next_comes = false);
  QString outdated() const { return outdated_->text(); }
  QString word() const { return word_->text(); }
  QString sentence() const { return sentence_->text(); }
  /// The texts of a list: 0 move if, 1 stay if, 2 find out.
  QString list(std::size_t index) const { return lists_[index].items->text(); }

 private:
  struct List {
    QWidget* box;
    QLabel* items;
  };

  QLabel* word_;
  QLabel* outdated_;
  QLabel* sentence_;
  std::array<List, 3> lists_{};
};

/// The figures of the answer: present value with its range, odds, payback, rate of return,
/// investment, saving, speed against price. GUI thread.
class DecisionFigures : public QWidget {
  Q_OBJECT

 public:
  enum Figure { kNpv, kOdds, kPayback, kDiscounted, kRate, kInvestment, kSaving, kSpeed };

  explicit DecisionFigures(QWidget* parent = nullptr);

  void show_plan(const cost::RoiResult& plan);
  /// With the trials drawn.
  void show_odds(const cost::RoiResult& result);
  QString figure(Figure figure) const { return cards_[figure]->value(); }

 private:
  std::array<KeyFigure*, 8> cards_{};
};

}  // namespace nscope::gui
