#pragma once

#include <QWidget>
#include <utility>
#include <vector>

class QGridLayout;

namespace nscope::gui {

/// Of cards that stand beside each other in a window of usual size.
inline constexpr int kBesideWidth = 414;

/// Cards in as many columns as there is room for, at most `columns`; each at least `width`
/// pixels wide. A card that spans takes a whole row; hidden ones take none. GUI thread.
class CardGrid : public QWidget {
 public:
  CardGrid(int columns, int width, QWidget* parent = nullptr);

  void add(QWidget* card, bool spans = false);
  /// Parts of the width where all columns are shown; equal without.
  void set_parts(std::vector<int> parts) { parts_ = std::move(parts); }
  int columns() const { return shown_columns_; }
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arrange();

  struct Card {
    QWidget* widget;
    bool spans;
  };
  const int most_columns_;
  const int card_width_;
  int shown_columns_ = 0;
  std::vector<int> parts_;
  std::vector<Card> cards_;
  QGridLayout* grid_;
};

}  // namespace nscope::gui
