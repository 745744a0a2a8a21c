// What the script of the HTML report shows, as JSON.
#pragma once

#include <string>

#include "report/report.h"

namespace dh {

// Safe to put inside a <script> element: no "<" whatever the findings contain. One finding a line.
std::string html_data(const Report& report, const RenderOptions& options);

}  // namespace dh
