// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/byte_source.h"

#include "core/plan/numbers.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/stat.h>
#ifdef HIGHWATER_UNPACKS
#include <zlib.h>
#endif

namespace highwater {
namespace {

constexpr std::size_t bufferSize = std::size_t{1} << 18;
constexpr std::uint64_t mostUnpacked = std::uint64_t{1} << 36;

#ifdef HIGHWATER_UNPACKS
/// gzip packs recordings to between a fifth and a fiftieth; its greatest ratio is 1,032.
constexpr std::uint64_t mostRatio = 200;
/// The size below which any ratio is accepted.
constexpr std::uint64_t freely = std::uint64_t{1} << 24;
#endif

} // namespace

#ifdef HIGHWATER_UNPACKS
struct ByteSource::Inflater
{
    z_stream stream = {};
    std::vector<char> input = std::vector<char>(bufferSize);
    bool ended = false; ///< a member of the file has ended; another one may follow
    bool good = false;

    Inflater()
    {
        constexpr int gzipOnly = 16 + MAX_WBITS;
        good = inflateInit2(&stream, gzipOnly) == Z_OK;
    }
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;
};
#else
/// In a build without zlib nothing is unpacked.
struct ByteSource::Inflater
{ };
#endif

std::unique_ptr<ByteSource> ByteSource::open(const std::string& path)
{
    struct stat status = {};
    if (stat(path.c_str(), &status) != 0)
        return nullptr;
    // A device may never end, and opening a pipe may wait for ever.
    if (!S_ISREG(status.st_mode)) {
        errno = S_ISDIR(status.st_mode) ? EISDIR : ESPIPE;
        return nullptr;
    }
    std::FILE* file = std::fopen(path.c_str(), "rb");
    if (!file)
        return nullptr;
    auto source = std::unique_ptr<ByteSource>(new ByteSource(file));
    source->m_size = static_cast<std::uint64_t>(status.st_size);
    source->begin();
    return source;
}

std::unique_ptr<ByteSource> ByteSource::ofPipe(std::FILE* pipe, std::string begun)
{
    auto source = std::unique_ptr<ByteSource>(new ByteSource(pipe));
    source->m_begun = std::move(begun);
    source->m_isPipe = true;
    source->begin();
    return source;
}

ByteSource::ByteSource(std::FILE* file)
    : m_file(file)
{ }

ByteSource::ByteSource(std::string_view text)
    : m_text(text)
    , m_size(text.size())
{
    begin();
}

ByteSource::~ByteSource()
{
    if (m_file && m_file != stdin)
        std::fclose(m_file);
}

void ByteSource::begin()
{
    m_buffer.resize(bufferSize);
    m_start = m_next = m_end = m_buffer.data();
    const std::size_t count = readRaw(m_buffer.data(), bufferSize);
    m_end = m_start + count;
    constexpr std::string_view magic = "\x1f\x8b";
    if (!std::string_view(m_buffer.data(), count).starts_with(magic))
        return;
#ifdef HIGHWATER_UNPACKS
    m_inflater = std::make_unique<Inflater>();
    std::memcpy(m_inflater->input.data(), m_buffer.data(), count);
    m_inflater->stream.next_in = reinterpret_cast<Bytef*>(m_inflater->input.data());
    m_inflater->stream.avail_in = static_cast<uInt>(count);
#else
    fail({HW_TR("core", "is packed by gzip, which this build of the program cannot unpack")});
#endif
    m_end = m_start;
}

std::size_t ByteSource::readRaw(char* to, std::size_t most)
{
    std::size_t count = 0;
    if (m_file) {
        const std::size_t begun = std::min(most, m_begun.size());
        std::memcpy(to, m_begun.data(), begun);
        m_begun.erase(0, begun);
        count = begun + std::fread(to + begun, 1, most - begun, m_file);
        if (count == 0 && std::ferror(m_file)) {
            m_unreadable = true;
            fail({HW_TR("core", "cannot be read: %1"), {std::strerror(errno)}});
        }
    } else {
        count = std::min(most, m_text.size());
        std::memcpy(to, m_text.data(), count);
        m_text.remove_prefix(count);
    }
    m_read += count;
    if (m_watcher && m_size > 0
        && !m_watcher(static_cast<double>(m_read) / static_cast<double>(m_size))) {
        m_cancelled = true;
        fail({HW_TR("core", "reading was cancelled")});
        return 0;
    }
    return count;
}

bool ByteSource::refill()
{
    m_before += static_cast<std::uint64_t>(m_end - m_start);
    m_next = m_end = m_start;
    if (m_failure)
        return false;
    if (m_inflater)
        return unpack();
    m_end = m_start + readRaw(m_buffer.data(), bufferSize);
    return m_end != m_start;
}

#ifdef HIGHWATER_UNPACKS
bool ByteSource::unpack()
{
    z_stream& stream = m_inflater->stream;
    if (!m_inflater->good)
        return false;
    stream.next_out = reinterpret_cast<Bytef*>(m_buffer.data());
    stream.avail_out = static_cast<uInt>(bufferSize);
    while (stream.avail_out > 0) {
        if (stream.avail_in == 0) {
            const std::size_t count = readRaw(m_inflater->input.data(), bufferSize);
            stream.next_in = reinterpret_cast<Bytef*>(m_inflater->input.data());
            stream.avail_in = static_cast<uInt>(count);
            if (count == 0) {
                if (!m_inflater->ended)
                    fail({HW_TR("core", "the gzip data end before they are complete")});
                break;
            }
        }
        if (m_inflater->ended) { // gzip files may be joined; zeros may follow one
            if (*stream.next_in != 0x1f)
                break;
            inflateReset(&stream);
            m_inflater->ended = false;
        }
        const int result = inflate(&stream, Z_NO_FLUSH);
        if (result == Z_STREAM_END) {
            m_inflater->ended = true;
            if (stream.avail_in == 0 && !m_isPipe && m_read == m_size)
                break;
            continue;
        }
        if (result != Z_OK && result != Z_BUF_ERROR) {
            fail({HW_TR("core", "the gzip data are damaged")});
            break;
        }
    }
    m_end = m_start + (bufferSize - stream.avail_out);
    const std::uint64_t unpacked = m_before + static_cast<std::uint64_t>(m_end - m_start);
    const std::uint64_t packed = m_read - stream.avail_in;
    if (unpacked > mostUnpacked || (unpacked > freely && unpacked / mostRatio > packed)) {
        fail({HW_TR("core", "unpacks to more than %1 times its size, which no recording does"),
              {grouped(static_cast<long long>(mostRatio))}});
        m_end = m_start;
    }
    return m_end != m_start;
}
#else
bool ByteSource::unpack()
{
    return false;
}
#endif

bool ByteSource::take(char* to, std::size_t count)
{
    while (count > 0) {
        if (m_next == m_end && !refill())
            return false;
        const std::size_t part = std::min(count, static_cast<std::size_t>(m_end - m_next));
        std::memcpy(to, m_next, part);
        m_next += part;
        to += part;
        count -= part;
    }
    return true;
}

std::uint64_t ByteSource::mostLeft() const
{
    const auto buffered = static_cast<std::uint64_t>(m_end - m_next);
    if (m_inflater || m_isPipe)
        return mostUnpacked - std::min(mostUnpacked, position());
    return buffered + (m_size > m_read ? m_size - m_read : 0);
}

} // namespace highwater
