#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_language.pl WORDS FILES...: phrases that Weft's prose avoids (WORDS lists them with advice), in pages, in
# comments and in string literals; lines of pages above 100 columns outside tables, links and code; and lines of
# comments above 110 columns.
use strict;
use warnings;

my @words;
open my $list, '<', shift or die "check_language: $!\n";
while (<$list>) {
  next if /^\s*(#|$)/;
  my ($pattern, $advice) = /^(.*?)\s+=> (.*)$/ or die "check_language: line $. of the words is malformed\n";
  push @words, [qr/$pattern/i, $advice];
}
my $failed = 0;
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
    for my $word (@words) {
      complain($file, $., "'$1': write: $word->[1]") if $prose =~ /($word->[0])/;
    }
    complain($file, $., 'above 100 columns') if $columns > 100 && $page && !/^\||\]\(|^\S+$/;
  }
}
exit($failed ? 1 : 0);
