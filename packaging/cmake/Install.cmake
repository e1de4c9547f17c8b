# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later

# What is installed beside the program, and the packages: packaging/package makes all of them.
include(GNUInstallDirs)
set(resources "${PROJECT_SOURCE_DIR}/resources")
set(linux "${PROJECT_SOURCE_DIR}/packaging/linux")

install(TARGETS highwater BUNDLE DESTINATION .)
install(DIRECTORY "${resources}/python/highwater" DESTINATION "${CMAKE_INSTALL_DATADIR}/highwater/python"
    PATTERN __pycache__ EXCLUDE)

install(FILES "${linux}/copyright" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# The releases are the headings of the change log, "## 1.0.0 (2026-11-30)"; the first of them is this version.
file(STRINGS "${PROJECT_SOURCE_DIR}/CHANGELOG.md" headings REGEX "^## [0-9]")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/CHANGELOG.md")
list(GET headings 0 newest)
if(NOT newest MATCHES "^## ${PROJECT_VERSION} ")
    message(FATAL_ERROR "CHANGELOG.md begins with \"${newest}\", and CMakeLists.txt says version ${PROJECT_VERSION}")
endif()

# Who makes packages for others gives both.
set(HIGHWATER_HOME "" CACHE STRING "Address at which the files of this checkout lie: home page, and pictures of the metainfo")
set(HIGHWATER_CONTACT "Highwater contributors <highwater@localhost>" CACHE STRING "Who makes the packages: name and mail address")

if(UNIX AND NOT APPLE AND NOT HIGHWATER_CORE_ONLY)
    # A desktop finds them by the program's id (app/main.cpp: setDesktopFileName).
    set(id "${HIGHWATER_ID}")
    # Debian's own change log has the releases alone.
    file(WRITE "${PROJECT_BINARY_DIR}/changelog" "")
    foreach(heading IN LISTS headings)
        string(REGEX MATCH "^## ([0-9.]+) [(](.*)[)]$" heading "${heading}")
        execute_process(COMMAND date -u -R -d "${CMAKE_MATCH_2}" OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE)
        file(APPEND "${PROJECT_BINARY_DIR}/changelog" "highwater (${CMAKE_MATCH_1}) stable; urgency=medium\n\n"
            "  * CHANGELOG.md has what is new.\n\n -- ${HIGHWATER_CONTACT}  ${day}\n\n")
    endforeach()
    execute_process(COMMAND gzip -9nf "${PROJECT_BINARY_DIR}/changelog")
    install(FILES "${PROJECT_BINARY_DIR}/changelog.gz" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
    list(TRANSFORM headings REPLACE "^## ([0-9.]+) [(](.*)[)]$" "    <release version=\"\\1\" date=\"\\2\"/>")
    list(JOIN headings "\n" releases)
    set(home "")
    if(HIGHWATER_HOME)
        configure_file("${linux}/home.xml.in" "${PROJECT_BINARY_DIR}/home.xml" @ONLY)
        file(READ "${PROJECT_BINARY_DIR}/home.xml" home)
    endif()
    configure_file("${linux}/${id}.metainfo.xml.in" "${PROJECT_BINARY_DIR}/${id}.metainfo.xml" @ONLY)
    install(FILES "${linux}/${id}.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
    install(FILES "${PROJECT_BINARY_DIR}/${id}.metainfo.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
    install(FILES "${linux}/${id}.mime.xml" DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages" RENAME "${id}.xml")
    install(FILES "${resources}/icons/highwater.svg"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps" RENAME "${id}.svg")
endif()

if(UNIX AND NOT APPLE AND NOT EMSCRIPTEN)
    # The program writes its manual page and completions itself, from the table of --help.
    set(written "${PROJECT_BINARY_DIR}/written")
    file(MAKE_DIRECTORY "${written}")
    add_custom_command(OUTPUT "${written}/highwater.1.gz" "${written}/CHANGELOG.md.gz"
        COMMAND highwater help --man > "${written}/highwater.1"
        COMMAND highwater help --completion bash > "${written}/highwater.bash"
        COMMAND highwater help --completion zsh > "${written}/_highwater"
        COMMAND highwater help --completion fish > "${written}/highwater.fish"
        COMMAND highwater help --html "${written}/html"
        COMMAND gzip -9nf "${written}/highwater.1"
        COMMAND gzip -9nc "${PROJECT_SOURCE_DIR}/CHANGELOG.md" > "${written}/CHANGELOG.md.gz"
        DEPENDS highwater "${PROJECT_SOURCE_DIR}/CHANGELOG.md" VERBATIM)
    add_custom_target(highwater_manual ALL DEPENDS "${written}/highwater.1.gz")
    install(FILES "${written}/highwater.1.gz" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1")
    install(FILES "${written}/CHANGELOG.md.gz" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
    install(DIRECTORY "${written}/html" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
    install(FILES "${written}/highwater.bash"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" RENAME highwater)
    install(FILES "${written}/_highwater" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
    install(FILES "${written}/highwater.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
endif()

set(CPACK_PACKAGE_NAME highwater)
if(HIGHWATER_CORE_ONLY)
    set(CPACK_GENERATOR TGZ)
    set(CPACK_PACKAGE_FILE_NAME "highwater-command-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR}")
else()
    set(CPACK_GENERATOR DEB)
endif()
if((APPLE OR WIN32) AND NOT HIGHWATER_CORE_ONLY)
    # Not run yet: packaging/macos/package, packaging/windows/package.ps1. Qt 6.5 or newer.
    qt_generate_deploy_app_script(TARGET highwater OUTPUT_SCRIPT deploy)
    install(SCRIPT "${deploy}")
endif()
set(CPACK_PACKAGE_VENDOR "Highwater contributors")
set(CPACK_PACKAGE_CONTACT "${HIGHWATER_CONTACT}")
if(HIGHWATER_HOME)
    set(CPACK_PACKAGE_HOMEPAGE_URL "${HIGHWATER_HOME}")
endif()
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "plans the GPU memory of training large language models")
set(CPACK_PACKAGE_DESCRIPTION "Sliders for model size, context length, batch size, GPU count and ZeRO stage
drive an estimate of parameters, gradients, optimizer and activations against
the context length. It says what fits, explains every byte, reads and writes
the files of training programs, rehearses a training script on a computer
without a GPU, and exports charts for slides.")
if(NOT HIGHWATER_CORE_ONLY)
    set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
endif()
set(CPACK_STRIP_FILES ON)
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Qt loads these when it runs, so that no library names them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "qt6-qpa-plugins, libqt6svg6")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "qt6-wayland, qt6-translations-l10n, fonts-noto-cjk")
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_LICENSE GPL-3.0-or-later)
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _build_id_links none")
# These folders are the system's.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
    /usr/share/applications /usr/share/metainfo /usr/share/mime /usr/share/mime/packages /usr/share/icons
    /usr/share/icons/hicolor /usr/share/icons/hicolor/scalable /usr/share/icons/hicolor/scalable/apps
    /usr/share/man /usr/share/man/man1 /usr/share/bash-completion /usr/share/bash-completion/completions
    /usr/share/zsh /usr/share/zsh/site-functions /usr/share/fish /usr/share/fish/vendor_completions.d)
include(CPack)
