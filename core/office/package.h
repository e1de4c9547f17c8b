// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace highwater {

inline constexpr std::string_view officeRelationship
    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/";
inline constexpr std::string_view packageRelationship
    = "http://schemas.openxmlformats.org/package/2006/relationships/";

struct Relationship
{
    std::string type; ///< a whole URI
    std::string target; ///< a part's name
};

/// "rId1" of the first of a part's relationships.
std::string relationshipId(std::size_t index);

/// A file of an Office document; the first relationship is rId1.
struct PackagePart
{
    std::string name; ///< "/ppt/presentation.xml"
    std::string contentType;
    std::string content;
    std::vector<Relationship> relationships = {};
};

/// An Office document of these parts; adds the lists of content types and relationships. `roots`
/// are the relationships of the document itself.
std::string officePackage(const std::vector<PackagePart>& parts,
                          const std::vector<Relationship>& roots);

} // namespace highwater
