# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
#
# How the project's own code is compiled: link highwater_warnings everywhere, highwater_qt_definitions where Qt is used.

option(HIGHWATER_WERROR "A warning is an error" OFF)
set(HIGHWATER_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address;undefined")

add_library(highwater_warnings INTERFACE)
if(MSVC)
    target_compile_options(highwater_warnings INTERFACE /W4 /permissive- /utf-8 $<$<BOOL:${HIGHWATER_WERROR}>:/WX>)
else()
    target_compile_options(highwater_warnings INTERFACE
        -Wall -Wextra -Wpedantic -Wconversion -Wnon-virtual-dtor -Wold-style-cast
        # In a unit of several files a parameter would shadow a helper of another file; the dev preset compiles them alone.
        $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
        $<$<BOOL:${HIGHWATER_WERROR}>:-Werror>)
    # g++ 12 sees overlapping copies in "text" + std::string (GCC bug 105651).
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(highwater_warnings INTERFACE -Wno-restrict)
    endif()
    # Sanitizers change the code that this warning reads: GCC's manual expects false ones then.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND HIGHWATER_SANITIZE)
        target_compile_options(highwater_warnings INTERFACE -Wno-maybe-uninitialized)
    endif()
endif()

add_library(highwater_qt_definitions INTERFACE)
target_compile_definitions(highwater_qt_definitions INTERFACE
    QT_NO_CAST_FROM_ASCII QT_NO_CAST_TO_ASCII QT_NO_CONTEXTLESS_CONNECT QT_NO_FOREACH
    QT_NO_NARROWING_CONVERSIONS_IN_CONNECT QT_STRICT_ITERATORS QT_USE_QSTRINGBUILDER
    QT_DISABLE_DEPRECATED_BEFORE=0x060400)

# For every target, unlike the rest: code with and without sanitizers does not mix.
if(HIGHWATER_SANITIZE)
    list(JOIN HIGHWATER_SANITIZE "," sanitizers)
    add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${sanitizers})
    # A quarter of the time of compiling. The address sanitizer sees most of what these see: a null is not mapped, and an object
    # of another type or size has its edges guarded.
    if("undefined" IN_LIST HIGHWATER_SANITIZE AND "address" IN_LIST HIGHWATER_SANITIZE)
        add_compile_options(-fno-sanitize=null,alignment,object-size,vptr)
    endif()
endif()

# The program is one file. Under sanitizers the libraries take 130 MB, and a hundred tests share them; a library keeps its
# own copies of inline functions, as those of a test have neither sanitizers nor optimisation.
set(BUILD_SHARED_LIBS OFF)
if(HIGHWATER_SANITIZE)
    set(BUILD_SHARED_LIBS ON)
    # The path of a build that may be installed ends with an empty entry, which means the working folder.
    set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
    set(CMAKE_INSTALL_RPATH "${PROJECT_BINARY_DIR}/core;${PROJECT_BINARY_DIR}/ui;${PROJECT_BINARY_DIR}/app")
    add_link_options(LINKER:-Bsymbolic-functions)
endif()

if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    find_program(HIGHWATER_CCACHE ccache)
    mark_as_advanced(HIGHWATER_CCACHE)
    if(HIGHWATER_CCACHE)
        set(CMAKE_CXX_COMPILER_LAUNCHER "${PROJECT_SOURCE_DIR}/packaging/cmake/cached" "${HIGHWATER_CCACHE}")
    endif()
endif()
