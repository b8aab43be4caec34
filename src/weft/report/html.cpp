// SPDX-License-Identifier: Apache-2.0
#include "weft/report/html.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <md4c.h>

#include "weft/chart/svg.hpp"
#include "weft/core/utf8.hpp"
#include "weft/io/digest.hpp"

namespace weft::report {
namespace {

/// Returns whether c is a mark, embedding, override or isolate of the bidirectional algorithm.
bool changes_direction(char32_t c) {
  return c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

bool is_control(char32_t c) {
  return (c >= 0x7F && c <= 0x9F) || (c < 0x20 && c != '\t' && c != '\n' && c != '\r');
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    auto const c = first_code_point(text);
    if (!c.valid || changes_direction(c.value) || is_control(c.value))
      append_utf8(clean, 0xFFFD);
    else
      clean += text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
  }
  return chart::escape_xml(clean);
}

namespace {

std::string shown_by(std::string_view text, std::size_t max_bytes, std::string (*html)(std::string_view)) {
  constexpr std::size_t max_in_tooltip = 20'000;
  if (text.size() <= max_bytes) return html(text);
  return fmt::format("<span title=\"{}\">{}…</span>", escape_html(first_columns(text, max_in_tooltip)),
                     html(first_columns(text, max_bytes)));
}

std::string with_breaks(std::string_view text) {
  std::string out;
  for (char const c : escape_html(text)) {
    out += c;
    if (c == ',') out += "<wbr>";
  }
  return out;
}

}  // namespace

std::string shown_html(std::string_view text, std::size_t max_bytes) {
  return shown_by(text, max_bytes, escape_html);
}
std::string shown_spec(std::string_view text, std::size_t max_bytes) {
  return shown_by(text, max_bytes, with_breaks);
}

std::string json_in_html(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    auto const c = first_code_point(json);
    if (c.valid && (c.value == U'<' || changes_direction(c.value)))
      out += fmt::format("\\u{:04x}", static_cast<std::uint32_t>(c.value));
    else
      out += json.substr(0, c.bytes);
    json.remove_prefix(c.bytes);
  }
  return out;
}

std::string hash_source(std::string_view text) {
  auto const digest = sha256(text);
  return fmt::format("'sha256-{}'",
                     base64({reinterpret_cast<char const*>(digest.data()), digest.size()}));  // NOLINT
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=:,./+@%^";
  if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
  std::string out = "'";
  for (char const c : word) {
    if (c == '\'')
      out += "'\\''";
    else
      out += c;
  }
  return out + "'";
}

namespace {

std::string_view view_of(MD_ATTRIBUTE const& text) { return {text.text, text.size}; }

bool leads_outside(std::string_view target) {
  return target.starts_with("https://") || target.starts_with("http://");
}

/// HTML writer for the callbacks of the Markdown parser.
class Writer {
 public:
  Writer(int level, std::function<std::string(std::string_view)> const& figure_of)
      : level_(level), figure_of_(figure_of) {}

  void enter(MD_BLOCKTYPE type, void* detail) {
    if (type == MD_BLOCK_H && !has_title_) {
      skipping_ = true;
    } else if (type == MD_BLOCK_TH || type == MD_BLOCK_TD) {
      auto const align = static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align;
      out_ += fmt::format("<{}{}>", tag_of(type, detail), align == MD_ALIGN_RIGHT ? " class=\"number\"" : "");
    } else if (type == MD_BLOCK_CODE) {
      out_ += "<pre tabindex=\"0\"><code>";
    } else if (type == MD_BLOCK_TABLE) {
      out_ += "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"A table\"><table>\n";
    } else if (auto const tag = tag_of(type, detail); !tag.empty()) {
      out_ += "<" + tag + ">";
    }
  }

  void leave(MD_BLOCKTYPE type, void* detail) {
    if (type == MD_BLOCK_H && !has_title_) {
      has_title_ = true;
      skipping_ = false;
    } else if (type == MD_BLOCK_CODE) {
      out_ += "</code></pre>\n";
    } else if (type == MD_BLOCK_TABLE) {
      out_ += "</table></div>\n";
    } else if (auto const tag = tag_of(type, detail); !tag.empty() && type != MD_BLOCK_HR) {
      out_ += "</" + tag + ">\n";
    }
  }

  void enter(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_A) {
      links_.push_back(leads_outside(view_of(static_cast<MD_SPAN_A_DETAIL*>(detail)->href)));
      if (links_.back())
        put(fmt::format("<a href=\"{}\" rel=\"noreferrer\">",
                        escape_html(view_of(static_cast<MD_SPAN_A_DETAIL*>(detail)->href))));
    } else if (type == MD_SPAN_IMG) {
      auto const id = figure_of_(view_of(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->title));
      links_.push_back(!id.empty());
      if (links_.back()) put(fmt::format("<a href=\"#{}\">", escape_html(id)));
    } else if (auto const* const tag = tag_of(type)) {
      put(fmt::format("<{}>", tag));
    }
  }

  void leave(MD_SPANTYPE type) {
    if (type == MD_SPAN_A || type == MD_SPAN_IMG) {
      if (links_.back()) put("</a>");
      links_.pop_back();
    } else if (auto const* const tag = tag_of(type)) {
      put(fmt::format("</{}>", tag));
    }
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    if (type == MD_TEXT_BR)
      put("<br>\n");
    else if (type == MD_TEXT_SOFTBR)
      put("\n");
    else if (type == MD_TEXT_ENTITY && text.find_first_not_of("&#;") != std::string_view::npos)
      put(std::string(text));  // the parser has found it well-formed
    else
      put(escape_html(text));
  }

  std::string const& html() const { return out_; }

 private:
  void put(std::string const& html) {
    if (!skipping_) out_ += html;
  }

  std::string tag_of(MD_BLOCKTYPE type, void* detail) const {
    switch (type) {
      case MD_BLOCK_QUOTE: return "blockquote";
      case MD_BLOCK_UL: return "ul";
      case MD_BLOCK_OL: return "ol";
      case MD_BLOCK_LI: return "li";
      case MD_BLOCK_HR: return "hr";
      case MD_BLOCK_P: return "p";
      case MD_BLOCK_THEAD: return "thead";
      case MD_BLOCK_TBODY: return "tbody";
      case MD_BLOCK_TR: return "tr";
      case MD_BLOCK_TH: return "th";
      case MD_BLOCK_TD: return "td";
      case MD_BLOCK_H: {
        auto const deeper = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level) - 2;
        return fmt::format("h{}", std::clamp(level_ + std::max(deeper, 0), 2, 6));
      }
      default: return {};
    }
  }

  static char const* tag_of(MD_SPANTYPE type) {
    switch (type) {
      case MD_SPAN_EM: return "em";
      case MD_SPAN_STRONG: return "strong";
      case MD_SPAN_CODE: return "code";
      default: return nullptr;
    }
  }

  int level_;
  std::function<std::string(std::string_view)> const& figure_of_;
  bool has_title_ = false, skipping_ = false;
  std::vector<bool> links_;
  std::string out_;
};

Writer& writer(void* data) { return *static_cast<Writer*>(data); }

}  // namespace

std::string markdown_html(std::string_view text, int level,
                          std::function<std::string(std::string_view)> const& figure_of) {
  Writer writer_of_page(level, figure_of);
  MD_PARSER parser{};
  parser.flags = MD_FLAG_NOHTML | MD_FLAG_TABLES;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    writer(data).enter(type, detail);
    return 0;
  };
  parser.leave_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
    writer(data).leave(type, detail);
    return 0;
  };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
    writer(data).enter(type, detail);
    return 0;
  };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* data) {
    writer(data).leave(type);
    return 0;
  };
  parser.text = [](MD_TEXTTYPE type, MD_CHAR const* part, MD_SIZE size, void* data) {
    writer(data).text(type, {part, size});
    return 0;
  };
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, &writer_of_page);
  return writer_of_page.html();
}

}  // namespace weft::report
