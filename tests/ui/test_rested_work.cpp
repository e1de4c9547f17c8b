// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/base/rested_work.h"

#include <QSemaphore>
#include <QThreadPool>
#include <QtTest>

#include <atomic>
#include <memory>

using namespace highwater;

/// A work whose answer is ten times its request.
class TestRestedWork : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { s_mayEnd.release(2); } ///< a work that waits ends
    void theLastRequestIsAnswered();
    void anAnswerStaysUntilTheNext();
    void theSameRequestIsAnsweredOnce();
    void aForgottenAnswerDoesNotArrive();

private:
    using Work = RestedWork<int, int>;

    std::unique_ptr<Work> work()
    {
        return std::make_unique<Work>(
            [](QPromise<int>& promise, const int& request) {
                ++s_begun;
                s_mayEnd.acquire();
                promise.addResult(10 * request);
            },
            [this](const int& answer) { m_answers << answer; }, [] {}, 0);
    }
    /// Lets the work of a request begin and end; its answer is then on its way.
    static void letItEnd()
    {
        QTRY_COMPARE(s_begun, 1);
        s_mayEnd.release();
        QVERIFY(QThreadPool::globalInstance()->waitForDone(patience));
    }

    static constexpr int patience = 10'000; ///< milliseconds
    static inline std::atomic<int> s_begun = 0;
    static inline QSemaphore s_mayEnd{0};
    QList<int> m_answers;
};

void TestRestedWork::init()
{
    s_begun = 0;
    s_mayEnd.acquire(s_mayEnd.available());
    m_answers.clear();
}

void TestRestedWork::theLastRequestIsAnswered()
{
    const auto tens = work();
    tens->ask(1);
    tens->ask(2);
    s_mayEnd.release();
    QTRY_COMPARE(m_answers, QList<int>{20});
    QCOMPARE(s_begun, 1);
    QVERIFY(!tens->answerTo(1));
    QCOMPARE(*tens->answerTo(2), 20);
}

void TestRestedWork::anAnswerStaysUntilTheNext()
{
    const auto tens = work();
    tens->ask(1);
    letItEnd();
    tens->ask(2); // before the first answer arrives
    s_mayEnd.release();
    QTRY_COMPARE(m_answers, (QList<int>{10, 20}));
    QCOMPARE(*tens->answerTo(2), 20);
}

void TestRestedWork::theSameRequestIsAnsweredOnce()
{
    const auto tens = work();
    s_mayEnd.release(2);
    tens->ask(1);
    QTRY_COMPARE(m_answers, QList<int>{10});
    tens->ask(1);
    QVERIFY(!tens->isBusy());
    tens->askAnew(1);
    QVERIFY(tens->isBusy());
    QVERIFY(!tens->answerTo(1));
    QTRY_COMPARE(m_answers, (QList<int>{10, 10}));
}

/// Else its receiver would read a request that is not there.
void TestRestedWork::aForgottenAnswerDoesNotArrive()
{
    const auto tens = work();
    tens->ask(1);
    letItEnd();
    QVERIFY(m_answers.isEmpty());
    tens->askAnew(2);
    s_mayEnd.release();
    QTRY_VERIFY(tens->answerTo(2));
    QCOMPARE(m_answers, QList<int>{20});
}

QTEST_MAIN(TestRestedWork)
#include "test_rested_work.moc"
