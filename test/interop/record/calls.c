// SPDX-License-Identifier: Apache-2.0
// All calls that the tracer records. `calls messages`: only messages between two ranks.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm reversed, half;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  int next = (rank + 1) % size, before = (rank + size - 1) % size, which, done = 0;
  double in[64] = {0}, out[64] = {0};
  MPI_Request r[2];
  MPI_Irecv(in, 10, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(out, 10, MPI_DOUBLE, next, 1, MPI_COMM_WORLD, &r[1]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Irecv(in, 20, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, reversed, &r[0]);
  MPI_Isend(out, 20, MPI_DOUBLE, next, 2, reversed, &r[1]);
  MPI_Waitany(2, r, &which, MPI_STATUS_IGNORE);
  MPI_Wait(&r[1 - which], MPI_STATUS_IGNORE);
  MPI_Sendrecv(out, 30, MPI_INT, next, 3, in, 30, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Irecv(in, 1, MPI_CHAR, before, 4, MPI_COMM_WORLD, &r[0]);
  MPI_Ssend(out, 1, MPI_CHAR, rank % 2 ? MPI_PROC_NULL : next, 4, MPI_COMM_WORLD);
  MPI_Send(out, 1, MPI_CHAR, rank % 2 ? next : MPI_PROC_NULL, 4, MPI_COMM_WORLD);
  while (!done) MPI_Test(&r[0], &done, MPI_STATUS_IGNORE);
  if (argc > 1 && !strcmp(argv[1], "messages")) return MPI_Finalize();
  int counts[16], places[16];
  for (int i = 0; i < size; ++i) counts[i] = i % 2 + 1, places[i] = 2 * i;
  double* all = calloc(1024, sizeof *all);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Bcast(in, 8, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  MPI_Reduce(in, out, 8, MPI_DOUBLE, MPI_SUM, 2, MPI_COMM_WORLD);
  MPI_Allreduce(in, out, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(in, out, 8, MPI_DOUBLE, MPI_SUM, half);  // omitted, and reported
  MPI_Scan(in, out, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Gather(in, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  MPI_Scatter(all, 3, MPI_DOUBLE, in, 3, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  MPI_Allgather(in, 3, MPI_DOUBLE, all, 3, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Alltoall(all, 3, MPI_DOUBLE, all + 512, 3, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Gatherv(in, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, 1, MPI_COMM_WORLD);
  MPI_Scatterv(all, counts, places, MPI_DOUBLE, in, counts[rank], MPI_DOUBLE, 1, MPI_COMM_WORLD);
  MPI_Allgatherv(in, counts[rank], MPI_DOUBLE, all, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < size; ++i) counts[i] = 1;
  MPI_Alltoallv(all, counts, places, MPI_DOUBLE, all + 512, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  MPI_Reduce_scatter(all, in, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  free(all);
  return MPI_Finalize();
}
