// SPDX-License-Identifier: Apache-2.0
/* rand() of glibc, which METIS uses on Linux: its additive feedback generator of 31 words. So partitions are the
   same here. */
#include <stdint.h>

enum { words = 31, distance = 3, discarded = 310 };
static uint32_t state[words];
static int front = distance, rear = 0;

int weft_glibc_rand(void) {
  state[front] += state[rear];
  uint32_t const result = state[front] >> 1;
  front = (front + 1) % words;
  rear = (rear + 1) % words;
  return (int)result;
}

void weft_glibc_srand(unsigned seed) {
  int32_t word = seed == 0 ? 1 : (int32_t)seed;
  for (int i = 0; i < words; ++i) {
    state[i] = (uint32_t)word;
    word = (int32_t)(16807LL * (word % 127773) - 2836LL * (word / 127773));
    if (word < 0) word += 2147483647;
  }
  front = distance;
  rear = 0;
  for (int i = 0; i < discarded; ++i) weft_glibc_rand();
}
