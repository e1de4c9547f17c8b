# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Headers that most files include, compiled once for each target: of most tests they take half the time. Sources still
# include all they use: -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON builds without.

set(highwater_std_headers
    <algorithm> <array> <charconv> <cmath> <cstdint> <functional> <map> <memory> <optional> <span> <string>
    <string_view> <utility> <variant> <vector>)
set(highwater_plan_headers <core/plan/result.h>) # with the plan and its keys
set(highwater_answer_headers <core/methods/method.h>) # with the plan, its ledger and its answer
set(highwater_widget_headers
    <QAction> <QApplication> <QBoxLayout> <QComboBox> <QEvent> <QLabel> <QLocale> <QPainter> <QPushButton>
    <QSettings> <QString> <QTimer> <QToolButton> <QWidget>)
set(highwater_test_headers <nlohmann/json.hpp> <QtTest> <random>)

# g++'s own precompiled headers go through ccache only when the preprocessor keeps their names.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    add_compile_options(-fpch-preprocess)
endif()

# highwater_precompile(TARGET KIND...): KIND is std, plan, answer, widget or test.
function(highwater_precompile target)
    set(headers "")
    foreach(kind IN LISTS ARGN)
        list(APPEND headers ${highwater_${kind}_headers})
    endforeach()
    target_precompile_headers(${target} PRIVATE ${headers})
endfunction()

# highwater_precompile_test(TARGET FIRST KIND...): FIRST is a test of the same folder; it has the precompiled headers, and
# the others use those.
function(highwater_precompile_test target first)
    if(target STREQUAL first)
        highwater_precompile(${target} std test ${ARGN})
    else()
        target_precompile_headers(${target} REUSE_FROM ${first})
    endif()
endfunction()
