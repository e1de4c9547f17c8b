// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "command_line.h"

// The program without a window: the commands, and of figures those that need no fonts.
int main(int argc, char** argv)
{
    using namespace highwater;
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (!isCommand(arguments))
        return print({Exit::BadInput,
                      {},
                      "highwater: this program has no window; see highwater --help for its "
                      "commands"});
    return print(written(runCommand(arguments, Drawing{})));
}
