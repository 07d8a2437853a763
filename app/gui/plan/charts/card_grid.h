#pragma once

#include <QWidget>
#include <utility>
#include <vector>

class QGridLayout;

namespace nscope::gui {

/// Minimum width of cards that fit side by side in a window of the default size, in pixels.
inline constexpr int kBesideWidth = 414;

/// A grid of cards. It has as many columns as fit if each card is at least `width` pixels wide, but
/// at most `columns`, and no more than it needs for its number of rows: five cards where four fit
/// form rows of three and two. A spanning card fills a row, and a hidden card takes no space.
/// GUI thread.
class CardGrid : public QWidget {
 public:
  CardGrid(int columns, int width, QWidget* parent = nullptr);

  void add(QWidget* card, bool spans = false);
  /// Relative column widths while all columns are shown. By default they are equal.
  void set_parts(std::vector<int> parts) { parts_ = std::move(parts); }
  int columns() const { return shown_columns_; }
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void arrange();
  /// The columns if at most `fitting` fit side by side.
  int balanced(int fitting) const;

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
