// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/page/web_page.h"

#include <emscripten.h>

#include <string>

// The functions that the page's script calls. A text stays valid until the next call.
namespace {

highwater::WebPage page;
std::string answer;

const char* answered(std::string text)
{
    answer = std::move(text);
    return answer.c_str();
}

} // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* highwaterOpen(const char* text, const char* name,
                                               const char* language)
{
    return answered(page.open(text, name, language));
}

EMSCRIPTEN_KEEPALIVE const char* highwaterAdvice(const char* language)
{
    return answered(page.advice(language));
}

EMSCRIPTEN_KEEPALIVE const char* highwaterChart(const char* language, int dark, double width,
                                                double height)
{
    return answered(page.chart(language, dark != 0, width, height));
}

EMSCRIPTEN_KEEPALIVE const char* highwaterLabels(const char* language)
{
    return answered(highwater::WebPage::labels(language));
}
}
