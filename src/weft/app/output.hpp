#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "weft/core/result.hpp"
#include "weft/experiment/experiment.hpp"

namespace weft::app {

/// Where and how a command gives its result.
struct Output {
  bool json = false;
  bool csv = false;
  bool wide = false;
  std::string directory;
  unsigned threads = 0;
  bool long_run = false;  ///< no limit of time

  /// Throws InputError for what could not be given after the work.
  void check(Experiment const& experiment) const;
  /// Prints the result (text, CSV, JSON, or the document that it is); with a directory, also writes it as JSON, each table as
  /// CSV, and the pictures there.
  void give(Experiment const& experiment, Result const& result) const;
  void give(Result const& result) const;

 private:
  void print(Result const& result) const;
};

/// Writes files into a directory: all or, if one cannot be written, none. Removes those that an earlier call left there and that
/// are not written again.
void write_files(std::filesystem::path const& folder, std::vector<OutputFile> const& files);

/// An SVG picture whose description names the run that it shows, with its parameters; other files as they are.
OutputFile described(OutputFile file, Result const& result);

/// The files of a result: its tables as CSV, and itself as result.json.
std::vector<OutputFile> files_of(Result const& result);

/// A line on standard error, if that can be written to.
void complain(std::string const& line);

}  // namespace weft::app
