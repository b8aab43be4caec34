// SPDX-License-Identifier: Apache-2.0
#include "weft/report/page.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "weft/core/spec.hpp"
#include "weft/io/digest.hpp"
#include "weft/report/comparison.hpp"
#include "weft/report/encoding.hpp"
#include "weft/report/html.hpp"
#include "weft/report/sections.hpp"

namespace weft::report {
namespace {

std::size_t count(std::string const& text, std::string const& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

Part small_part() {
  Part part;
  part.result.scenario = {{"topology", "ring:routers=4"}};
  part.result.version = "1.2.3";
  part.result.answer = "4 routers";
  part.result.notes = {"a note"};
  part.result.request = Spec{"show", {{"topology", "ring:routers=4"}}}.to_string();
  Table table{"links", "Links", {{"name", "", "who"}, {"load", "flits", "how much", 2}}, {}};
  table.add_row({"a", 0.123456});
  table.add_row({"b", 2.0});
  part.result.tables.push_back(table);
  part.figures.push_back({.title = "Loads",
                          .caption = "b is fullest.",
                          .alt = "two bars",
                          .table = "links",
                          .svg = "<svg width=\"10\" role=\"img\" aria-label=\"x\"><rect/></svg>\n",
                          .vega_lite = "{\"a\":\"<b>\"}"});
  part.verb = "show";
  return part;
}

TEST(DigestTest, MatchesPublishedDigests) {
  auto const hex = [](std::string_view text) {
    std::string out;
    for (auto const byte : sha256(text))
      out += "0123456789abcdef"[byte >> 4], out += "0123456789abcdef"[byte & 15];
    return out;
  };
  EXPECT_EQ(hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
}

TEST(PageTest, ContainsAllParts) {
  auto const page = page_html({small_part()}, {});
  for (auto const* text : {"4 routers", "ring:routers=4", "a note", "Figure 1. Loads.", "b is fullest.",
                           "two bars", "data-exact=\"0.123456\">0.12<", "[flits]", "how much", "weft show",
                           "default-src 'none'", "\"version\": \"1.2.3\"", "class=\"skip\""})
    EXPECT_EQ(page.find(text) != std::string::npos, true) << text;
  EXPECT_EQ(count(page, "<h1"), 1U);
  EXPECT_EQ(count(page, "role=\"img\""), 1U) << "the role of the picture is set once";
  EXPECT_EQ(page, page_html({small_part()}, {})) << "equal parts give equal bytes";
}

TEST(PageTest, HeadsColumnsAsTheTerminal) {
  auto part = small_part();
  part.result.tables = {
      {"bounds",
       "Bounds",
       {{.name = "time_over_bound", .unit = "s", .doc = "time / bound", .heading = "time / bound"},
        {.name = "avg_dist", .doc = "mean hops"},
        {.name = "radix", .doc = "ports"}},
       {}}};
  part.result.tables.front().add_row({1, 2, 3});
  auto const page = page_html({part}, {.scripts = false});
  for (auto const* text :
       {"data-exact=\"time_over_bound [s]\">time / bound <span class=\"unit\">[s]</span></th>",
        "data-exact=\"avg_dist\">avg dist</th>", "title=\"ports\">radix</th>",
        "<dt>time / bound <code>time_over_bound</code></dt><dd>time / bound</dd>",
        "<dt>radix</dt><dd>ports</dd>"})
    EXPECT_EQ(count(page, text), 1U) << text;
}

TEST(PageTest, LoadsNoResources) {
  auto const page = page_html({small_part()}, {.scripts = false});
  for (auto const* text : {" src=", "@import", "url(", "<link", "<iframe"})
    EXPECT_EQ(count(page, text), 0U) << text;
  EXPECT_EQ(count(page, "script-src"), 0U);
  EXPECT_EQ(count(page, "id=\"weft-script\""), 0U);
}

TEST(PageTest, EscapesNames) {
  std::string const bad = "</script><img src=x onerror=alert(1)>\"'&\x01\xff\xe2\x80\xae";
  auto part = small_part();
  part.title = part.verb = part.about = bad;
  part.result.answer = part.result.host = part.result.version = bad;
  part.result.notes = {bad};
  part.result.scenario = {{bad, bad}};
  part.result.timings = {{bad, 1}};
  auto& table = part.result.tables.front();
  table.name = table.title = table.columns.front().name = table.columns.front().unit =
      table.columns.front().doc = bad;
  table.rows.front().front() = bad;
  part.figures.front().title = part.figures.front().caption = part.figures.front().alt = bad;
  part.figures.front().vega_lite = "{\"a\":\"</script><img src=x>\"}";
  part.runs = {part};
  auto const page = page_html({part, part}, {.title = bad, .scripts = false, .written = bad});
  EXPECT_EQ(count(page, "<img"), 0U);
  EXPECT_EQ(count(page, "\xe2\x80\xae"), 0U) << "what turns the direction of text";
  EXPECT_EQ(count(page, "<script"), count(page, "</script>"));
}

TEST(PageTest, TruncatesLongTextsAndTables) {
  auto part = small_part();
  part.result.answer = std::string(10'000, 'x');
  auto& table = part.result.tables.front();
  for (int i = 0; i < 20'000; ++i) table.add_row({"row", i});
  auto const page = page_html({part}, {.scripts = false});
  EXPECT_EQ(count(page, "<td>row</td>"), max_rows(Detail::usual) - 2);
  EXPECT_EQ(count(page_html({part}, {.scripts = false, .detail = Detail::full}), "<td>row</td>"), 20'000U);
  EXPECT_NE(page.find("The first 10000 of 20002 rows"), std::string::npos);
  EXPECT_NE(page.find("xxx…</span>"), std::string::npos);
}

TEST(PageTest, HasATableOfContentsForSeveralParts) {
  auto first = small_part(), second = small_part();
  first.title = "one";
  second.title = "two";
  auto const page = page_html({first, second}, {.title = "both", .scripts = false});
  EXPECT_EQ(count(page, "<a href=\"#part-1\">one</a>"), 1U);
  EXPECT_EQ(count(page, "<a href=\"#part-2\">two</a>"), 1U);
  EXPECT_EQ(count(page, "<article"), 2U);
  EXPECT_NE(page.find("<title>both</title>"), std::string::npos);
}

TEST(PageTest, CompressesLongDataForTheScript) {
  auto part = small_part();
  part.figures.front().vega_lite = "{\"a\":\"" + std::string(20'000, 'x') + "\"}";
  Place const place{"p", 2, true};
  auto const html = part_html(part, place);
  EXPECT_EQ(count(html, "class=\"chart packed\">H4sI"), 1U) << "gzip in base64";
  EXPECT_EQ(count(html, "xxxxx"), 0U);
  EXPECT_EQ(count(part_html(part, {"p"}), "class=\"chart packed\""), 0U) << "without a script";
  EXPECT_EQ(packed("abc"), packed("abc"));
}

TEST(PageTest, ListsManyRunsAsAnIndex) {
  auto part = small_part(), run = small_part();
  part.runs.assign(100, run);
  EXPECT_EQ(count(part_html(part, {"p", 2, true}), "Figure 1. Loads."), 101U);
  part.runs.assign(101, run);
  auto const html = part_html(part, {"p", 2, true});
  EXPECT_EQ(count(html, "Figure 1. Loads."), 1U);
  EXPECT_EQ(count(html, "<details class=\"run\""), 101U);
  EXPECT_EQ(count(html, "class=\"packed\">H4sI"), 101U);
  EXPECT_EQ(count(part_html(part, {"p"}), "H4sI"), 0U) << "without a script";
  EXPECT_EQ(count(part_html(part, {"p", 2, true, Detail::brief}), "<details class=\"run\""), 0U);
}

TEST(MarkdownTest, SupportsTheElementsOfReadmes) {
  auto const html = markdown_html(
      "# Title\n\nA *question* of `x < y`.\n\n## Answer\n\n- one\n- two\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n",
      3);
  EXPECT_EQ(count(html, "Title"), 0U) << "the page has it";
  for (auto const* text : {"<p>A <em>question</em> of <code>x &lt; y</code>.</p>", "<h3>Answer</h3>",
                           "<li>one</li>", "<td class=\"number\">2</td>"})
    EXPECT_NE(html.find(text), std::string::npos) << text << " in " << html;
}

TEST(MarkdownTest, DisablesScriptsAndResources) {
  auto const html = markdown_html(
      "# T\n\n<script>alert(1)</script> <img src=x>\n\n![a picture](x.svg) [file](x.csv) "
      "[script](javascript:alert) [site](https://example.org/?a=\"b\")\n",
      2);
  EXPECT_EQ(count(html, "<script"), 0U);
  EXPECT_EQ(count(html, "<img"), 0U);
  EXPECT_EQ(count(html, "javascript"), 0U);
  EXPECT_EQ(count(html, "<a "), 1U) << html;
  EXPECT_NE(html.find("a picture"), std::string::npos);
}

TEST(PageTest, LinksPicturesInTheDescriptionToFigures) {
  Part part;
  part.figures = {{.title = "One", .name = "one", .svg = "<svg></svg>"},
                  {.title = "Two", .name = "two", .svg = "<svg></svg>"}};
  part.about = "# T\n\n![What to see](../x/gallery.svg \"two.svg\") ![A run](y.svg \"runs/1/y.svg\")\n";
  auto const html = part_html(part, {"p"});
  EXPECT_NE(html.find("<a href=\"#p-figure-2\">What to see</a> A run"), std::string::npos) << html;
  EXPECT_NE(html.find("<figure id=\"p-figure-2\""), std::string::npos);
}

TEST(PageTest, FormatsTheCommandOfTheRequest) {
  auto const command = [](Spec const& request) {
    Result result;
    result.request = request.to_string();
    return command_of(result);
  };
  EXPECT_EQ(command_of(Result{}), "");
  EXPECT_EQ(command({"sweep",
                     {{"rates", "0.1x0.3"},
                      {"topology", "torus:sides=4x4"},
                      {"fail", "it's"},
                      {"failed_links", "0.1"}}}),
            "weft sweep torus:sides=4x4 --rates 0.1x0.3 --failed-links 0.1 --fail 'it'\\''s'");
  EXPECT_EQ(command({"compare", {{"topologies", "[ring:routers=4,torus:sides=4x4,doubled=true]"}}}),
            "weft compare ring:routers=4 torus:sides=4x4,doubled=true");
  EXPECT_EQ(command({"judge", {{"routings", "[layered,balanced]"}, {"weighted", "true"}, {"seed", "-1"}}}),
            "weft judge --routing layered --routing balanced --weighted --seed=-1");
  EXPECT_EQ(command({"export", {{"topology", "ring"}, {"output", "x.txt"}}}), "weft export ring");
}

TEST(PageTest, WrapsLongCommandsAtOptions) {
  EXPECT_EQ(wrapped_command("weft load torus --seed 2"), "weft load torus --seed 2");
  auto const value = std::string(40, 'x');
  EXPECT_EQ(wrapped_command("weft load torus --a " + value + " --b '" + value + " --c' --d 1"),
            "weft load torus --a " + value + " \\\n  --b '" + value + " --c' --d 1");
}

Part part_with(std::string title, std::string routing, double latency) {
  Part part;
  part.verb = "sweep";
  part.title = std::move(title);
  part.result.scenario = {{"topology", "torus"}, {"routing", std::move(routing)}};
  part.result.tables = {{"t", "Latencies", {{"rate"}, {"latency"}}, {{0.1, 10.0}, {0.2, latency}}}};
  return part;
}

chart::Figure curve(std::vector<double> y) {
  return {"latency", "Latency", "Caption.", "t",
          chart::Chart{
              chart::LineChart{{"Latency"}, {"rate"}, {"latency"}, {{"mean", {0.1, 0.2}, std::move(y)}}}}};
}

TEST(ComparisonTest, ShowsSettingsNumbersAndCurvesThatDiffer) {
  auto const a = part_with("a", "minimal", 20), b = part_with("b", "valiant", 30);
  auto const settings = differing_settings({&a, &b});
  ASSERT_EQ(settings.rows.size(), 1U);
  EXPECT_EQ(settings.rows[0], (std::vector<Value>{"routing", "minimal", "valiant"}));
  auto const numbers = differing_numbers(a, b);
  ASSERT_EQ(numbers.rows.size(), 1U) << "the latency at rate 0.1 is equal";
  EXPECT_EQ(numbers.at(0, "row"), Value{"0.2"});
  EXPECT_EQ(numbers.at(0, "change").short_text(1), "50.0");
  std::vector<chart::Figure> const of_a{curve({10, 20})}, of_b{curve({10, 30})}, none;
  auto const comparison = comparison_of({{&a, &of_a}, {&b, &of_b}});
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->result.answer, "2 results that differ in: routing");
  ASSERT_EQ(comparison->figures.size(), 1U);
  EXPECT_NE(comparison->figures[0].svg.find(">a</text>"), std::string::npos)
      << "curves are named by their results";
  EXPECT_TRUE(comparison_of({{&a, &of_a}, {&b, &none}})->figures.empty());
  EXPECT_FALSE(comparison_of({{&a, &of_a}}));
  EXPECT_EQ(part_html(*comparison, {"p"}).find("Scenario"), std::string::npos);
}

TEST(PageTest, BeginsWithTheFirstCaptionIfThereIsNoAnswer) {
  auto part = small_part();
  part.result.answer.clear();
  part.figures.front().caption = "The bottleneck is one channel.";
  EXPECT_TRUE(part_html(part, {"p"}).starts_with("<p class=\"answer\">The bottleneck is one channel.</p>"));
}

TEST(PageTest, QuotesShellWords) {
  EXPECT_EQ(shell_word("torus:sides=8x8"), "torus:sides=8x8");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace weft::report
