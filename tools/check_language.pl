#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_language.pl WORDS FILES...: phrases that Weft's prose avoids (WORDS lists them with advice), in pages, in
# comments and in string literals; lines of pages above 100 columns outside tables, links and code; lines of
# comments above 110 columns; and words that comments and string literals below src have more often than a limit.
use strict;
use warnings;

my (@words, @limits);
open my $list, '<', shift or die "check_language: $!\n";
while (<$list>) {
  next if /^\s*(#|$)/;
  my ($pattern, $advice) = /^(.*?)\s+=> (.*)$/ or die "check_language: line $. of the words is malformed\n";
  if ($advice =~ /^at most ([\d.]+): (.*)/) { push @limits, {pattern => qr/$pattern/i, limit => $1, advice => $2, count => 0} }
  else { push @words, [qr/$pattern/i, $advice] }
}
my ($failed, $total) = (0, 0);
sub complain { print "$_[0]:$_[1]: $_[2]\n"; ++$failed }

for my $file (@ARGV) {
  open my $in, '<', $file or die "check_language: $file: $!\n";
  my ($page, $block) = ($file =~ /\.md$/, 0);
  while (<$in>) {
    chomp;
    $block = !$block if $page && /^```/;
    my $columns = length(s/[\x80-\xbf]//gr);  # bytes that continue a character do not count
    complain($file, $., 'a comment above 110 columns') if $columns > 110 && !$page && m{^\s*//};
    my $prose = $page ? ($block || /^    / ? '' : $_) : join ' ', m{//.*|"(?:[^"\\]|\\.)*"}g;
    next if $prose eq '';
    if ($file =~ m{^src/} && !/SPDX|^\s*#include/) {
      $total += () = $prose =~ /[A-Za-z][A-Za-z'-]+/g;
      for my $limit (@limits) { $limit->{count} += () = $prose =~ /$limit->{pattern}/g }
    }
    for my $word (@words) {
      complain($file, $., "'$1': write: $word->[1]") if $prose =~ /($word->[0])/;
    }
    complain($file, $., 'above 100 columns') if $columns > 100 && $page && !/^\||\]\(|^\S+$/;
    complain($file, $., 'a table row that continues on the line of its header: split the lines') if $page && !$block && m{\| \|-{3}};
  }
}
for my $limit (@limits) {
  my $density = $total ? 1000 * $limit->{count} / $total : 0;
  next if $density <= $limit->{limit} || $limit->{count} < 3;  # few files are no sample
  printf "%s: %.2f per 1,000 words of comments and strings (at most %.2f): write: %s\n", $limit->{pattern}, $density, @$limit{'limit', 'advice'};
  ++$failed;
}
exit($failed ? 1 : 0);
