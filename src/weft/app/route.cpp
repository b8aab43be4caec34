#include "weft/app/command.hpp"
namespace weft::app {
void add_route(CLI::App&) {}
void add_compare(CLI::App&) {}
}  // namespace weft::app
