#pragma once

#include <string_view>
#include <vector>

#include "weft/experiment/experiment.hpp"

namespace weft::app {

/// Pages of the manual: weft.1, and weft-VERB.1 for each verb with every option that its help lists. The two
/// texts stand in weft.1: what the exit status means, and what the verbs print.
std::vector<OutputFile> man_pages(std::string_view exit_status, std::string_view output);

}  // namespace weft::app
