#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_layers.pl CMAKELISTS FILES...: who may include what (docs/tour.md). Ranks come from weft_room(NAME RANK).
use strict;
use warnings;

my $lists = shift or die "usage: check_layers.pl CMakeLists.txt FILES...\n";
open my $in, '<', $lists or die "check_layers: $lists: $!\n";
my %rank = map { /^weft_room\((\w+)\s+(\d+)/ ? ($1 => $2) : () } <$in>;

# Outside libraries, and the only files that may include them.
my @outside = (
  [qr{^tbb/|^oneapi/},   qr{^src/weft/core/parallel\w*\.[ch]pp$}, 'oneTBB: only core/parallel*'],
  [qr{^CLI/|^CLI11},     qr{^src/weft/app/},                      'CLI11: only app'],
  [qr{^toml},            qr{^src/weft/io/.*\.cpp$},               'tomlplusplus: only .cpp files of io'],
  [qr{^nlohmann/},       qr{^src/weft/io/.*\.cpp$|^test/},        'nlohmann-json: only .cpp files of io, and tests'],
  [qr{^pugixml},            qr{^src/weft/io/.*\.cpp$},               'pugixml: only .cpp files of io'],
  [qr{^weft/routing/catalog\.hpp$}, qr{^src/weft/(?:workload|verb)/|^src/weft/routing/\w+\.cpp$|^test/|^bench/},
   'catalog.hpp of routing includes every routing: only routing/*.cpp, workload, verb, test and bench'],
);

# Made of another variant: the spines of a dragonfly+ are a dragonfly.
my %made_of = ('weft/topology/family/dragonfly_plus.hpp' => 'weft/topology/family/dragonfly.hpp');

# Rooms of the module for browsers, where files exist in memory only; the other rooms there use io/file.hpp.
my %in_module = map { $_ => !/^(?:io|study)$/ && $rank{$_} <= $rank{explore} } keys %rank;

my ($errors, $edges, @includes) = (0, 0);
my %variant;  # headers of a type whose catalog name is the file's: they share through the room's shapes
for my $file (@ARGV) {
  open my $source, '<', $file or die "check_layers: $file: $!\n";
  my ($stem) = $file =~ m{(\w+)\.hpp$};
  my ($room) = $file =~ m{^src/weft/(\w+)/};
  while (<$source>) {
    if ($room && $in_module{$room} && /\b(std::filesystem::(?!path\b|filesystem_error\b)\w+)/) {
      print "$file:$.: $1: use the functions of io/file.hpp, which the module for browsers has\n";
      ++$errors;
    }
    $variant{$file =~ s{^src/}{}r} = 1 if $stem && /\bname\s*[={]\s*"$stem"|NoParams<"$stem">/;
    push @includes, [$file, $., $1] if /^\s*#\s*include\s*[<"]([^>"]+)[>"]/;
  }
}

sub refuse { my ($include, $why) = @_; print "$include->[0]:$include->[1]: $include->[2]: $why\n"; ++$errors }

for my $include (@includes) {
  my ($file, undef, $path) = @$include;
  my $own = $file =~ s{^src/}{}r =~ s{\.cpp$}{.hpp}r;  # its header
  for (@outside) { refuse($include, $_->[2]) if $path =~ $_->[0] && $file !~ $_->[1] }
  my ($room) = $file =~ m{^src/weft/(\w+)/} or next;
  refuse($include, "room '$room' is not declared in CMakeLists.txt") && next unless exists $rank{$room};
  refuse($include, 'write "weft/ROOM/FILE.hpp", from src') if $path =~ m{^\.};
  my ($other) = $path =~ m{^weft/(\w+)/} or next;
  ++$edges;
  if (!exists $rank{$other}) { refuse($include, "no room '$other'") }
  elsif ($other ne $room && $rank{$other} >= $rank{$room}) {
    refuse($include, "$room (rank $rank{$room}) must not use $other (rank $rank{$other})");
  }
  elsif ($room eq 'verb' && $other eq 'verb' && $file =~ m{/verb/(\w+)/} && $path =~ m{/verb/(?!$1/)\w+/}) {
    refuse($include, 'no verb includes another one: share through workload, drawing or the files of verb/ itself');
  }
  elsif ($other eq $room && $room ne 'verb' && $path ne $own && $variant{$path} && $variant{$own} &&
         ($made_of{$own} // '') ne $path) {
    refuse($include, "two variants of $room: share through the room's shapes instead");
  }
}
printf "layers: %d files, %d edges between rooms' files, %d refused\n", scalar @ARGV, $edges, $errors;
exit($errors ? 1 : 0);
