#pragma once

#include "costmodel/report/drawing.h"
#include "costmodel/report/report_document.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Writes the pages of a PDF: a position moves down A4 landscape pages, and a new page starts if
/// the content does not fit. Lengths in points; `y` counts from the bottom as in PDF. Texts are
/// UTF-8 without line breaks; fonts come from the system and are embedded. One thread.
class PdfPages {
 public:
  static constexpr double kWidth = 841.89;
  static constexpr double kHeight = 595.28;
  static constexpr double kMargin = 36.0;
  static constexpr double kContent = kWidth - 2 * kMargin;

  /// `title` is printed at the bottom of every page, with the number of the page and, if it is not
  /// zero, of all pages. `language` must outlive this object.
  PdfPages(std::string title, const Language& language, int all_pages);
  ~PdfPages();
  PdfPages(const PdfPages&) = delete;
  PdfPages& operator=(const PdfPages&) = delete;

  struct Style {
    double size = 8.0;
    bool bold = false;
    Ink ink = Ink::kText;
  };

  double y() const { return y_; }
  bool is_fresh() const { return y_ >= kHeight - kMargin; }
  void move_down(double points) { y_ -= points; }
  /// Starts a new page if less than `points` are left on this page. True if it did.
  bool need(double points);
  void new_page();

  double width_of(std::string_view text, const Style& style);
  /// Breaks the text into lines of at most `width`; words longer than a line are split.
  std::vector<std::string> wrap(std::string_view text, double width, const Style& style);
  /// Draws one line with its base line at `y`.
  void text_at(double x, double y, std::string_view text, const Style& style,
               Anchor anchor = Anchor::kStart);
  /// The height of paragraph().
  double height_of(std::string_view text, double indent, const Style& style);
  /// Draws a paragraph at the current position and moves below it.
  void paragraph(std::string_view text, double indent, const Style& style);
  void line(double x1, double y1, double x2, double y2, Ink ink, double width, bool dashed = false);
  void fill(double x, double y, double width, double height, Ink ink, double opacity);
  /// Draws the drawing at the current position with `scale` points per pixel.
  void draw(const Drawing& drawing, double scale);

  const Language& language() const { return language_; }
  /// The number of pages so far.
  int count() const { return pages_; }
  /// Number of characters drawn so far that no font of this computer has.
  int missing_glyphs() const { return missing_glyphs_; }
  /// The whole file. Errors: kInternal.
  Result<std::string> finish();

 private:
  struct Canvas;
  void foot();

  std::string title_;
  const Language& language_;
  int all_pages_ = 0;
  std::unique_ptr<Canvas> canvas_;
  double y_ = 0.0;
  int pages_ = 0;
  int missing_glyphs_ = 0;
};

}  // namespace nscope::cost
