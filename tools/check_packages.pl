#!/usr/bin/perl
# SPDX-License-Identifier: Apache-2.0
# check_packages.pl DEPENDENCIES FILES...: every outside header that a file includes belongs to a package of the groups that its
# folder is built with, or to a package that one of these depends on. dpkg knows who owns a header; a header of a package that is not
# installed here is reported as unknown.
use strict;
use warnings;

my $list = shift or die "usage: check_packages.pl dependencies.txt FILES...\n";
my @rooms = (  # what is installed when a folder is compiled: tools/install-dependencies in `run`
  [qr{^bench/},         qw(build bench)],
  [qr{^python/},        qw(build python)],
  [qr{^web/wasm/},      qw(build wasm)],
  [qr{^test/fuzz/},     qw(build check)],
  [qr{},                qw(build)],
);

my (%listed, $group);
open my $in, '<', $list or die "check_packages: $list: $!\n";
while (<$in>) {
  if (/^\[(\w+)\]/) { $group = $1 }
  elsif (/^([a-z0-9][\w.+-]*)/) { push @{$listed{$group}}, $1 }
}

my (%depends, %provided);
open my $status, '-|', qw(dpkg-query -W -f), '${db:Status-Status}\t${Package}\t${Depends}, ${Pre-Depends}\t${Provides}\n'
  or die "check_packages: no dpkg-query\n";
while (<$status>) {
  chomp;
  my ($state, $package, $needs, $provides) = split /\t/, $_, 4;
  next if $state ne 'installed';
  $depends{$package} = [map { /^\s*([\w.+-]+)/ ? $1 : () } split /[,|]/, $needs];
  push @{$provided{$_}}, $package for map { /^\s*([\w.+-]+)/ ? $1 : () } split /,/, $provides // '';
}

my %closure_of;
sub closure {  # the installed packages that come with these groups
  my @groups = @_;
  return $closure_of{"@groups"} //= do {
    my (%in, @open);
    @open = ('build-essential', map { @{$listed{$_} // []} } @groups);
    while (defined(my $package = pop @open)) {
      next if $in{$package}++;
      push @open, @{$depends{$package} // []}, @{$provided{$package} // []};
    }
    \%in;
  };
}

my %first_use;  # "header\0groups" => where
for my $file (@ARGV) {
  my ($groups) = map { my ($pattern, @of) = @$_; $file =~ $pattern ? "@of" : () } @rooms;
  open my $source, '<', $file or die "check_packages: $file: $!\n";
  while (<$source>) {
    $first_use{"$1\0$groups"} //= "$file:$." if /^\s*#\s*include\s*<([^>]+\/[^>]+|[^>]+\.h(?:pp)?)>/;
  }
}

my (%wanted, %owners);  # headers by the last part of their path; header => its packages
for my $use (keys %first_use) {
  my ($header) = split /\0/, $use;
  push @{$wanted{$header =~ s{.*/}{}r}}, $header;
}
open my $files, '-|', qw(dpkg-query -S */include/*) or die "check_packages: no dpkg-query\n";
while (<$files>) {
  my ($packages, $path, $name) = m{^([^/]+): (/\S*/([^/\s]+))$} or next;
  for my $header (@{$wanted{$name} // []}) {
    next if $path !~ m{/\Q$header\E$} || $path =~ m{^/usr/src/};
    $owners{$header}{s/:.*//r} = 1 for split /, /, $packages;
  }
}

my ($errors, $unknown) = (0, 0);
for my $use (sort keys %first_use) {
  my ($header, $groups) = split /\0/, $use;
  next if $header =~ m{^weft/};
  my @owners = sort keys %{$owners{$header} // {}};
  if (!@owners) { ++$unknown; next }
  my $in = closure(split / /, $groups);
  next if grep { $in->{$_} } @owners;
  print "$first_use{$use}: <$header> is in " . join(' or ', @owners) . ", which the group ", join(' or ', split / /, $groups),
    " of $list does not install\n";
  ++$errors;
}
printf "packages: %d headers, %d of packages that are not installed here\n", scalar(keys %first_use), $unknown;
exit($errors ? 1 : 0);
