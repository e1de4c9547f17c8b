# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the script asked of values that a rehearsal does not have, and what it was told."""

import os
import sys
import sysconfig

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_LINES = 1000  # a report stays readable where a script asks in generated code


def folders_of_libraries():
    paths = sysconfig.get_paths()
    return tuple({os.path.join(paths[name], "") for name in ("stdlib", "platstdlib")})


LIBRARIES = folders_of_libraries()


def is_a_persons(file):
    return not (
        file.startswith((HERE, "<"))
        or "site-packages" in file
        or "dist-packages" in file
        or file.startswith(LIBRARIES)
    )


class Unanswered:
    """The lines that asked, each with how often and with the answer."""

    def __init__(self):
        self.times = {}  # of (file, line, the library's file, its line, answer)

    def __call__(self, answer):
        line = self.asking_line() + (answer,)
        if line in self.times or len(self.times) < MOST_LINES:
            self.times[line] = self.times.get(line, 0) + 1

    def asking_line(self):
        """The person's innermost line, and the library's that it led to, if one asked."""
        frame = sys._getframe(2)
        library = None
        while frame is not None:
            file = frame.f_code.co_filename
            if is_a_persons(file):
                person = (file, frame.f_lineno)
                return person + (library or ("", 0))
            if library is None and not self.is_hidden(file):
                library = (file, frame.f_lineno)
            frame = frame.f_back
        return (library or ("", 0)) + ("", 0)

    def is_hidden(self, file):
        """PyTorch's own lines tell a person less than those that called them."""
        return file.startswith((HERE, "<")) or "%storch%s" % (os.sep, os.sep) in file

    def report(self):
        lines = []
        for (file, line, library, library_line, answer), times in self.times.items():
            asked = {"file": file, "line": line, "times": times, "answer": answer}
            if library:
                asked.update(library=library, library_line=library_line)
            lines.append(asked)
        return {"unanswered": lines}
