// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/office/package.h"

#include "core/office/xml.h"
#include "core/office/zip.h"

#include <algorithm>
#include <map>

namespace highwater {
namespace {

std::string_view folderOf(std::string_view name)
{
    return name.substr(0, name.rfind('/') + 1);
}

/// From one part's folder to another part: "../charts/chart1.xml".
std::string relativeTo(std::string_view folder, std::string_view target)
{
    std::string steps;
    while (!target.starts_with(folder)) {
        folder = folderOf(folder.substr(0, folder.size() - 1));
        steps += "../";
    }
    return steps.append(target.substr(folder.size()));
}

std::string relationshipsXml(std::string_view folder, const std::vector<Relationship>& list)
{
    std::string content;
    for (std::size_t i = 0; i < list.size(); ++i)
        content += xmlElement("Relationship",
                              {{"Id", relationshipId(i)},
                               {"Type", list[i].type},
                               {"Target", relativeTo(folder, list[i].target)}});
    return std::string(xmlHead)
        + xmlElement("Relationships",
                     {{"xmlns", "http://schemas.openxmlformats.org/package/2006/relationships"}},
                     content);
}

/// XML parts are listed one by one, all others by the ending of their names.
std::string contentTypesXml(const std::vector<PackagePart>& parts)
{
    std::map<std::string, std::string> endings{
        {"rels", "application/vnd.openxmlformats-package.relationships+xml"},
        {"xml", "application/xml"}};
    std::string overrides;
    for (const PackagePart& part : parts) {
        const std::string ending = part.name.substr(part.name.rfind('.') + 1);
        if (ending == "xml")
            overrides += xmlElement("Override",
                                    {{"PartName", part.name}, {"ContentType", part.contentType}});
        else
            endings[ending] = part.contentType;
    }
    std::string defaults;
    for (const auto& [ending, type] : endings)
        defaults += xmlElement("Default", {{"Extension", ending}, {"ContentType", type}});
    return std::string(xmlHead)
        + xmlElement("Types",
                     {{"xmlns", "http://schemas.openxmlformats.org/package/2006/content-types"}},
                     defaults + overrides);
}

} // namespace

std::string relationshipId(std::size_t index)
{
    return "rId" + std::to_string(index + 1);
}

std::string officePackage(const std::vector<PackagePart>& parts,
                          const std::vector<Relationship>& roots)
{
    std::vector<ZipEntry> files{{"[Content_Types].xml", contentTypesXml(parts)},
                                {"_rels/.rels", relationshipsXml("/", roots)}};
    for (const PackagePart& part : parts) {
        const std::string name = part.name.substr(1);
        const std::string folder(folderOf(part.name));
        files.push_back({name, part.content});
        if (!part.relationships.empty())
            files.push_back(
                {folder.substr(1) + "_rels/" + part.name.substr(folder.size()) + ".rels",
                 relationshipsXml(folder, part.relationships)});
    }
    return zip(files);
}

} // namespace highwater
