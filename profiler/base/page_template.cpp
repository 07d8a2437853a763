#include "profiler/base/page_template.h"

#include "profiler/base/resources.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope {

Result<std::string> render_template(const std::string& resource,
                                    const kainjow::mustache::data& values) {
  const auto source = find_resource(resource);
  if (!source) return fail(source.error());
  kainjow::mustache::mustache page{std::string(source->content)};
  std::string text = page.render(values);
  // Checked after rendering, which parses the partials.
  if (!page.is_valid()) {
    return fail(ErrorCode::kInternal, Text::verbatim(page.error_message()), resource);
  }
  return text;
}

Result<std::string> render_page(const std::string& resource, kainjow::mustache::data values,
                                const Language& language) {
  const auto style = find_resource("reports/style.mustache");
  if (!style) return fail(style.error());
  const auto table = find_resource("reports/page_table.mustache");
  if (!table) return fail(table.error());
  values.set("style", std::string(style->content));
  // The partial is used within a line, so the final line break of its file is removed.
  std::string partial(table->content);
  if (partial.ends_with('\n')) partial.pop_back();
  values.set("page_table", partial);
  std::string lang(language.code());
  std::replace(lang.begin(), lang.end(), '_', '-');
  values.set("lang", lang);
  values.set("program", fmt::format("Neuronscope {}", NSCOPE_VERSION));
  return render_template(resource, values);
}

}  // namespace nscope
