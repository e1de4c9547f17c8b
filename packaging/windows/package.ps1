# SPDX-License-Identifier: GPL-3.0-or-later
# SPDX-FileCopyrightText: Highwater contributors
#
# package.ps1 [VCPKG]: makes a .zip with highwater.exe and its Qt, into build/packages. Needs Visual Studio 2022 with C++ and CMake,
# and vcpkg, which builds Qt from vcpkg.json beside this file; hours the first time.
# NOT RUN YET: the program was never compiled on Windows. A rehearsal is for Linux alone; starting the window opens a console too.
param([string] $Vcpkg = $env:VCPKG_ROOT)
$ErrorActionPreference = 'Stop'
$PSNativeCommandUseErrorActionPreference = $true
Set-Location "$PSScriptRoot/../.."

cmake --preset release --fresh -DBUILD_TESTING=OFF "-DCMAKE_TOOLCHAIN_FILE=$Vcpkg/scripts/buildsystems/vcpkg.cmake" `
    "-DVCPKG_MANIFEST_DIR=$PSScriptRoot"
cmake --build --preset release --config Release
cpack -G ZIP -C Release --config build/release/CPackConfig.cmake -B build/packages
