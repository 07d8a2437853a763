#include "costmodel/report/pdf_page.h"

#include "profiler/base/text/utf8.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

namespace nscope::cost {
namespace {

struct Colour {
  double red, green, blue;
};

/// The colours of the light theme of style.mustache.
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

cairo_status_t append(void* file, const unsigned char* data, unsigned int size) {
  static_cast<std::string*>(file)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

/// Whether the byte belongs to a UTF-8 character that starts before it.
bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0u) == 0x80u;
}

std::string one_line(std::string_view text) {
  std::string line = displayable_utf8(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::replace(line.begin(), line.end(), '\t', ' ');
  return line;
}

/// Noto covers Latin, Japanese and Chinese; Pango adds what else a character needs.
PangoFontDescription* font_of(const Language& language, bool bold) {
  // The fonts of the two languages have different forms of the same characters.
  const bool chinese = language.code() == "zh_CN";
  PangoFontDescription* font = pango_font_description_from_string(
      chinese ? "Noto Sans, Noto Sans CJK SC" : "Noto Sans, Noto Sans CJK JP");
  if (bold) pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
  return font;
}

/// Of paragraphs.
double line_height(const PdfPages::Style& style) {
  return style.size * 1.35;
}

}  // namespace

struct PdfPages::Canvas {
  std::string file;
  cairo_surface_t* surface;
  cairo_t* cairo;
  PangoLayout* layout;
  std::array<PangoFontDescription*, 2> fonts;

  Canvas(const std::string& title, const Language& language)
      : surface(cairo_pdf_surface_create_for_stream(append, &file, kWidth, kHeight)),
        cairo(cairo_create(surface)),
        fonts{font_of(language, false), font_of(language, true)} {
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, one_line(title).c_str());
    // Equal input gives equal bytes: no time of writing.
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, nullptr);
    PangoContext* context = pango_cairo_create_context(cairo);
    pango_cairo_context_set_resolution(context, 72);
    // Decides between Japanese and Chinese forms of a character.
    std::string tag(language.code());
    std::replace(tag.begin(), tag.end(), '_', '-');
    // Distances between characters are those of the font, not whole points.
    pango_context_set_round_glyph_positions(context, FALSE);
    cairo_font_options_t* const options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context, options);
    cairo_font_options_destroy(options);
    pango_context_set_language(context, pango_language_from_string(tag.c_str()));
    layout = pango_layout_new(context);
    g_object_unref(context);
  }
  ~Canvas() {
    g_object_unref(layout);
    for (PangoFontDescription* font : fonts) pango_font_description_free(font);
    cairo_destroy(cairo);
    cairo_surface_destroy(surface);
  }
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  /// `text` must be one line of valid UTF-8 (one_line()).
  void set_text(const std::string& text, const Style& style) {
    PangoFontDescription* font = fonts[style.bold ? 1 : 0];
    pango_font_description_set_absolute_size(font, style.size * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    pango_layout_set_text(layout, text.c_str(), static_cast<int>(text.size()));
  }
  double text_width() const {
    int width = 0;
    pango_layout_get_size(layout, &width, nullptr);
    return static_cast<double>(width) / PANGO_SCALE;
  }
  /// Keeps words such as "[USD/h]" and "eu-central-1" on one line if they fit.
  std::shared_ptr<PangoAttrList> unbroken_words(const std::string& text, double width,
                                                const Style& style) {
    constexpr std::size_t kLongest = 24;
    std::shared_ptr<PangoAttrList> words(pango_attr_list_new(), pango_attr_list_unref);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const std::string word = text.substr(at, std::min(end - at, kLongest + 1));
      if (word.size() <= kLongest && word.find_first_of("/-.") != std::string::npos) {
        set_text(word, style);
        if (text_width() <= width) {
          PangoAttribute* const whole = pango_attr_allow_breaks_new(FALSE);
          whole->start_index = static_cast<guint>(at);
          whole->end_index = static_cast<guint>(end);
          pango_attr_list_insert(words.get(), whole);
        }
      }
      at = end + 1;
    }
    return words;
  }
  void set_colour(Ink ink, double opacity = 1.0) {
    const Colour colour = colour_of(ink);
    const auto on_white = [&](double part) { return 1.0 - opacity * (1.0 - part); };
    cairo_set_source_rgb(cairo, on_white(colour.red), on_white(colour.green),
                         on_white(colour.blue));
  }
};

PdfPages::PdfPages(std::string title, const Language& language, int all_pages)
    : title_(std::move(title)),
      language_(language),
      all_pages_(all_pages),
      canvas_(std::make_unique<Canvas>(title_, language)) {
  new_page();
}

PdfPages::~PdfPages() = default;

bool PdfPages::need(double points) {
  constexpr double kFoot = 14.0;
  if (y_ - points >= kMargin + kFoot || is_fresh()) return false;
  new_page();
  return true;
}

void PdfPages::new_page() {
  if (pages_ > 0) cairo_show_page(canvas_->cairo);
  y_ = kHeight - kMargin;
  ++pages_;
  foot();
}

void PdfPages::foot() {
  const Style style{.size = 7.0, .bold = false, .ink = Ink::kMuted};
  const auto lines = wrap(title_, kContent - 60, style);
  text_at(kMargin, kMargin - 10, lines.front(), style);
  const Text number =
      all_pages_ > 0 ? tr("page {} of {}", pages_, all_pages_) : tr("page {}", pages_);
  text_at(kWidth - kMargin, kMargin - 10, language_.say(number), style, Anchor::kEnd);
}

double PdfPages::width_of(std::string_view text, const Style& style) {
  canvas_->set_text(one_line(text), style);
  return canvas_->text_width();
}

std::vector<std::string> PdfPages::wrap(std::string_view text, double width, const Style& style) {
  // Pango lays out a whole paragraph; a text longer than any sentence is laid out in parts.
  constexpr std::size_t kLongest = 20'000;
  std::vector<std::string> lines;
  const std::string line_text = one_line(text);
  for (std::size_t at = 0; at < line_text.size() || lines.empty();) {
    std::string part = line_text.substr(at, kLongest);
    while (at + part.size() < line_text.size() && is_continuation(line_text[at + part.size()])) {
      part.pop_back();
    }
    const auto unbroken = canvas_->unbroken_words(part, width, style);
    canvas_->set_text(part, style);
    pango_layout_set_width(canvas_->layout, static_cast<int>(width * PANGO_SCALE));
    pango_layout_set_wrap(canvas_->layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_attributes(canvas_->layout, unbroken.get());
    const int count = pango_layout_get_line_count(canvas_->layout);
    for (int i = 0; i < count; ++i) {
      const PangoLayoutLine* line = pango_layout_get_line_readonly(canvas_->layout, i);
      std::string_view shown = std::string_view(part).substr(
          static_cast<std::size_t>(line->start_index), static_cast<std::size_t>(line->length));
      while (shown.ends_with(' ')) shown.remove_suffix(1);
      lines.emplace_back(shown);
    }
    at += std::max<std::size_t>(part.size(), 1);
  }
  pango_layout_set_width(canvas_->layout, -1);
  pango_layout_set_attributes(canvas_->layout, nullptr);
  return lines;
}

void PdfPages::text_at(double x, double y, std::string_view text, const Style& style,
                       Anchor anchor) {
  canvas_->set_text(one_line(text), style);
  if (anchor == Anchor::kEnd) x -= canvas_->text_width();
  if (anchor == Anchor::kMiddle) x -= canvas_->text_width() / 2;
  const double base = static_cast<double>(pango_layout_get_baseline(canvas_->layout)) / PANGO_SCALE;
  missing_glyphs_ += pango_layout_get_unknown_glyphs_count(canvas_->layout);
  canvas_->set_colour(style.ink);
  cairo_move_to(canvas_->cairo, x, kHeight - y - base);
  pango_cairo_show_layout(canvas_->cairo, canvas_->layout);
}

double PdfPages::height_of(std::string_view text, double indent, const Style& style) {
  return static_cast<double>(wrap(text, kContent - indent, style).size()) * line_height(style);
}

void PdfPages::paragraph(std::string_view text, double indent, const Style& style) {
  const double height = line_height(style);
  for (const std::string& line : wrap(text, kContent - indent, style)) {
    need(height);
    y_ -= height;
    text_at(kMargin + indent, y_ + style.size * 0.25, line, style);
  }
}

void PdfPages::line(double x1, double y1, double x2, double y2, Ink ink, double width,
                    bool dashed) {
  cairo_t* cairo = canvas_->cairo;
  constexpr std::array kDashes{3.0, 2.0};
  canvas_->set_colour(ink);
  cairo_set_line_width(cairo, width);
  cairo_set_dash(cairo, kDashes.data(), dashed ? 2 : 0, 0);
  cairo_move_to(cairo, x1, kHeight - y1);
  cairo_line_to(cairo, x2, kHeight - y2);
  cairo_stroke(cairo);
}

void PdfPages::fill(double x, double y, double width, double height, Ink ink, double opacity) {
  canvas_->set_colour(ink, opacity);
  cairo_rectangle(canvas_->cairo, x, kHeight - y - height, width, height);
  cairo_fill(canvas_->cairo);
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
      Style style{.size = m.size * scale, .bold = false, .ink = m.ink};
      const std::string shown = m.shown(pages.language());
      if (m.most_width > 0)
        style.size = scale * m.fitting_size(pages.width_of(shown, style) / scale);
      pages.text_at(px(m.x), py(m.y), shown, style, m.anchor);
    }
  };
  for (const Mark& mark : drawing.marks) std::visit(Draw{*this, y_, scale}, mark);
  y_ -= drawing.height * scale;
}

Result<std::string> PdfPages::finish() {
  cairo_surface_finish(canvas_->surface);
  const cairo_status_t status = cairo_surface_status(canvas_->surface);
  if (status != CAIRO_STATUS_SUCCESS) {
    return fail(ErrorCode::kInternal,
                tr("the PDF library failed: {}", cairo_status_to_string(status)));
  }
  return std::move(canvas_->file);
}

}  // namespace nscope::cost
