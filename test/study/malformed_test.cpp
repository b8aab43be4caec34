// SPDX-License-Identifier: Apache-2.0
// Studies with one mistake each: the error is one line with line and column, and states the expected input.

#include <gtest/gtest.h>

#include "support/complaint.hpp"
#include "support/scratch.hpp"
#include "weft/io/atomic_file.hpp"
#include "weft/study/study.hpp"

namespace weft::study {
namespace {

struct Mistake {
  char const *text, *place, *says;
};

/// All studies begin with `title = "t"` in line 1.
constexpr Mistake mistakes[] = {
    {"[[run]\n", "study.toml:2:7", "expected ']'"},
    {"titel = \"t\"\n[[run]]\n", "study.toml:2:1", "did you mean 'title'?"},
    {"[base]\nmesages = 2\n[[run]]\n", "study.toml:3:1", "did you mean 'messages'?"},
    {"[[run]]\nverb = \"simulat\"\n", "study.toml:3:8", "did you mean 'simulate'?"},
    {"[[run]]\ntopology = \"tours:sides=4x4\"\n", "study.toml:2:1", "did you mean 'torus'?"},
    {"[[run]]\ntopology = \"torus:side=4x4\"\n", "study.toml:2:1", "did you mean 'sides'?"},
    {"[[run]]\nsweep = { seed = \"1-5\" }\n", "study.toml:3:18", "a range such as \"1..20\""},
    {"[[run]]\nsweep = { seeds = [1, 2] }\n", "study.toml:3:19", "did you mean 'seed'?"},
    {"[[run]]\nsweep = { engine.rat = [1, 2] }\n", "study.toml:2:1", "rat"},
    {"[[run]]\nsweep = { messages.x = [1, 2] }\n", "study.toml:3:24", "has no parameters"},
    {"[[run]]\nzip = { seed = [1, 2], messages = [1, 2, 3] }\n", "study.toml:3:35",
     "must have equal lengths"},
    {"[[run]]\nzip = {}\n", "study.toml:3:7", "a zip has no axes"},
    {"[[run]]\nseeds = 0\n", "study.toml:3:9", "must be in [1, 1000000]"},
    {"[[run]]\nseeds = 2\nsweep = { seed = [1, 2] }\n", "study.toml:2:1",
     "`seed` is both an axis and set by `seeds`"},
    {"[[run]]\nseeds = 3\nreplicate = { measure = \"summary.makespan\" }\n", "study.toml:4:13",
     "both set the number of seeds"},
    {"[[run]]\nreplicate = { precision = 0.1 }\n", "study.toml:3:13", "measure"},
    {"[[run]]\nreplicate = { measure = \"mean(\" }\n", "study.toml:3:25", "expression 'mean('"},
    {"[[run]]\nreplicate = { measure = \"answer\", least = 9, most = 5 }\n", "study.toml:3:13",
     "least must not exceed most"},
    {"[[run]]\nbisect = { parameter = \"messages\", from = 9, to = 1, until = \"1\" }\n", "study.toml:3:51",
     "from must be less than to"},
    {"[[run]]\nbisect = { parameter = \"mesages\", from = 1, to = 9, until = \"1\" }\n", "study.toml:3:24",
     "did you mean 'messages'?"},
    {"[[run]]\nrefine = { parameter = \"messages\", from = 1, to = 9, measure = \"1\", precision = 0 }\n",
     "study.toml:3:81", "must be above 0"},
    {"[[run]]\nbisect = { parameter = \"messages\", from = 1, to = 9, until = \"1\" }\n"
     "refine = { parameter = \"messages\", from = 1, to = 9, measure = \"1\" }\n",
     "study.toml:4:10", "only one axis of a run can be adaptive"},
    {"include = \"no.toml\"\n[[run]]\n", "study.toml:2:11", "no file"},
    {"include = \"study.toml\"\n[[run]]\n", "study.toml:2:11", "includes itself"},
    {"[base]\nmessages = 1\n", "study.toml", "run"},
    {"[[run]]\nsweep = { seed = \"1..1000\", messages = \"1..1000\", failed_links = \"0..999\" }\n",
     "study.toml:2:1", "more than 100000 runs"},
    {"[[run]]\nseeds = 1000000\nsweep = { messages = [1, 2] }\n", "study.toml:2:1", "more than 100000 runs"},
    {"[[run]]\nseeds = 90000\nrefine = { parameter = \"messages\", from = 1, to = 9, measure = \"1\" }\n",
     "study.toml:2:1", "more than 100000 runs"},
};

TEST(MalformedStudy, ReportsOneLineWithThePosition) {
  Scratch const folder;
  for (auto const& [text, place, says] : mistakes) {
    write_file(folder / "study.toml", std::string("title = \"t\"\n") + text);
    auto const line = complaint_of([&] { read_study(folder.path()); });
    EXPECT_NE(line.find(place), std::string::npos) << text << line;
    EXPECT_NE(line.find(says), std::string::npos) << text << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << text << line;
  }
}

}  // namespace
}  // namespace weft::study
