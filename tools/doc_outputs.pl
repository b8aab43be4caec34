#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# doc_outputs.pl [--check] WEFT PAGES...: the outputs on pages are those of the commands above them. In a block ```console every
# line `$ COMMAND` is run and what follows it is replaced by what it prints; `./run weft` is WEFT. Left out are the scenario at the
# top of a result and the line on the run at its end, which names the host. A comment at the end of the command, `# TITLE; TITLE`,
# keeps only the tables of these titles (their first words) and lines that begin so. Commands see a terminal of 100 columns.
# With --check nothing is written; the exit status is 1 if a page is not current.
use strict;
use warnings;
use File::Temp;

# The output without what changes from run to run, and only the wanted parts.
sub tidied {
  my ($output, @titles) = @_;
  $output =~ s/^run [0-9a-f]{16}, seed .*\n//mg;
  my @parts = split /\n\n+/, $output =~ s/\A\n+|\n+\z//gr;
  @parts = grep { !/\A(?:topology|topologies|operation|sparse) .*(?:\n[a-z][\w .\/-]*(?: {2,}\S.*)?)*\z/ } @parts;
  if (@titles) {
    my @kept;
    for my $i (0 .. $#parts) {
      next unless grep { index($parts[$i], $_) == 0 } @titles;
      push @kept, $parts[$i] =~ /\n/ || $i == $#parts || $parts[$i + 1] !~ /\n *-|\A\S.* {2}\S/ ? $parts[$i] : "$parts[$i]\n\n$parts[$i + 1]";
    }
    @parts = @kept or warn "doc_outputs: no part begins with: @titles\n";
  }
  for (@parts) { s/(.{1,99}\S)(?: +|$)/$1\n/g, chomp unless /\n/ }  # prose
  $output = join("\n\n", @parts) . "\n";
  $output =~ s/^(.{97}).{4,}$/$1.../mg;
  return $output =~ s/ +$//mgr;
}

# What a command prints on a terminal of 100 columns, then its errors. There weft leaves out columns instead of cutting lines.
sub output_of {
  my ($command) = @_;
  my ($script, $errors) = map { File::Temp->new } 1 .. 2;
  print $script "stty cols 100 rows 10000\nexport NO_COLOR=1 PAGER=cat\n{ $command\n} 2>$errors </dev/null\n";
  close $script;
  open my $out, '-|', 'script', '-qec', "bash $script", '/dev/null' or die "doc_outputs: $command: $!\n";
  my $output = join '', <$out>;
  close $out;
  open my $in, '<', $errors or die "doc_outputs: $errors: $!\n";
  $output .= join '', <$in>;
  return $output =~ s/\r//gr;
}

my $check = @ARGV && $ARGV[0] eq '--check' ? shift : '';
my $weft = shift // die "usage: doc_outputs.pl [--check] WEFT PAGES...\n";
my $stale = 0;
for my $page (@ARGV) {
  open my $in, '<', $page or die "doc_outputs: $page: $!\n";
  my @lines = <$in>;
  my ($console, $text) = (0, '');
  for (@lines) {
    if (/^```/) {
      $console = /^```console$/;
      $text .= $_;
    } elsif (!$console) {
      $text .= $_;
    } elsif (/^\$ (.*)/) {
      (my $command = $1) =~ s{\./run weft}{$weft}g;
      my $output = output_of($command);
      warn "doc_outputs: $page: status ", $? >> 8, ": $command\n" if $? && $command !~ /\|/;
      $text .= $_ . tidied($output, $command =~ /  # (.*)/ ? split /; /, $1 : ());
    }
  }
  next if $text eq join '', @lines;
  if ($check) {
    print "doc_outputs: $page is not current\n";
    $stale = 1;
    next;
  }
  open my $to, '>', $page or die "doc_outputs: $page: $!\n";
  print $to $text;
  close $to;
  print "doc_outputs: $page written\n";
}
exit $stale;
