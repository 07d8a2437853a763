#include "costmodel/report/pdf_page.h"

#include "costmodel/report/printable_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

struct Colour {
  double red, green, blue;
};

/// The light theme of style.mustache.
Colour colour_of(Ink ink) {
  switch (ink) {
    case Ink::kText: return {0.106, 0.137, 0.188};
    case Ink::kMuted: return {0.365, 0.408, 0.471};
    case Ink::kGrid: return {0.867, 0.886, 0.918};
    case Ink::kAccent: return {0.122, 0.435, 0.839};
    case Ink::kGood: return {0.114, 0.498, 0.310};
    case Ink::kBad: return {0.788, 0.227, 0.227};
    case Ink::kWarn: return {0.541, 0.322, 0.0};
  }
  return {0, 0, 0};
}

float real(double value) {
  return static_cast<float>(value);
}

/// The library reports here; the first error counts.
void keep_error(HPDF_STATUS error, HPDF_STATUS, void* kept) {
  auto* const first = static_cast<HPDF_STATUS*>(kept);
  if (*first == HPDF_OK) *first = error;
}

/// Lengths of one font are looked up often; the library wants null-terminated text.
double measured(HPDF_Font font, const std::string& bytes, double size) {
  const auto* const data = reinterpret_cast<const HPDF_BYTE*>(bytes.data());
  const HPDF_TextWidth width =
      HPDF_Font_TextWidth(font, data, static_cast<HPDF_UINT>(bytes.size()));
  return width.width * size / 1000.0;
}

}  // namespace

PdfPages::PdfPages(std::string title) : title_(std::move(title)) {
  doc_ = HPDF_New(keep_error, &error_);
  if (doc_ == nullptr) return;
  HPDF_SetCompressionMode(doc_, HPDF_COMP_ALL);
  regular_ = HPDF_GetFont(doc_, "Helvetica", "WinAnsiEncoding");
  bold_ = HPDF_GetFont(doc_, "Helvetica-Bold", "WinAnsiEncoding");
  HPDF_SetInfoAttr(doc_, HPDF_INFO_TITLE, printable(title_).bytes.c_str());
  new_page();
}

PdfPages::~PdfPages() {
  if (doc_ != nullptr) HPDF_Free(doc_);
}

std::string PdfPages::bytes_of(std::string_view utf8) {
  PrintableText text = printable(utf8);
  replaced_ += text.replaced;
  return std::move(text.bytes);
}

bool PdfPages::need(double points) {
  constexpr double kFoot = 14.0;
  if (y_ - points >= kMargin + kFoot || is_fresh()) return false;
  new_page();
  return true;
}

void PdfPages::new_page() {
  page_ = HPDF_AddPage(doc_);
  HPDF_Page_SetWidth(page_, real(kWidth));
  HPDF_Page_SetHeight(page_, real(kHeight));
  y_ = kHeight - kMargin;
  ++pages_;
  foot();
}

void PdfPages::foot() {
  const Style style{.size = 7.0, .bold = false, .ink = Ink::kMuted};
  std::string shown = title_;
  const auto lines = wrap(shown, kContent - 60, style);
  text_at(kMargin, kMargin - 10, lines.front(), style);
  text_at(kWidth - kMargin, kMargin - 10, fmt::format("page {}", pages_), style, Anchor::kEnd);
}

double PdfPages::width_of(std::string_view text, const Style& style) {
  return measured(font(style.bold), printable(text).bytes, style.size);
}

std::vector<std::string> PdfPages::wrap(std::string_view text, double width, const Style& style) {
  constexpr std::size_t kSurelyTooLong = 4000;  // bytes: not measured as a whole
  std::vector<std::string> lines;
  std::string line;
  const auto fits = [&](const std::string& candidate) {
    return width_of(candidate, style) <= width;
  };
  const auto flush = [&] {
    lines.push_back(std::move(line));
    line.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    std::string word(text.substr(at, end - at));
    at = end + 1;
    if (word.size() <= kSurelyTooLong && fits(line.empty() ? word : line + " " + word)) {
      line += (line.empty() ? "" : " ") + word;
      continue;
    }
    if (!line.empty()) flush();
    while (word.size() > 1 && (word.size() > kSurelyTooLong || !fits(word))) {
      std::size_t cut = 1;
      // Whole UTF-8 characters, as many as fit.
      for (std::size_t next = 1; next < word.size(); ++next) {
        if ((static_cast<unsigned char>(word[next]) & 0xC0u) == 0x80u) continue;
        if (next > 1 && !fits(word.substr(0, next))) break;
        cut = next;
      }
      lines.push_back(word.substr(0, cut));
      word.erase(0, cut);
    }
    line = word;
  }
  if (!line.empty() || lines.empty()) flush();
  return lines;
}

void PdfPages::text_at(double x, double y, std::string_view text, const Style& style,
                       Anchor anchor) {
  const std::string bytes = bytes_of(text);
  const double width = measured(font(style.bold), bytes, style.size);
  if (anchor == Anchor::kEnd) x -= width;
  if (anchor == Anchor::kMiddle) x -= width / 2;
  const Colour colour = colour_of(style.ink);
  HPDF_Page_SetRGBFill(page_, real(colour.red), real(colour.green), real(colour.blue));
  HPDF_Page_BeginText(page_);
  HPDF_Page_SetFontAndSize(page_, font(style.bold), real(style.size));
  HPDF_Page_TextOut(page_, real(x), real(y), bytes.c_str());
  HPDF_Page_EndText(page_);
}

void PdfPages::paragraph(std::string_view text, double indent, const Style& style) {
  const double height = style.size * 1.35;
  for (const std::string& line : wrap(text, kContent - indent, style)) {
    need(height);
    y_ -= height;
    text_at(kMargin + indent, y_ + style.size * 0.25, line, style);
  }
}

void PdfPages::line(double x1, double y1, double x2, double y2, Ink ink, double width,
                    bool dashed) {
  const Colour colour = colour_of(ink);
  HPDF_Page_SetRGBStroke(page_, real(colour.red), real(colour.green), real(colour.blue));
  HPDF_Page_SetLineWidth(page_, real(width));
  const HPDF_UINT16 dashes[] = {3, 2};
  HPDF_Page_SetDash(page_, dashed ? dashes : nullptr, dashed ? 2 : 0, 0);
  HPDF_Page_MoveTo(page_, real(x1), real(y1));
  HPDF_Page_LineTo(page_, real(x2), real(y2));
  HPDF_Page_Stroke(page_);
}

void PdfPages::fill(double x, double y, double width, double height, Ink ink, double opacity) {
  const Colour colour = colour_of(ink);
  const auto on_white = [&](double part) { return real(1.0 - opacity * (1.0 - part)); };
  HPDF_Page_SetRGBFill(page_, on_white(colour.red), on_white(colour.green), on_white(colour.blue));
  HPDF_Page_Rectangle(page_, real(x), real(y), real(width), real(height));
  HPDF_Page_Fill(page_);
}

void PdfPages::draw(const Drawing& drawing, double scale) {
  need(drawing.height * scale);
  struct Draw {
    PdfPages& pages;
    double top;
    double scale;
    double px(double x) const { return kMargin + x * scale; }
    double py(double y) const { return top - y * scale; }
    void operator()(const LineMark& m) const {
      pages.line(px(m.x1), py(m.y1), px(m.x2), py(m.y2), m.ink, m.width * scale, m.dashed);
    }
    void operator()(const RectMark& m) const {
      pages.fill(px(m.x), py(m.y + m.height), m.width * scale, m.height * scale, m.ink, m.opacity);
    }
    void operator()(const PolylineMark& m) const {
      for (std::size_t i = 1; i < m.points.size(); ++i) {
        const auto& [x1, y1] = m.points[i - 1];
        const auto& [x2, y2] = m.points[i];
        pages.line(px(x1), py(y1), px(x2), py(y2), m.ink, m.width * scale);
      }
    }
    void operator()(const TextMark& m) const {
      const Style style{.size = m.size * scale, .bold = false, .ink = m.ink};
      pages.text_at(px(m.x), py(m.y), m.text, style, m.anchor);
    }
  };
  for (const Mark& mark : drawing.marks) std::visit(Draw{*this, y_, scale}, mark);
  y_ -= drawing.height * scale;
}

Result<std::string> PdfPages::finish() {
  if (doc_ == nullptr) return fail(ErrorCode::kInternal, "the PDF library did not start");
  HPDF_SaveToStream(doc_);
  std::string file(HPDF_GetStreamSize(doc_), '\0');
  auto size = static_cast<HPDF_UINT32>(file.size());
  HPDF_ResetStream(doc_);
  HPDF_ReadFromStream(doc_, reinterpret_cast<HPDF_BYTE*>(file.data()), &size);
  if (error_ != HPDF_OK) {
    return fail(ErrorCode::kInternal, fmt::format("the PDF library failed (0x{:04x})", error_));
  }
  file.resize(size);
  return file;
}

}  // namespace nscope::cost
