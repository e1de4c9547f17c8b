// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/configs/weight_files.h"

#include "core/configs/gguf_header.h"
#include "core/configs/safetensors_header.h"
#include "core/configs/stored_weights.h"
#include "core/json/json_reader.h"
#include "core/plan/file_start.h"
#include "core/plan/numbers.h"
#include "core/plan/utf8.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

namespace highwater {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view indexEnding = ".safetensors.index.json";
constexpr std::string_view ggufMagic = "GGUF";
constexpr std::size_t mostFiles = 4096;

bool isRegular(const fs::path& path)
{
    std::error_code error;
    return fs::is_regular_file(path, error);
}

Problem inFile(const fs::path& path, Problem problem)
{
    const std::string name = excerpt(path.filename().string(), 128);
    problem.field = problem.field.empty() ? name : name + ": " + problem.field;
    return problem;
}

Result<TensorList> readHeaderOf(const fs::path& path)
{
    auto source = HeaderSource::open(path.string());
    if (!source)
        return Problem{{}, {}, {HW_TR("core", "cannot be read")}};
    const bool isGguf = startOfFile(path, ggufMagic.size()) == ggufMagic
        || lowered(path.extension().string()) == ".gguf";
    return isGguf ? readGgufHeader(*source) : readSafetensorsHeader(*source);
}

/// Where "-00001-of-00004" begins in a name, before its ending; none where it is no shard.
std::optional<std::size_t> placeOfShard(const std::string& stem)
{
    constexpr std::string_view pattern = "-00000-of-00000";
    if (stem.size() <= pattern.size())
        return std::nullopt;
    const std::size_t begin = stem.size() - pattern.size();
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char letter = stem[begin + i];
        const bool isDigit = letter >= '0' && letter <= '9';
        if (pattern[i] == '0' ? !isDigit : letter != pattern[i])
            return std::nullopt;
    }
    return begin;
}

/// The names of all shards of the file; its own where it is none.
std::vector<fs::path> shardsOf(const fs::path& path)
{
    const std::string stem = path.stem().string();
    const auto place = placeOfShard(stem);
    if (!place)
        return {path};
    constexpr std::size_t digits = 5;
    const std::string count = stem.substr(stem.size() - digits);
    std::vector<fs::path> shards;
    for (std::size_t i = 1; i <= std::min<std::size_t>(std::stoul(count), mostFiles); ++i) {
        const std::string number = "00000" + std::to_string(i);
        shards.push_back(path.parent_path()
                         / (stem.substr(0, *place) + "-" + number.substr(number.size() - digits)
                            + "-of-" + count + path.extension().string()));
    }
    return shards.empty() ? std::vector{path} : shards;
}

/// The tensors of several files as one list.
Result<TensorList> readAll(const std::vector<fs::path>& paths)
{
    std::vector<std::string> missing;
    for (const fs::path& path : paths)
        if (!isRegular(path))
            missing.push_back(excerpt(path.filename().string(), 128));
    if (!missing.empty())
        return Problem{
            {},
            {},
            {HW_TR("core", "%1 of %2 files of the model are not in the folder, such as %3"),
             {grouped(std::ssize(missing)), grouped(std::ssize(paths)), missing.front()}}};
    TensorList all;
    std::unordered_set<std::string> names;
    for (const fs::path& path : paths) {
        auto read = readHeaderOf(path);
        if (!read)
            return paths.size() == 1 ? read.problems().front()
                                     : inFile(path, read.problems().front());
        for (StoredTensor& tensor : read->tensors) {
            if (paths.size() > 1 && !names.insert(tensor.name).second)
                return inFile(path,
                              {excerpt(tensor.name, 128),
                               {},
                               {HW_TR("core", "is in another file of the model too")}});
            all.tensors.push_back(std::move(tensor));
        }
        if (std::ssize(all.tensors) > mostTensors)
            return inFile(
                path,
                {{},
                 {},
                 {HW_TR("core", "is one of more than %1 tensors"), {grouped(mostTensors)}}});
        if (path == paths.front()) {
            all.metadata = std::move(read->metadata);
            all.isGguf = read->isGguf;
        }
        all.fileBytes = bounded::plus(all.fileBytes, read->fileBytes);
        all.missingBytes = bounded::plus(all.missingBytes, read->missingBytes);
    }
    all.files = std::ssize(paths);
    return all;
}

/// The files that an index names, which lie beside it.
Result<std::vector<fs::path>> filesOfIndex(const fs::path& path)
{
    const auto json = readJson(startOfFile(path, mostConfigBytes + 1));
    if (!json)
        return json.problems();
    const Json* const map = json->find("weight_map");
    if (!map || map->members().empty())
        return Problem{std::string("weight_map"), {}, {HW_TR("core", "is missing")}};
    std::set<std::string> names;
    for (const Json::Member& tensor : map->members()) {
        const std::string* const name = tensor.value.text();
        if (!name || name->empty() || name->find_first_of("/\\") != std::string::npos
            || !isUtf8(*name) || name->find('\0') != std::string::npos)
            return Problem{"weight_map." + excerpt(tensor.key, 128),
                           {},
                           {HW_TR("core", "must be the name of a file in the same folder")}};
        names.insert(*name);
        if (names.size() > mostFiles)
            return Problem{std::string("weight_map"),
                           {},
                           {HW_TR("core", "names more than %1 files"),
                            {grouped(static_cast<long long>(mostFiles))}}};
    }
    std::vector<fs::path> files;
    for (const std::string& name : names)
        files.push_back(path.parent_path() / name);
    return files;
}

Result<TensorList> readFrom(const fs::path& path)
{
    if (!path.string().ends_with(indexEnding))
        return readAll(shardsOf(path));
    const auto files = filesOfIndex(path);
    if (!files)
        return files.problems();
    return readAll(*files);
}

std::string fileTextOf(const fs::path& path)
{
    return isRegular(path) ? startOfFile(path, mostConfigBytes + 1) : std::string();
}

/// The file of weights of a folder; null where there is none, or several models.
std::optional<fs::path> weightsIn(const fs::path& folder)
{
    for (const char* const name :
         {"model.safetensors.index.json", "model.safetensors", "adapter_model.safetensors"})
        if (isRegular(folder / name))
            return folder / name;
    std::set<fs::path> models; // by their first shards
    std::error_code error;
    std::size_t seen = 0;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        constexpr std::size_t mostLooked = 100'000;
        if (++seen > mostLooked)
            break;
        const fs::path& path = entry->path();
        const std::string ending = lowered(path.extension().string());
        if ((ending == ".safetensors" || ending == ".gguf") && isRegular(path)
            && !path.filename().string().starts_with("mmproj"))
            models.insert(shardsOf(path).front());
    }
    return models.size() == 1 ? std::optional(*models.begin()) : std::nullopt;
}

} // namespace

bool isWeightFileName(std::string_view name)
{
    const std::string small = lowered(name);
    return small.ends_with(".safetensors") || small.ends_with(".gguf")
        || small.ends_with(indexEnding);
}

bool isWeightFile(const std::string& path)
{
    if (!isRegular(path))
        return false;
    if (isWeightFileName(path))
        return true;
    // The length of a safetensors header, whose upper bytes are 0, and its first letter.
    constexpr std::size_t needed = 9;
    const std::string start = startOfFile(path, needed);
    return start.starts_with(ggufMagic)
        || (start.size() == needed && start.back() == '{'
            && start.substr(4, 4) == std::string(4, '\0'));
}

std::string modelFileAt(const std::string& path)
{
    std::error_code error;
    if (!fs::is_directory(path, error))
        return path;
    const fs::path config = fs::path(path) / "config.json";
    if (isRegular(config))
        return config.string();
    const auto weights = weightsIn(path);
    return weights ? weights->string() : config.string();
}

Result<ModelWeights> weightsAt(const std::string& path)
{
    const fs::path file(path);
    ModelWeights weights;
    auto tensors = readFrom(file);
    const bool isGguf = tensors && tensors->isGguf;
    const bool isAdapter = file.filename().string().starts_with("adapter_");
    if (!isGguf)
        weights.config
            = fileTextOf(file.parent_path() / (isAdapter ? "adapter_config.json" : "config.json"));
    if (tensors)
        weights.tensors = *std::move(tensors);
    else if (file.string().ends_with(indexEnding) && !weights.config.empty())
        weights.index = fileTextOf(file); // of files that are not there
    else
        return tensors.problems();
    return weights;
}

ModelWeights weightsBeside(const std::string& configPath)
{
    const fs::path folder = fs::path(configPath).parent_path();
    ModelWeights weights;
    const fs::path index = folder / "model.safetensors.index.json";
    const fs::path single = folder / "model.safetensors";
    const fs::path& file = isRegular(index) ? index : single;
    if (isRegular(file))
        if (auto tensors = readFrom(file); tensors && !tensors->tensors.empty())
            weights.tensors = *std::move(tensors);
    if (!weights.tensors)
        weights.index = storedWeightsNextTo(configPath);
    return weights;
}

} // namespace highwater
