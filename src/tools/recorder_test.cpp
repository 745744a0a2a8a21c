// What the Recorder writes, replayed, gives the verdicts of the run itself.
#include "tools/recorder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <random>
#include <thread>

#include "dynamic/fused_branch.h"
#include "tools/testing/testing.h"
#include "tools/testing/testing_live.h"

namespace dh::dyn::testing {
namespace {

using Racy = std::set<std::pair<std::string, uint64_t>>;  // variable, number of the location

class RecorderTest : public ::testing::Test {
 protected:
  RecorderTest()
      : path_(std::filesystem::temp_directory_path() / ("deadheat_recorder_" + std::to_string(::getpid()))) {}
  ~RecorderTest() override { std::filesystem::remove(path_); }

  // Of each variable the first race that the tool finds in the recorded trace.
  Racy replayed(const std::string& tools) {
    auto reader = open_trace(path_.string());
    EXPECT_TRUE(reader.has_value());
    ReportSink sink;
    auto chain = build_chain(tools, sink, (*reader)->names());
    EXPECT_TRUE(chain.has_value());
    Replay replay(**reader, **chain);
    const ReplayResult result = replay.run({});
    EXPECT_FALSE(result.error) << result.error->message;
    events_ = result.events;
    (void)(*chain)->finish();
    return first_races(sink.take(), (*reader)->names());
  }
  static Racy first_races(const std::vector<RawReport>& reports, const Names& names) {
    std::map<std::string, uint64_t> first;
    for (const RawReport& r : reports) {
      const uint64_t number = names.location(r.current.location).number;
      const auto [it, is_new] = first.try_emplace(std::string(names.name(Space::variable, r.target)), number);
      if (!is_new) it->second = std::min(it->second, number);
    }
    return {first.begin(), first.end()};
  }
  static Racy races_of(const std::string& tools, const std::string& trace) {
    auto reader = read_std(InputStream::from_text(trace));
    ReportSink sink;
    auto chain = build_chain(tools, sink, reader->names());
    Replay replay(*reader, **chain);
    replay.run({});
    (void)(*chain)->finish();
    return first_races(sink.take(), reader->names());
  }

  // Feeds the trace to a recorder as a live source with fast paths does. Returns the number of its events.
  template <typename Tool>
  size_t record(const std::string& trace) {
    auto reader = read_std(InputStream::from_text(trace));
    std::vector<TraceEvent> events;
    for (auto some = reader->next(); !some.empty(); some = reader->next())
      events.insert(events.end(), some.begin(), some.end());
    ReportSink sink;
    ToolChain chain;
    uint32_t next_word = kFirstThreadWord;
    std::vector<ToolSetup> setups;
    setups.emplace_back("tool", 1, chain.thread_layout, chain.lock_layout, sink, reader->names(),
                        ToolOptions{{"file", path_.string()}}, next_word);
    chain.branches.push_back(std::make_unique<FusedBranch<Tool>>(setups));
    chain.thread_words = next_word;
    LiveTarget target(chain, reader->names().count(Space::variable), true);
    uint64_t position = 0;
    for (const TraceEvent& event : events) target.feed(event, position++);
    (void)chain.finish();
    return events.size();
  }

  const std::filesystem::path path_;
  uint64_t events_ = 0;
};

TEST_F(RecorderTest, KeepsVerdicts) {
  size_t all = 0, kept = 0;
  for (uint32_t seed = 1; seed <= 300; ++seed) {
    const std::string trace =
        random_trace(seed, {.threads = 4, .vars = 3, .locks = 2, .events = 120, .extended = seed % 2 == 0});
    all += record<Recorder>(trace);
    EXPECT_EQ(replayed("FastTrack"), races_of("FastTrack", trace)) << trace;
    kept += events_;
  }
  EXPECT_LT(kept, all);  // accesses that say nothing new are left out
}

// Predicted races of the record are predicted races of the run.
TEST_F(RecorderTest, PredictionsHold) {
  const auto variables = [](const Racy& racy) {
    std::set<std::string> names;
    for (const auto& [name, number] : racy) names.insert(name);
    return names;
  };
  size_t found = 0;
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    const std::string trace = random_trace(seed, {.threads = 3, .vars = 3, .locks = 2, .events = 40});
    record<Recorder>(trace);
    for (const char* tool : {"SyncP", "OSR", "WCP", "SHB"}) {
      const auto expected = variables(races_of(tool, trace));
      for (const std::string& name : variables(replayed(tool))) {
        EXPECT_TRUE(expected.contains(name)) << tool << " " << name << "\n" << trace;
        ++found;
      }
    }
  }
  EXPECT_GT(found, 0u);
}

TEST_F(RecorderTest, RunsOutOfTickets) {
  for (uint32_t seed = 1; seed <= 100; ++seed) {
    const std::string trace = random_trace(seed, {.threads = 4, .vars = 3, .locks = 2, .events = 120});
    record<RecorderOf<4>>(trace);
    EXPECT_EQ(replayed("FastTrack"), races_of("FastTrack", trace)) << trace;
  }
}

// The words of an array's elements, as a source with ranges has them.
class RecordedArray {
 public:
  RecordedArray(Engine& engine, const std::vector<FastPaths>& paths, size_t size, uint64_t word)
      : engine_(engine), paths_(paths), words_(size, word) {}

  void access(ShadowThread& t, EventKind kind, LocId location, size_t from, size_t end) {
    for (size_t i = from; i < end;) {
      const uint64_t word = words_[i];
      std::atomic<uint64_t> copy{word};
      if (try_fast_paths(paths_, kind, t, &copy)) {
        ++i;
        continue;
      }
      size_t stop = i;
      while (stop < end && words_[stop] == word) ++stop;
      Event& e = engine_.event(t, kind, 0, location);
      e.index = static_cast<int32_t>(i);
      e.count = static_cast<uint32_t>(stop - i);
      Value value(word);
      RemoteWord* remote = &value;
      engine_.access(e, &remote);
      for (; i < stop; ++i) words_[i] = value.load();
    }
  }

 private:
  class Value final : public RemoteWord {
   public:
    explicit Value(uint64_t value) : value_(value) {}
    uint64_t load() override { return value_; }
    bool compare_exchange(uint64_t&, uint64_t desired) override { return value_ = desired, true; }

   private:
    uint64_t value_;
  };

  Engine& engine_;
  const std::vector<FastPaths>& paths_;
  std::vector<uint64_t> words_;
};

class RangesTest : public RecorderTest {
 protected:
  // Numbers of the two locations, the smaller one first.
  static std::set<std::pair<uint64_t, uint64_t>> pairs_of(const std::string& tool, TraceReader& reader) {
    ReportSink sink;
    auto chain = build_chain(tool, sink, reader.names());
    Replay replay(reader, **chain);
    EXPECT_FALSE(replay.run({}).error);
    (void)(*chain)->finish();
    std::set<std::pair<uint64_t, uint64_t>> pairs;
    for (const RawReport& r : sink.take()) {
      const uint64_t one = reader.names().location(r.current.location).number;
      const uint64_t other = reader.names().location(r.previous.location).number;
      pairs.insert(std::minmax(one, other));
    }
    return pairs;
  }

  // Of each variable the place of its first race, when it is alone in the trace: reports that have the same
  // places are merged, whatever their variables.
  static Racy races_of_each(TraceReader& reader) {
    std::vector<std::pair<std::string, std::string>> lines;  // variable, or nothing; text
    for (auto some = reader.next(); !some.empty(); some = reader.next()) {
      for (const TraceEvent& e : some) {
        const Names& names = reader.names();
        const std::string target = names.text(event_target(e.kind), e.target);
        const uint64_t place = e.location == UINT32_MAX ? 0 : names.location(LocId(e.location)).number;
        lines.emplace_back(is_access(e.kind) ? target : "", names.text(Space::thread, e.thread) + "|" +
                                                                std_operation(e.kind, e.detail) + "(" +
                                                                target + ")|" + std::to_string(place) + "\n");
      }
    }
    std::set<std::string> variables;
    for (const auto& [variable, text] : lines) variables.insert(variable);
    Racy racy;
    for (const std::string& variable : variables) {
      std::string trace;
      for (const auto& [of, text] : lines)
        if (of.empty() || of == variable) trace += text;
      const Racy of_it = races_of("FastTrack", trace);
      racy.insert(of_it.begin(), of_it.end());
    }
    return racy;
  }

  // Records threads that access stretches of an array, with and without a lock; returns the same as text.
  std::string record_array(uint32_t seed, size_t operations) {
    constexpr uint32_t kThreads = 3, kSize = 40;
    std::mt19937 random(seed);
    Names names;
    names.add(Space::variable, "a");
    names.add(Space::lock, "l");
    for (uint32_t i = 0; i < kThreads; ++i) names.add(Space::thread, "T" + std::to_string(i));
    ReportSink sink;
    auto chain = build_chain("Recorder@file=" + path_.string(), sink, names);
    EXPECT_TRUE(chain.has_value());
    const std::vector<FastPaths> paths = (*chain)->fast_paths();
    EXPECT_TRUE(paths[0].ranges && !paths[0].covers);
    Engine engine(**chain, {});
    ShadowLock& lock = engine.new_lock(Space::lock, 0);
    std::vector<ShadowThread*> threads;
    for (uint32_t i = 0; i < kThreads; ++i) threads.push_back(&engine.new_thread(ThreadId(i), nullptr));
    Branch& branch = *(*chain)->branches.front();
    RecordedArray array(engine, paths, kSize,
                        seed % 2 == 0 ? kFreshWord : branch.elements_word(*threads[0], 0, kSize));
    std::string text;
    for (size_t i = 0; i < operations; ++i) {
      const uint32_t t = random() % kThreads;
      const std::string thread = "T" + std::to_string(t) + "|";
      const bool locks = random() % 3 != 0;
      const auto locked = [&](EventKind kind, const char* text_of_it) {
        Event& e = engine.event(*threads[t], kind, 0, LocId());
        e.lock = &lock;
        e.mode = LockMode::exclusive;
        EXPECT_EQ(engine.feed(e), Misuse::none);
        text += thread + text_of_it + "(l)|-1\n";
      };
      if (locks) locked(EventKind::acquire, "acq");
      for (uint32_t n = 1 + random() % 2; n-- > 0;) {
        const LocId place = names.add_location(names.count(Space::location));
        const size_t from = random() % kSize;
        const size_t end = random() % 4 == 0 ? from + 1 : from + 1 + random() % (kSize - from);
        const bool writes = random() % 3 == 0;
        array.access(*threads[t], writes ? EventKind::write : EventKind::read, place, from, end);
        for (size_t at = from; at < end; ++at)
          text += thread + (writes ? "w" : "r") + "(a[" + std::to_string(at) + "])|" +
                  std::to_string(place.value) + "\n";
      }
      if (locks) locked(EventKind::release, "rel");
    }
    (void)(*chain)->finish();
    return text;
  }
};

TEST_F(RangesTest, KeepVerdicts) {
  size_t races = 0;
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    const std::string trace = record_array(seed, 30);
    auto text = read_std(InputStream::from_text(trace));
    auto record = open_trace(path_.string());
    ASSERT_TRUE(record.has_value());
    const Racy racy = races_of_each(**record);
    EXPECT_EQ(racy, races_of_each(*text)) << trace;
    races += racy.size();
  }
  EXPECT_GT(races, 0u);
}

// Racing pairs of the record are those of the run. (Of a pair, another element may come first; and SHB names
// the last access of a thread, which may be one that was left out.)
TEST_F(RangesTest, PredictionsHold) {
  size_t found = 0;
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    const std::string trace = record_array(seed, 8);
    for (const char* tool : {"SyncP", "OSR"}) {
      auto text = read_std(InputStream::from_text(trace));
      const auto expected = pairs_of(tool, *text);
      auto record = open_trace(path_.string());
      for (const auto& [one, other] : pairs_of(tool, **record)) {
        EXPECT_TRUE(expected.contains({one, other})) << tool << " " << one << " " << other << "\n" << trace;
        ++found;
      }
    }
  }
  EXPECT_GT(found, 0u);
}

// A stretch is one event of the file, however long.
TEST_F(RangesTest, TakeLittleRoom) {
  Names names;
  names.add(Space::variable, "a");
  names.add(Space::thread, "T");
  names.add_location(1);
  ReportSink sink;
  auto chain = build_chain("Recorder@file=" + path_.string(), sink, names);
  ASSERT_TRUE(chain.has_value());
  Engine engine(**chain, {});
  const std::vector<FastPaths> paths = (*chain)->fast_paths();
  RecordedArray array(engine, paths, 1'000'000, kFreshWord);
  ShadowThread& thread = engine.new_thread(ThreadId(0), nullptr);
  array.access(thread, EventKind::write, LocId(0), 0, 1'000'000);
  (void)(*chain)->finish();
  EXPECT_TRUE(replayed("FastTrack").empty());
  EXPECT_EQ(events_, 1'000'000u);
  EXPECT_LT(std::filesystem::file_size(path_), 100'000u);
}

// Accesses of one thread are in order, and those of others beside them; what a lock orders stays so.
TEST_F(RecorderTest, ManyThreads) {
  constexpr uint32_t kThreads = 4, kRounds = 20000;
  Names names;
  for (const char* name : {"guarded", "shared"}) names.add(Space::variable, name);
  names.add(Space::lock, "l");
  names.add_location(1);
  for (uint32_t i = 0; i < kThreads; ++i) names.add(Space::thread, "T" + std::to_string(i));
  ReportSink sink;
  auto chain = build_chain("Recorder@file=" + path_.string(), sink, names);
  ASSERT_TRUE(chain.has_value());
  const std::vector<FastPaths> paths = (*chain)->fast_paths();
  Engine engine(**chain, {});
  ShadowLock& lock = engine.new_lock(Space::lock, 0);
  std::mutex mutex;
  std::array<std::atomic<uint64_t>, 2> words{};
  const auto access = [&](ShadowThread& t, EventKind kind, uint32_t variable) {
    if (try_fast_paths(paths, kind, t, &words[variable])) return;
    engine.access(engine.event(t, kind, variable, LocId(0)), &words[variable]);
  };
  const auto locks = [&](ShadowThread& t, EventKind kind) {
    Event& e = engine.event(t, kind, 0, LocId(0));
    e.lock = &lock;
    e.mode = LockMode::exclusive;
    EXPECT_EQ(engine.feed(e), Misuse::none);
  };
  std::vector<std::thread> threads;
  for (uint32_t i = 0; i < kThreads; ++i) {
    ShadowThread& t = engine.new_thread(ThreadId(i), nullptr);
    threads.emplace_back([&, i] {
      // Before the thread has used a lock: a race also where the threads run one after the other.
      access(t, i == 0 ? EventKind::write : EventKind::read, 1);
      for (uint32_t round = 0; round < kRounds; ++round) {
        {
          const std::lock_guard guard(mutex);
          locks(t, EventKind::acquire);
          access(t, EventKind::read, 0);
          access(t, EventKind::write, 0);
          access(t, EventKind::read, 0);
          locks(t, EventKind::release);
        }
        access(t, i == 0 && round % 100 == 0 ? EventKind::write : EventKind::read, 1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  (void)(*chain)->finish();
  const Racy racy = replayed("FastTrack");
  ASSERT_EQ(racy.size(), 1u);
  EXPECT_EQ(racy.begin()->first, "shared");
  EXPECT_GE(events_, kThreads * kRounds * 4u);
}

}  // namespace
}  // namespace dh::dyn::testing
