#pragma once

#include <string>

#include "weft/core/result.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::app {

/// Where and how a command gives its result.
struct Output {
  bool json = false;
  bool csv = false;
  std::string directory;
  unsigned threads = 0;

  /// Throws InputError for what could not be given after the work.
  void check(Experiment const& experiment) const;
  /// Prints the result (text, CSV, JSON, or the document that it is); with a directory, also writes it as JSON, each table as
  /// CSV, and the pictures there.
  void give(Experiment const& experiment, Result const& result) const;
  void give(Result const& result) const;

 private:
  void print(Result const& result) const;
  void write(Result const& result) const;
};

/// A line on standard error, if that can be written to.
void complain(std::string const& line);

}  // namespace weft::app
