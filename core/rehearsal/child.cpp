// SPDX-FileCopyrightText: Highwater contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rehearsal/child.h"

#include "core/plan/utf8.h"
#include "core/rehearsal/confinement.h"

#include <cstdlib>
#include <string_view>

#ifdef __linux__
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <map>
#include <ranges>
#include <set>
#include <thread>

#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

namespace highwater {

std::string environmentVariable(const char* name)
{
    const char* value = std::getenv(name);
    return value ? value : std::string();
}

#ifdef __linux__

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds pause{50};
constexpr std::chrono::milliseconds graceToEnd{
    2000}; ///< for processes that remove their files when asked to end

volatile std::sig_atomic_t stopSignal = 0;

void noteSignal(int signal)
{
    stopSignal = signal;
}

constexpr std::array endingSignals{SIGINT, SIGTERM, SIGHUP, SIGPIPE};

/// The actions of these signals before they were only noted.
struct SignalsBefore
{
    int holders = 0;
    std::array<struct sigaction, endingSignals.size()> actions{};
};

SignalsBefore signalsBefore;

void restoreSignals()
{
    for (std::size_t i = 0; i < endingSignals.size(); ++i)
        sigaction(endingSignals[i], &signalsBefore.actions[i], nullptr);
}

/// The parent of each process of the system.
std::map<pid_t, pid_t> parentsOfProcesses()
{
    std::map<pid_t, pid_t> parents;
    DIR* folder = opendir("/proc");
    if (!folder)
        return parents;
    while (const dirent* entry = readdir(folder)) {
        const pid_t pid = std::atoi(entry->d_name);
        if (pid <= 0)
            continue;
        std::ifstream file("/proc/" + std::string(entry->d_name) + "/stat");
        std::string line;
        std::getline(file, line);
        // The name in parentheses may hold blanks and parentheses itself.
        const std::size_t name = line.rfind(')');
        char state = 0;
        int parent = 0;
        if (name != std::string::npos
            && std::sscanf(line.c_str() + name + 1, " %c %d", &state, &parent) == 2)
            parents[pid] = parent;
    }
    closedir(folder);
    return parents;
}

std::set<pid_t> descendantsOf(pid_t root, const std::set<pid_t>& without)
{
    const auto parents = parentsOfProcesses();
    std::set<pid_t> found;
    for (bool grew = true; grew;) {
        grew = false;
        for (const auto& [pid, parent] : parents)
            if ((parent == root || found.contains(parent)) && !without.contains(pid))
                grew = found.insert(pid).second || grew;
    }
    return found;
}

/// All processes that a child starts, also those whose own parents have ended: these become
/// children of this process.
class ProcessTree
{
public:
    ProcessTree()
        : m_before(descendantsOf(getpid(), {}))
    {
        prctl(PR_SET_CHILD_SUBREAPER, 1);
    }
    ~ProcessTree() { prctl(PR_SET_CHILD_SUBREAPER, 0); }
    ProcessTree(const ProcessTree&) = delete;
    ProcessTree& operator=(const ProcessTree&) = delete;

    /// The processes that are left, without those that have ended.
    std::set<pid_t> alive() const
    {
        std::set<pid_t> found = descendantsOf(getpid(), m_before);
        std::erase_if(found, [](pid_t pid) { return waitpid(pid, nullptr, WNOHANG) == pid; });
        return found;
    }

    void end() const
    {
        for (const pid_t pid : alive())
            kill(pid, SIGTERM);
        const auto until = Clock::now() + graceToEnd;
        while (Clock::now() < until && !alive().empty())
            std::this_thread::sleep_for(pause);
        // A process may start another one between the list and the signal.
        constexpr int mostRounds = 100;
        for (int round = 0; round < mostRounds; ++round) {
            const std::set<pid_t> left = alive();
            if (left.empty())
                return;
            for (const pid_t pid : left)
                kill(pid, SIGKILL);
            std::this_thread::sleep_for(pause);
        }
    }

private:
    std::set<pid_t> m_before;
};

/// Whether a process has this variable with this value in its environment.
bool hasVariable(pid_t pid, const std::string& variable)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/environ", std::ios::binary);
    for (std::string each; std::getline(file, each, '\0');)
        if (each == variable)
            return true;
    return false;
}

/// Should this program be killed, no one could end the processes of a launcher, which have sessions
/// of their own. Another process waits for that, and ends all that have the command's own variable.
class Guard
{
public:
    explicit Guard(const ChildCommand& command)
    {
        const auto latestFirst = std::views::reverse(command.variables);
        const auto own
            = std::ranges::find(latestFirst, command.ownVariable, &ChildCommand::Variable::first);
        std::array<int, 2> ends{};
        if (own == latestFirst.end() || pipe2(ends.data(), O_CLOEXEC) != 0)
            return;
        m_guarded = ends[1];
        m_pid = fork();
        if (m_pid == 0) {
            close(ends[1]);
            watch(ends[0], own->first + "=" + own->second.value_or(std::string()));
        }
        close(ends[0]);
    }
    ~Guard()
    {
        if (m_pid > 0) {
            kill(m_pid, SIGKILL);
            waitpid(m_pid, nullptr, 0);
        }
        if (m_guarded >= 0)
            close(m_guarded);
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

private:
    [[noreturn]] static void watch(int guarded, const std::string& variable)
    {
        prctl(PR_SET_NAME, "hw-guard"); // what ends all of a name spares it
        setsid(); // the keys of a terminal end its foreground group
        for (const int signal : endingSignals)
            std::signal(signal, SIG_IGN);
        const int nothing = open("/dev/null", O_RDWR);
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            dup2(nothing, stream); // else who reads this program's output would wait
        char byte = 0;
        while (read(guarded, &byte, 1) < 0 && errno == EINTR)
            ;
        constexpr int mostRounds = 100;
        for (int round = 0, quiet = 0; round < mostRounds && quiet < 2; ++round, ++quiet) {
            for (const auto& [pid, parent] : parentsOfProcesses())
                if (hasVariable(pid, variable) && kill(pid, SIGKILL) == 0)
                    quiet = -1;
            std::this_thread::sleep_for(pause);
        }
        _exit(0);
    }

    int m_guarded = -1; ///< held open until this program ends
    pid_t m_pid = -1;
};

/// The addresses of this computer, which its own name may mean.
std::vector<in_addr> ownAddresses()
{
    std::vector<in_addr> addresses;
    ifaddrs* first = nullptr;
    if (getifaddrs(&first) != 0)
        return addresses;
    for (const ifaddrs* each = first; each; each = each->ifa_next)
        if (each->ifa_addr && each->ifa_addr->sa_family == AF_INET
            && (each->ifa_flags & IFF_LOOPBACK) == 0) {
            sockaddr_in address = {};
            std::memcpy(&address, each->ifa_addr, sizeof address);
            addresses.push_back(address.sin_addr);
        }
    freeifaddrs(first);
    return addresses;
}

bool writeWhole(const char* path, const std::string& text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const bool written
        = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    close(file);
    return written;
}

/// Brings the loopback up, with the computer's own addresses on it: the processes of a launcher
/// find one another by these.
bool bringLoopbackUp(const std::vector<in_addr>& addresses)
{
    const int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (handle < 0)
        return false;
    ifreq request = {};
    std::strcpy(request.ifr_name, "lo");
    request.ifr_flags = IFF_UP | IFF_RUNNING | IFF_LOOPBACK;
    const bool up = ioctl(handle, SIOCSIFFLAGS, &request) == 0;
    constexpr std::size_t mostAddresses = 64;
    for (std::size_t i = 0; i < std::min(addresses.size(), mostAddresses); ++i) {
        ifreq alias = {};
        const std::string name = "lo:" + std::to_string(i);
        name.copy(alias.ifr_name, sizeof alias.ifr_name - 1);
        sockaddr_in address = {};
        address.sin_family = AF_INET;
        address.sin_addr = addresses[i];
        std::memcpy(&alias.ifr_addr, &address, sizeof address);
        ioctl(handle, SIOCSIFADDR, &alias);
    }
    close(handle);
    return up;
}

/// Gives this process a network of its own, which leads nowhere. Root needs no user namespace, in
/// which it could not read the files of others.
bool takeNetworkAway(const std::vector<in_addr>& addresses)
{
    const uid_t user = geteuid();
    const gid_t group = getegid();
    if (unshare(CLONE_NEWNET) == 0)
        return bringLoopbackUp(addresses);
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0)
        return false;
    const auto mapping
        = [](unsigned id) { return std::to_string(id) + " " + std::to_string(id) + " 1\n"; };
    writeWhole("/proc/self/setgroups", "deny");
    writeWhole("/proc/self/uid_map", mapping(user));
    writeWhole("/proc/self/gid_map", mapping(group));
    return bringLoopbackUp(addresses);
}

/// The message of a child before it becomes the command.
struct ChildStart
{
    bool networkWasTaken = false;
    bool writesWereConfined = false;
    int error = 0; ///< of exec; 0: the command began
};

[[noreturn]] void becomeCommand(const ChildCommand& command, const std::vector<in_addr>& addresses,
                                int said)
{
    ChildStart start;
    if (!command.network)
        start.networkWasTaken = takeNetworkAway(addresses);
    if (command.writable)
        start.writesWereConfined = confineWrites(*command.writable);
    // Should this program be killed, the command goes with it.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (const auto& [name, value] : command.variables) {
        if (value)
            setenv(name.c_str(), value->c_str(), 1);
        else
            unsetenv(name.c_str());
    }
    std::vector<char*> words;
    for (const std::string& word : command.words)
        words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    [[maybe_unused]] auto ignored = ::write(said, &start, sizeof start);
    execvp(words.front(), words.data());
    start.error = errno;
    ignored = ::write(said, &start, sizeof start);
    constexpr int notExecuted = 127;
    _exit(notExecuted);
}

struct StartedChild
{
    pid_t pid = -1;
    ChildStart start;
};

/// Starts the command in a group of its own, without input. `output`: where stdout goes.
Result<StartedChild> startChild(const ChildCommand& command, int output)
{
    const auto failure = [&](int error) {
        return Problem{
            std::string(),
            excerpt(command.words.empty() ? std::string() : command.words.front()),
            {HW_TR("core", "the command cannot be started: %1"), {std::strerror(error)}}};
    };
    if (command.words.empty())
        return failure(ENOENT);
    const auto addresses = command.network ? std::vector<in_addr>() : ownAddresses();
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0)
        return failure(errno);
    StartedChild child;
    child.pid = fork();
    if (child.pid == 0) {
        setpgid(0, 0);
        restoreSignals();
        const int nothing = open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        dup2(output, STDOUT_FILENO);
        becomeCommand(command, addresses, pipe[1]);
    }
    close(pipe[1]);
    ChildStart said;
    while (child.pid > 0) {
        const ssize_t size = read(pipe[0], &said, sizeof said);
        if (size < 0 && errno == EINTR)
            continue;
        if (size != sizeof said)
            break;
        child.start = said;
    }
    close(pipe[0]);
    if (child.pid < 0)
        return failure(errno);
    if (child.start.error != 0) {
        waitpid(child.pid, nullptr, 0);
        return failure(child.start.error);
    }
    return child;
}

ChildEnd endOfStatus(int status)
{
    if (WIFSIGNALED(status))
        return {0, WTERMSIG(status)};
    return {WEXITSTATUS(status), 0};
}

} // namespace

NotedSignals::NotedSignals()
{
    if (signalsBefore.holders++ > 0)
        return;
    stopSignal = 0;
    struct sigaction action = {};
    for (std::size_t i = 0; i < endingSignals.size(); ++i) {
        // Whoever reads the output may be gone, which is no reason to leave processes behind.
        action.sa_handler = endingSignals[i] == SIGPIPE ? SIG_IGN : noteSignal;
        sigaction(endingSignals[i], &action, &signalsBefore.actions[i]);
    }
}

NotedSignals::~NotedSignals()
{
    if (--signalsBefore.holders == 0)
        restoreSignals();
}

Result<ChildResult> runChild(const ChildCommand& command, std::chrono::seconds most,
                             const std::function<bool()>& isFinished)
{
    const NotedSignals signals;
    const Guard guard(command);
    const ProcessTree tree;
    const auto started = startChild(command, STDERR_FILENO);
    if (!started)
        return started.problems();
    ChildResult result;
    result.networkWasTaken = started->start.networkWasTaken;
    result.writesWereConfined = started->start.writesWereConfined;
    const auto until = Clock::now() + most;
    int status = 0;
    while (waitpid(started->pid, &status, WNOHANG) != started->pid) {
        if (stopSignal != 0)
            result.stop = ChildStop::Signal;
        else if (isFinished())
            result.stop = ChildStop::Finished;
        else if (Clock::now() >= until)
            result.stop = ChildStop::TimedOut;
        if (result.stop != ChildStop::None) {
            tree.end();
            return result;
        }
        std::this_thread::sleep_for(pause);
    }
    result.end = endOfStatus(status);
    tree.end();
    return result;
}

Result<std::string> printedBy(const ChildCommand& command, std::chrono::seconds most)
{
    constexpr std::size_t mostPrinted = 1 << 20;
    const Problem failure{std::string(),
                          excerpt(joined(command.words, " ")),
                          {HW_TR("core", "cannot be run, or does not answer")}};
    std::array<int, 2> pipe{};
    if (pipe2(pipe.data(), O_CLOEXEC) != 0)
        return failure;
    const NotedSignals signals;
    const ProcessTree tree;
    const auto started = startChild(command, pipe[1]);
    close(pipe[1]);
    std::string printed;
    const auto until = Clock::now() + most;
    bool isWhole = false;
    while (started && stopSignal == 0 && Clock::now() < until && printed.size() < mostPrinted) {
        pollfd waiting{pipe[0], POLLIN, 0};
        if (poll(&waiting, 1, static_cast<int>(pause.count())) <= 0)
            continue;
        std::array<char, 4096> part{};
        const ssize_t size = read(pipe[0], part.data(), part.size());
        if (size <= 0) {
            isWhole = size == 0;
            break;
        }
        printed.append(part.data(), static_cast<std::size_t>(size));
    }
    close(pipe[0]);
    int status = 0;
    bool ended = false;
    while (started && isWhole && !ended && Clock::now() < until) {
        ended = waitpid(started->pid, &status, WNOHANG) == started->pid;
        if (!ended)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    tree.end();
    if (!started)
        return started.problems();
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? Result<std::string>(printed)
                                                                  : failure;
}

#else

namespace {

Problem notOnThisSystem()
{
    return {std::string(), {}, HW_TR("core", "a rehearsal runs on Linux on x86-64 only")};
}

} // namespace

NotedSignals::NotedSignals() = default;

NotedSignals::~NotedSignals() = default;

Result<ChildResult> runChild(const ChildCommand&, std::chrono::seconds,
                             const std::function<bool()>&)
{
    return notOnThisSystem();
}

Result<std::string> printedBy(const ChildCommand&, std::chrono::seconds)
{
    return notOnThisSystem();
}

#endif

} // namespace highwater
