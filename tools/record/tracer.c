// SPDX-License-Identifier: Apache-2.0
// Records the calls of an MPI program as a time-independent trace of SimGrid, which `weft replay --program ti:file=..`
// reads. Loaded before the program (LD_PRELOAD); tools/record-trace does that. WEFT_TRACE is the folder: a file of each
// rank, and the list of them. Computing is the processor time between two calls, in nanoseconds: ranks that share a
// core do not disturb each other. All counts are bytes. A receive of any source or tag is written with those of the message
// that it got. The format has no communicators: messages have the ranks of
// MPI_COMM_WORLD, and collective calls of some ranks only are left out and counted.
#define _GNU_SOURCE
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BYTE = 6, ANY = -1, SLOTS = 4096 };

struct open_request {
  MPI_Request request;
  MPI_Comm comm;
  int from, to, tag;
  long size, line;  // of a receive of any: where its line is in the file
  struct open_request* next;
};

static FILE* out;
static int world_rank, world_size;
static long left_out;
static struct timespec last, first_wall, first_cpu;
static struct open_request* open_requests[SLOTS];

static long since(clockid_t clock, struct timespec then) {  // ns
  struct timespec now;
  clock_gettime(clock, &now);
  return (now.tv_sec - then.tv_sec) * 1000000000L + now.tv_nsec - then.tv_nsec;
}
static void begin(void) {  // of a call: what was computed since the one before
  long ns = since(CLOCK_THREAD_CPUTIME_ID, last);
  if (out && ns > 0) fprintf(out, "%d compute %ld\n", world_rank, ns);
}
static int end(int result) {
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &last);
  return result;
}

static int world(int peer, MPI_Comm comm) {  // the rank of a peer among all
  if (peer < 0 || comm == MPI_COMM_WORLD) return peer == MPI_ANY_SOURCE ? ANY : peer;
  MPI_Group some, all;
  int rank;
  PMPI_Comm_group(comm, &some);
  PMPI_Comm_group(MPI_COMM_WORLD, &all);
  PMPI_Group_translate_ranks(some, 1, &peer, all, &rank);
  PMPI_Group_free(&some);
  PMPI_Group_free(&all);
  return rank;
}
static long bytes(int count, MPI_Datatype type) {
  int size;
  PMPI_Type_size(type, &size);
  return (long)count * size;
}
static int tag_of(int tag) { return tag == MPI_ANY_TAG ? ANY : tag; }
static int size_of(MPI_Comm comm) {
  int size;
  PMPI_Comm_size(comm, &size);
  return size;
}

static void message(const char* action, int peer, int tag, long size) {
  fprintf(out, "%d %s %d %d %ld %d\n", world_rank, action, peer, tag, size, BYTE);
}
static struct open_request** slot(MPI_Request request) { return &open_requests[(size_t)request / 64 % SLOTS]; }
static void opened(MPI_Request request, MPI_Comm comm, int from, int to, int tag, long size, long line) {
  struct open_request* it = malloc(sizeof *it);
  *it = (struct open_request){request, comm, from, to, tag, size, line, *slot(request)};
  *slot(request) = it;
}
static void any_receive(int from, int tag, long size) {  // of one length, to be written again
  fprintf(out, "%d irecv %10d %10d %ld %d\n", world_rank, from, tag, size, BYTE);
}
static void ended(MPI_Request request, const MPI_Status* status) {
  for (struct open_request** at = slot(request); *at; at = &(*at)->next)
    if ((*at)->request == request) {
      struct open_request* it = *at;
      if (it->line >= 0) {
        it->from = world(status->MPI_SOURCE, it->comm);
        it->tag = status->MPI_TAG;
        fseek(out, it->line, SEEK_SET);
        any_receive(it->from, it->tag, it->size);
        fseek(out, 0, SEEK_END);
      }
      fprintf(out, "%d wait %d %d %d\n", world_rank, it->from, it->to, it->tag);
      *at = it->next;
      free(it);
      return;
    }
}

static void started(void) {
  char name[4096];
  PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &world_size);
  const char* folder = getenv("WEFT_TRACE") ? getenv("WEFT_TRACE") : ".";
  snprintf(name, sizeof name, "%s/rank%d.txt", folder, world_rank);
  if (!(out = fopen(name, "w"))) perror(name), PMPI_Abort(MPI_COMM_WORLD, 1);
  fprintf(out, "%d init\n", world_rank);
  clock_gettime(CLOCK_MONOTONIC, &first_wall);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &first_cpu);
  if (world_rank) return;
  snprintf(name, sizeof name, "%s/list.txt", folder);
  FILE* list = fopen(name, "w");
  for (int i = 0; list && i < world_size; ++i) fprintf(list, "rank%d.txt\n", i);
  if (list) fclose(list);
}
int MPI_Init(int* argc, char*** argv) {
  int result = PMPI_Init(argc, argv);
  started();
  return end(result);
}
int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  int result = PMPI_Init_thread(argc, argv, required, provided);
  started();
  return end(result);
}
int MPI_Finalize(void) {
  long all = 0;
  begin();
  fprintf(out, "%d finalize\n# %.6f s of wall time, %.6f s of processor time\n", world_rank,
          since(CLOCK_MONOTONIC, first_wall) * 1e-9, since(CLOCK_THREAD_CPUTIME_ID, first_cpu) * 1e-9);
  fclose(out);
  PMPI_Reduce(&left_out, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (all) fprintf(stderr, "tracer: %ld collective calls of some ranks only are left out\n", all);
  return PMPI_Finalize();
}

// Messages between two ranks.
#define SENDS(NAME, ACTION)                                                                            \
  int NAME(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c) {                        \
    begin();                                                                                           \
    if (to != MPI_PROC_NULL) message(ACTION, world(to, c), tag, bytes(n, t));                          \
    return end(P##NAME(b, n, t, to, tag, c));                                                          \
  }
SENDS(MPI_Send, "send")
SENDS(MPI_Rsend, "send")
SENDS(MPI_Bsend, "send")
SENDS(MPI_Ssend, "ssend")
int MPI_Isend(const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c, MPI_Request* r) {
  begin();
  int result = PMPI_Isend(b, n, t, to, tag, c, r);
  if (to == MPI_PROC_NULL) return end(result);
  message("isend", world(to, c), tag, bytes(n, t));
  opened(*r, c, world_rank, world(to, c), tag, 0, -1);
  return end(result);
}
int MPI_Irecv(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Request* r) {
  begin();
  int result = PMPI_Irecv(b, n, t, from, tag, c, r);
  if (from == MPI_PROC_NULL) return end(result);
  long line = from == MPI_ANY_SOURCE || tag == MPI_ANY_TAG ? ftell(out) : -1;
  if (line < 0)
    message("irecv", world(from, c), tag, bytes(n, t));
  else
    any_receive(world(from, c), tag_of(tag), bytes(n, t));
  opened(*r, c, world(from, c), world_rank, tag_of(tag), bytes(n, t), line);
  return end(result);
}
int MPI_Recv(void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* s) {
  MPI_Status own;
  begin();
  int result = PMPI_Recv(b, n, t, from, tag, c, &own);
  if (from != MPI_PROC_NULL) message("recv", world(own.MPI_SOURCE, c), own.MPI_TAG, bytes(n, t));
  if (s != MPI_STATUS_IGNORE) *s = own;
  return end(result);
}
int MPI_Sendrecv(const void* b, int n, MPI_Datatype t, int to, int tag, void* rb, int rn, MPI_Datatype rt, int from,
                 int rtag, MPI_Comm c, MPI_Status* s) {
  MPI_Status own;
  begin();
  if (to != MPI_PROC_NULL) message("isend", world(to, c), tag, bytes(n, t));
  int result = PMPI_Sendrecv(b, n, t, to, tag, rb, rn, rt, from, rtag, c, &own);
  if (from != MPI_PROC_NULL) message("recv", world(own.MPI_SOURCE, c), own.MPI_TAG, bytes(rn, rt));
  if (to != MPI_PROC_NULL) fprintf(out, "%d wait %d %d %d\n", world_rank, world_rank, world(to, c), tag);
  if (s != MPI_STATUS_IGNORE) *s = own;
  return end(result);
}

// Requests. They are gone when a call returns, and statuses may be ignored.
static MPI_Request* copy_of(int n, const MPI_Request* r) {
  MPI_Request* copy = malloc((size_t)n * sizeof *copy + 1);
  for (int i = 0; i < n; ++i) copy[i] = r[i];
  return copy;
}
static MPI_Status* statuses_of(int n, MPI_Status* given) {
  return given == MPI_STATUSES_IGNORE || given == MPI_STATUS_IGNORE ? malloc((size_t)n * sizeof *given + 1) : given;
}
#define WITH_COPIES(N, R, S, CALL, DONE)       \
  begin();                                     \
  MPI_Request* before = copy_of(N, R);         \
  MPI_Status* status = statuses_of(N, S);      \
  int result = CALL;                           \
  DONE;                                        \
  if (status != (S)) free(status);             \
  free(before);                                \
  return end(result)
#define ALL_ENDED(N) \
  for (int i = 0; i < (N); ++i) ended(before[i], &status[i])

int MPI_Wait(MPI_Request* r, MPI_Status* s) {
  WITH_COPIES(1, r, s, PMPI_Wait(r, status), ALL_ENDED(1));
}
int MPI_Waitall(int n, MPI_Request* r, MPI_Status* s) {
  WITH_COPIES(n, r, s, PMPI_Waitall(n, r, status), ALL_ENDED(n));
}
int MPI_Waitany(int n, MPI_Request* r, int* which, MPI_Status* s) {
  WITH_COPIES(n, r, s, PMPI_Waitany(n, r, which, status),
              if (*which != MPI_UNDEFINED) ended(before[*which], status));
}
#define SOME(NAME)                                                                       \
  int NAME(int n, MPI_Request* r, int* done, int* which, MPI_Status* s) {                \
    WITH_COPIES(n, r, s, P##NAME(n, r, done, which, status),                             \
                for (int i = 0; *done != MPI_UNDEFINED && i < *done; ++i) ended(before[which[i]], &status[i])); \
  }
SOME(MPI_Waitsome)
SOME(MPI_Testsome)
int MPI_Test(MPI_Request* r, int* done, MPI_Status* s) {
  WITH_COPIES(1, r, s, PMPI_Test(r, done, status), if (*done) ended(before[0], status));
}
int MPI_Testall(int n, MPI_Request* r, int* done, MPI_Status* s) {
  WITH_COPIES(n, r, s, PMPI_Testall(n, r, done, status), if (*done) ALL_ENDED(n));
}
int MPI_Probe(int from, int tag, MPI_Comm c, MPI_Status* s) {  // takes time that is not computing
  begin();
  return end(PMPI_Probe(from, tag, c, s));
}

// Collective calls.
static int is_recorded(MPI_Comm c) {
  begin();
  int size = size_of(c);
  if (size != world_size && size > 1) ++left_out;
  return size == world_size;
}
#define COLLECTIVE(NAME, PARAMETERS, ARGUMENTS, C, ...)            \
  int NAME PARAMETERS {                                            \
    if (is_recorded(C)) fprintf(out, __VA_ARGS__);                 \
    return end(P##NAME ARGUMENTS);                                 \
  }
COLLECTIVE(MPI_Barrier, (MPI_Comm c), (c), c, "%d barrier\n", world_rank)
COLLECTIVE(MPI_Bcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c), c,
           "%d bcast %ld %d %d\n", world_rank, bytes(n, t), root, BYTE)
COLLECTIVE(MPI_Reduce, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),
           (b, rb, n, t, op, root, c), c, "%d reduce %ld 0 %d %d\n", world_rank, bytes(n, t), root, BYTE)
COLLECTIVE(MPI_Allreduce, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),
           (b, rb, n, t, op, c), c, "%d allreduce %ld 0 %d\n", world_rank, bytes(n, t), BYTE)
COLLECTIVE(MPI_Scan, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (b, rb, n, t, op, c), c,
           "%d scan %ld 0 %d\n", world_rank, bytes(n, t), BYTE)
COLLECTIVE(MPI_Exscan, (const void* b, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (b, rb, n, t, op, c),
           c, "%d exscan %ld 0 %d\n", world_rank, bytes(n, t), BYTE)
COLLECTIVE(MPI_Gather,
           (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, int root, MPI_Comm c),
           (b, n, t, rb, rn, rt, root, c), c, "%d gather %ld %ld %d %d %d\n", world_rank, bytes(n, t),
           bytes(n, t), root, BYTE, BYTE)
COLLECTIVE(MPI_Scatter,
           (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, int root, MPI_Comm c),
           (b, n, t, rb, rn, rt, root, c), c, "%d scatter %ld %ld %d %d %d\n", world_rank, bytes(rn, rt),
           bytes(rn, rt), root, BYTE, BYTE)
COLLECTIVE(MPI_Allgather, (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, MPI_Comm c),
           (b, n, t, rb, rn, rt, c), c, "%d allgather %ld %ld %d %d\n", world_rank, bytes(rn, rt), bytes(rn, rt),
           BYTE, BYTE)
COLLECTIVE(MPI_Alltoall, (const void* b, int n, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt, MPI_Comm c),
           (b, n, t, rb, rn, rt, c), c, "%d alltoall %ld %ld %d %d\n", world_rank, bytes(rn, rt), bytes(rn, rt),
           BYTE, BYTE)
static void counts(int n, const int* of, MPI_Datatype type) {
  for (int i = 0; i < n; ++i) fprintf(out, " %ld", bytes(of[i], type));
}
int MPI_Gatherv(const void* b, int n, MPI_Datatype t, void* rb, const int* rn, const int* at, MPI_Datatype rt, int root,
                MPI_Comm c) {
  if (is_recorded(c)) {
    int rank;
    PMPI_Comm_rank(c, &rank);
    fprintf(out, "%d gatherv %ld", world_rank, bytes(n, t));
    if (rank == root) counts(world_size, rn, rt);
    for (int i = 0; rank != root && i < world_size; ++i) fputs(" 0", out);
    fprintf(out, " %d %d %d\n", root, BYTE, BYTE);
  }
  return end(PMPI_Gatherv(b, n, t, rb, rn, at, rt, root, c));
}
int MPI_Scatterv(const void* b, const int* n, const int* at, MPI_Datatype t, void* rb, int rn, MPI_Datatype rt,
                 int root, MPI_Comm c) {
  if (is_recorded(c)) {
    int rank;
    PMPI_Comm_rank(c, &rank);
    fprintf(out, "%d scatterv", world_rank);
    if (rank == root) counts(world_size, n, t);
    for (int i = 0; rank != root && i < world_size; ++i) fputs(" 0", out);
    fprintf(out, " %ld %d %d %d\n", bytes(rn, rt), root, BYTE, BYTE);
  }
  return end(PMPI_Scatterv(b, n, at, t, rb, rn, rt, root, c));
}
int MPI_Allgatherv(const void* b, int n, MPI_Datatype t, void* rb, const int* rn, const int* at, MPI_Datatype rt,
                   MPI_Comm c) {
  if (is_recorded(c)) {
    fprintf(out, "%d allgatherv %ld", world_rank, bytes(n, t));
    counts(world_size, rn, rt);
    fprintf(out, " %d %d\n", BYTE, BYTE);
  }
  return end(PMPI_Allgatherv(b, n, t, rb, rn, at, rt, c));
}
int MPI_Reduce_scatter(const void* b, void* rb, const int* n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  if (is_recorded(c)) {
    fprintf(out, "%d reducescatter", world_rank);
    counts(world_size, n, t);
    fprintf(out, " 0 %d\n", BYTE);
  }
  return end(PMPI_Reduce_scatter(b, rb, n, t, op, c));
}
int MPI_Alltoallv(const void* b, const int* n, const int* at, MPI_Datatype t, void* rb, const int* rn, const int* rat,
                  MPI_Datatype rt, MPI_Comm c) {
  if (is_recorded(c)) {
    long sent = 0, received = 0;
    for (int i = 0; i < world_size; ++i) sent += bytes(n[i], t), received += bytes(rn[i], rt);
    fprintf(out, "%d alltoallv %ld", world_rank, sent);
    counts(world_size, n, t);
    fprintf(out, " %ld", received);
    counts(world_size, rn, rt);
    fprintf(out, " %d %d\n", BYTE, BYTE);
  }
  return end(PMPI_Alltoallv(b, n, at, t, rb, rn, rat, rt, c));
}
