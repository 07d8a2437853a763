#include "profiler/base/page_template.h"

#include "profiler/base/resources.h"

#include <fmt/format.h>

namespace nscope {

Result<std::string> render_template(const std::string& resource,
                                    const kainjow::mustache::data& values) {
  const auto source = find_resource(resource);
  if (!source) return fail(source.error());
  kainjow::mustache::mustache page{std::string(source->content)};
  if (!page.is_valid()) return fail(ErrorCode::kInternal, page.error_message(), resource);
  return page.render(values);
}

Result<std::string> render_page(const std::string& resource, kainjow::mustache::data values) {
  const auto style = find_resource("reports/style.mustache");
  if (!style) return fail(style.error());
  values.set("style", std::string(style->content));
  values.set("program", fmt::format("Neuronscope {}", NSCOPE_VERSION));
  return render_template(resource, values);
}

}  // namespace nscope
