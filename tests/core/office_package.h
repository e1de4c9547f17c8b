// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QMap>
#include <QString>
#include <QStringList>
#include <QVector>
#include <QXmlStreamReader>

#include <stdexcept>
#include <string>
#include <utility>

/// An XML element as a tree. Names keep the prefix that the file gives them.
struct XmlNode
{
    QString name;
    QMap<QString, QString> attributes;
    QVector<XmlNode> children;
    QString text;

    /// The first child of a name, and so on down; an empty node where there is none.
    XmlNode at(const QStringList& path) const
    {
        XmlNode node = *this;
        for (const QString& step : path) {
            const XmlNode* found = nullptr;
            for (const XmlNode& child : std::as_const(node.children))
                if (!found && child.name == step)
                    found = &child;
            if (!found)
                return {};
            const XmlNode next = *found;
            node = next;
        }
        return node;
    }
    QVector<XmlNode> all(const QString& wanted) const
    {
        QVector<XmlNode> found;
        if (name == wanted)
            found << *this;
        for (const XmlNode& child : children)
            found << child.all(wanted);
        return found;
    }
    QString value() const { return attributes.value(QStringLiteral("val")); }
};

/// Throws where the text is not well-formed, which fails the test.
inline XmlNode xmlTree(const QByteArray& text)
{
    QXmlStreamReader reader(text);
    QVector<XmlNode> open{XmlNode()};
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement()) {
            XmlNode node{reader.qualifiedName().toString(), {}, {}, {}};
            for (const QXmlStreamAttribute& attribute : reader.attributes())
                node.attributes[attribute.qualifiedName().toString()]
                    = attribute.value().toString();
            open << node;
        } else if (reader.isEndElement()) {
            const XmlNode done = open.takeLast();
            open.last().children << done;
        } else if (reader.isCharacters()) {
            open.last().text += reader.text();
        }
    }
    if (reader.hasError())
        throw std::runtime_error(reader.errorString().toStdString());
    return open.first().children.first();
}

/// CRC-32 by its definition, bit by bit.
inline quint32 slowCrc32(const QByteArray& bytes)
{
    quint32 crc = 0xFFFFFFFFU;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? crc >> 1 ^ 0xEDB88320U : crc >> 1;
    }
    return ~crc;
}

/// The files of an archive by its directory. Throws where directory, headers, sizes or sums do not
/// agree.
class ZipFiles
{
public:
    explicit ZipFiles(const std::string& archive)
        : m_bytes(QByteArray::fromStdString(archive))
    {
        const int end = static_cast<int>(m_bytes.size()) - 22;
        require(end >= 0 && number(end, 4) == 0x06054B50, "end of directory");
        const int count = number(end + 10, 2);
        int at = number(end + 16, 4);
        require(number(end + 8, 2) == count && at + number(end + 12, 4) == end, "directory's size");
        for (int i = 0; i < count; ++i)
            at = readEntry(at);
        require(at == end, "directory's end");
    }

    QMap<QString, QByteArray> files;

private:
    static void require(bool holds, const char* what)
    {
        if (!holds)
            throw std::runtime_error(std::string("broken archive: ") + what);
    }
    int number(int at, int size) const
    {
        require(at >= 0 && at + size <= m_bytes.size(), "an offset");
        int value = 0;
        for (int i = size - 1; i >= 0; --i)
            value = value * 256 + static_cast<unsigned char>(m_bytes[at + i]);
        return value;
    }
    int readEntry(int at)
    {
        require(number(at, 4) == 0x02014B50, "entry");
        const int nameSize = number(at + 28, 2);
        const int local = number(at + 42, 4);
        require(number(local, 4) == 0x04034B50, "local header");
        // from the version to the size of the name, equal in both
        require(m_bytes.mid(at + 6, 24) == m_bytes.mid(local + 4, 24), "two descriptions");
        require(number(at + 10, 2) == 0, "method");
        const int size = number(at + 24, 4);
        require(number(at + 20, 4) == size, "size");
        const QByteArray name = m_bytes.mid(at + 46, nameSize);
        require(m_bytes.mid(local + 30, nameSize) == name, "two names");
        const QByteArray content = m_bytes.mid(local + 30 + nameSize, size);
        require(content.size() == size, "content");
        const QByteArray sum = m_bytes.mid(at + 16, 4);
        const quint32 crc = slowCrc32(content);
        for (int i = 0; i < 4; ++i)
            require(static_cast<unsigned char>(sum[i]) == (crc >> 8 * i & 0xFFU), "sum");
        require(!files.contains(QString::fromUtf8(name)), "a name twice");
        files[QString::fromUtf8(name)] = content;
        return at + 46 + nameSize;
    }

    QByteArray m_bytes;
};
