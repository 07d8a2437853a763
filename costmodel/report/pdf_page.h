#pragma once

#include "costmodel/report/drawing.h"
#include "costmodel/report/report_document.h"

#include <string>
#include <string_view>
#include <vector>

#include <hpdf.h>

namespace nscope::cost {

/// The pages of a PDF in the making: a pen that moves down A4 landscape pages and starts
/// the next one where there is no room. Lengths in points; `y` from the bottom, as PDF
/// has it. Texts are UTF-8. One thread.
class PdfPages {
 public:
  static constexpr double kWidth = 841.89;
  static constexpr double kHeight = 595.28;
  static constexpr double kMargin = 36.0;
  static constexpr double kContent = kWidth - 2 * kMargin;

  /// `title` is in the foot of every page.
  explicit PdfPages(std::string title);
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
  /// Starts a page unless `points` are left on this one. True where it did.
  bool need(double points);
  void new_page();

  double width_of(std::string_view text, const Style& style);
  /// The text cut into lines that fit; words longer than a line are cut.
  std::vector<std::string> wrap(std::string_view text, double width, const Style& style);
  /// One line with its base line at `y`.
  void text_at(double x, double y, std::string_view text, const Style& style,
               Anchor anchor = Anchor::kStart);
  /// A paragraph at the pen, which moves below it.
  void paragraph(std::string_view text, double indent, const Style& style);
  void line(double x1, double y1, double x2, double y2, Ink ink, double width, bool dashed = false);
  void fill(double x, double y, double width, double height, Ink ink, double opacity);
  /// The drawing at the pen, `scale` points to its pixel.
  void draw(const Drawing& drawing, double scale);

  int replaced() const { return replaced_; }
  /// The whole file. Errors: kInternal.
  Result<std::string> finish();

 private:
  HPDF_Font font(bool bold) const { return bold ? bold_ : regular_; }
  std::string bytes_of(std::string_view utf8);
  void foot();

  std::string title_;
  HPDF_Doc doc_ = nullptr;
  HPDF_Font regular_ = nullptr;
  HPDF_Font bold_ = nullptr;
  HPDF_Page page_ = nullptr;
  double y_ = 0.0;
  int pages_ = 0;
  int replaced_ = 0;
  HPDF_STATUS error_ = HPDF_OK;
};

}  // namespace nscope::cost
