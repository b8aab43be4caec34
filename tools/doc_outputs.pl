#!/usr/bin/perl
# doc_outputs.pl [--check] WEFT PAGES...: the outputs on pages are those of the commands above them. In a block
# ```console every line `$ COMMAND` is run and what follows it is replaced by what it prints; `./run weft` is WEFT. Pages leave out the
# scenario at the top of a result and the line on the run at its end, which names the host, and cut lines at 100 columns.
# With --check nothing is written; the exit status is 1 if a page is not current.
use strict;
use warnings;

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
      open my $out, '-|', 'bash', '-c', "{ $command; } 2>&1 </dev/null" or die "doc_outputs: $command: $!\n";
      my $output = join '', <$out>;
      close $out;
      warn "doc_outputs: $page: status ", $? >> 8, ": $command\n" if $? && $command !~ /\|/;
      $output =~ s/\A(?:[a-z][\w ]* {2,}\S.*\n)+\n//;
      $output =~ s/^run [0-9a-f]{16}, seed .*\n//mg;
      $output =~ s/^(.{97}).{4,}$/$1.../mg;
      $output =~ s/ +$//mg;
      $output =~ s/\A\n+//;
      $output =~ s/\n+$/\n/;
      $text .= $_ . $output;
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
