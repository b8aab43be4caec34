#pragma once

namespace weft::app {

/// The whole command: reads the arguments, runs the verb. Exit status: 0; 2 after wrong input (one line on stderr); 3 if the result is not what was required; 130
/// after Ctrl-C; 1 after a failure of weft itself.
int run(int argc, char const* const* argv);

}  // namespace weft::app
