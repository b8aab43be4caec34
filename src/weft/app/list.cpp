#include "weft/app/command.hpp"
namespace weft::app { 
void add_list(CLI::App&) {} void add_show(CLI::App&){} void add_route(CLI::App&){} void add_compare(CLI::App&){} void add_docs(CLI::App&){} void add_completion(CLI::App&){} }
