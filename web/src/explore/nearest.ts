// SPDX-License-Identifier: Apache-2.0
/** Changes of a letter that make one word another; letters swapped count as one. */
function distance(a: string, b: string): number {
  let before: number[] = [], last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}

/** The name that was probably meant; null if none is near. */
export function nearest(name: string, names: readonly string[]): string | null {
  let best: string | null = null, least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const it of names) {
    const away = distance(name.toLowerCase(), it.toLowerCase());
    if (away < least) [best, least] = [it, away];
  }
  return best;
}
