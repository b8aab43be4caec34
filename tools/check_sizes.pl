#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_sizes.pl EXCEPTIONS FILES...: the size budget of src/weft. Fails above 600 lines (but for the files
# listed, with a reason, in EXCEPTIONS) and reports the rest; long functions are clang-tidy's business.
use strict;
use warnings;

my %excepted;
if (open my $in, '<', shift) { /^(\S+)\s+\S/ and $excepted{$1} = 1 while <$in> }

my (%lines, %folder);
for my $file (@ARGV) {
  open my $in, '<', $file or die "check_sizes: $file: $!\n";
  1 while <$in>;
  $lines{$file} = $.;
  ++$folder{$file =~ s{/[^/]*$}{}r};
}
my @sorted = sort { $a <=> $b } values %lines or exit 0;
my $at = sub { $sorted[int($_[0] * $#sorted + 0.5)] };
my ($median, $p95, $failed) = ($at->(0.5), $at->(0.95), 0);
printf "sizes: %d files, %d lines, median %d (aim 120), p95 %d (aim 350), longest %d\n", scalar @sorted,
  eval { my $sum = 0; $sum += $_ for @sorted; $sum }, $median, $p95, $sorted[-1];
for my $file (sort { $lines{$b} <=> $lines{$a} } grep { $lines{$_} > 400 } keys %lines) {
  my $bad = $lines{$file} > 600 && !$excepted{$file};
  $failed += $bad;
  printf "  %4d  %s%s\n", $lines{$file}, $file, $bad ? '  FAILED: over 600 lines' : $excepted{$file} ? '  (excepted)' : '';
}
for (sort grep { $folder{$_} > 30 } keys %folder) { print "  $_ has $folder{$_} files: time to split it?\n" }
exit($failed ? 1 : 0);
