#include "weft/report/markdown.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include <fmt/format.h>
#include <md4c.h>

#include "weft/report/html.hpp"

namespace weft::report {
namespace {

std::string_view view_of(MD_ATTRIBUTE const& text) { return {text.text, text.size}; }

bool leads_outside(std::string_view target) {
  return target.starts_with("https://") || target.starts_with("http://");
}

/// Writes what the parser finds.
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
