# SPDX-FileCopyrightText: Highwater contributors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# cmake -DFILES="…/highwater_CODE.ts;…" -DTABLE=FILE -P translations.cmake: writes the translations of core as C++.
# Entities leave no "<" in a text, and no text of core has a comment or forms for numbers, so that patterns read the files.

set(rows "")
foreach(path IN LISTS FILES)
    string(REGEX REPLACE ".*/highwater_(.*)\\.ts$" "\\1" code "${path}")
    file(READ "${path}" text)
    string(APPEND rows "        {\"${code}\",\n         {\n")
    foreach(context IN ITEMS core keys)
        string(FIND "${text}" "<name>${context}</name>" begin)
        if(begin EQUAL -1)
            continue()
        endif()
        string(SUBSTRING "${text}" ${begin} -1 messages)
        string(FIND "${messages}" "</context>" end)
        string(SUBSTRING "${messages}" 0 ${end} messages)
        # An unfinished translation has an attribute.
        string(REGEX REPLACE "<source>([^<]*)</source>[^<]*<translation>([^<]*)</translation>"
            "<row>{\"${context}\", R\"~(\\1)~\", R\"~(\\2)~\"},\n<" messages "${messages}")
        string(REGEX REPLACE "<[^r][^<]*" "" messages "${messages}")
        string(REPLACE "<row>" "             " messages "${messages}")
        string(REPLACE "&lt;" "<" messages "${messages}")
        string(REPLACE "&gt;" ">" messages "${messages}")
        string(REPLACE "&quot;" "\"" messages "${messages}")
        string(REPLACE "&apos;" "'" messages "${messages}")
        string(REPLACE "&amp;" "&" messages "${messages}")
        string(APPEND rows "             ${messages}")
    endforeach()
    string(APPEND rows "         }},\n")
endforeach()

file(WRITE "${TABLE}" "// Written by core/words/translations.cmake.
#include \"core/words/words.h\"

namespace highwater {

const std::vector<TranslatedLanguage>& translatedLanguages()
{
    static const std::vector<TranslatedLanguage> languages{
${rows}    };
    return languages;
}

} // namespace highwater
")
