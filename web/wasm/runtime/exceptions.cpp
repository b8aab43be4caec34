// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

// Throwing and catching for clang's -fwasm-exceptions: Debian's libc++abi is compiled without. The functions
// are those of the Itanium C++ ABI, for one thread. What a `throw` carries is the address of its object.
namespace __cxxabiv1 {

/// As in libc++abi, which defines it: all type_infos are of a class derived from it.
class __shim_type_info : public std::type_info {
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  /// Whether a catch clause of this type takes such an object, whose address becomes that of its base.
  virtual bool can_catch(__shim_type_info const* thrown, void*& object) const = 0;
};

}  // namespace __cxxabiv1

namespace {

using TypeInfo = __cxxabiv1::__shim_type_info;
using Destructor = void* (*)(void*);  // destructors return `this`

/// Stands before every thrown object.
struct alignas(std::max_align_t) Header {
  TypeInfo const* type;
  Destructor destructor;
  std::size_t owners;  ///< the throw or its catch clauses, and each exception_ptr
  int handlers;        ///< catch clauses that it is in; negative while the innermost throws it again
  Header* outer;       ///< the exception caught before this one
  void* caught_as;     ///< the address that the catch clause sees
};

Header* caught = nullptr;
unsigned uncaught = 0;

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

void release(Header* header) {
  if (--header->owners > 0) return;
  if (header->destructor != nullptr) header->destructor(header + 1);
  std::free(header);
}

[[noreturn]] void start(void* object) {
  ++uncaught;
  __builtin_wasm_throw(0, object);
}

std::uint64_t read_uleb(std::uint8_t const*& at) {
  std::uint64_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    value |= std::uint64_t{*at & 0x7fu} << shift;
    if ((*at++ & 0x80) == 0) return value;
  }
}

std::int64_t read_sleb(std::uint8_t const*& at) {
  std::int64_t value = 0;
  for (unsigned shift = 0;;) {
    std::uint8_t const byte = *at++;
    value |= std::int64_t{byte & 0x7f} << shift;
    shift += 7;
    if ((byte & 0x80) != 0) continue;
    return (byte & 0x40) != 0 ? value - (std::int64_t{1} << shift) : value;
  }
}

/// The tables of a function with catch clauses (its LSDA).
struct Tables {
  TypeInfo const* const* types_end;  ///< type i stands i places before
  std::uint8_t const *sites, *actions;

  explicit Tables(std::uint8_t const* at) {
    constexpr std::uint8_t none = 0xff;
    if (*at++ != none) read_uleb(at);
    types_end = nullptr;
    if (*at++ != none) {
      auto const offset = read_uleb(at);
      types_end = reinterpret_cast<TypeInfo const* const*>(at + offset);
    }
    ++at;  // the encoding of the call sites: always ULEB here
    auto const length = read_uleb(at);
    sites = at;
    actions = at + length;
  }

  /// The first catch clause at a landing pad that takes the exception; 0 if none does.
  std::intptr_t clause_for(std::uintptr_t pad, Header& thrown) const {
    auto const* at = sites;
    for (std::uintptr_t i = 0; i < pad; ++i) read_uleb(at), read_uleb(at);
    read_uleb(at);
    auto const first = read_uleb(at);
    if (first == 0) return 0;
    for (auto const* action = actions + first - 1;;) {
      auto const type = static_cast<std::intptr_t>(read_sleb(action));
      if (type > 0 && takes(types_end[-type], thrown)) return type;
      auto const* next = action;
      auto const offset = read_sleb(next);
      if (offset == 0) return 0;
      action += offset;
    }
  }

 private:
  static bool takes(TypeInfo const* type, Header& thrown) {
    void* object = &thrown + 1;
    if (type != nullptr && !type->can_catch(thrown.type, object)) return false;
    thrown.caught_as = object;
    return true;
  }
};

}  // namespace

extern "C" {

/// What compiled code and _Unwind_CallPersonality exchange.
struct LandingPad {
  std::uintptr_t index;
  std::uint8_t const* tables;
  std::intptr_t clause;
};
thread_local LandingPad __wasm_lpad_context;

int _Unwind_CallPersonality(void* object) {
  auto& pad = __wasm_lpad_context;
  pad.clause = Tables(pad.tables).clause_for(pad.index, *header_of(object));
  return 0;
}

void* __cxa_allocate_exception(std::size_t size) {
  auto* const header = static_cast<Header*>(std::calloc(1, sizeof(Header) + size));
  if (header == nullptr) std::terminate();
  return header + 1;
}

void __cxa_free_exception(void* object) { std::free(header_of(object)); }

__cxxabiv1::__cxa_exception* __cxa_init_primary_exception(void* object, std::type_info* type,
                                                          Destructor destructor) noexcept {
  *header_of(object) = {static_cast<TypeInfo const*>(type), destructor, 0, 0, nullptr, object};
  return reinterpret_cast<__cxxabiv1::__cxa_exception*>(header_of(object));
}

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, Destructor destructor) {
  __cxa_init_primary_exception(object, type, destructor);
  header_of(object)->owners = 1;
  start(object);
}

void* __cxa_get_exception_ptr(void* object) { return header_of(object)->caught_as; }

void* __cxa_begin_catch(void* object) {
  auto* const header = header_of(object);
  header->handlers = std::abs(header->handlers) + 1;
  if (header != caught) {
    header->outer = caught;
    caught = header;
  }
  --uncaught;
  return header->caught_as;
}

void __cxa_end_catch() {
  auto* const header = caught;
  if (header == nullptr) return;
  bool const thrown_again = header->handlers < 0;
  header->handlers += thrown_again ? 1 : -1;
  if (header->handlers != 0) return;
  caught = header->outer;
  if (!thrown_again) release(header);
}

[[noreturn]] void __cxa_rethrow() {
  if (caught == nullptr) std::terminate();
  caught->handlers = -caught->handlers;
  start(caught + 1);
}

std::type_info* __cxa_current_exception_type() {
  return caught == nullptr ? nullptr : const_cast<TypeInfo*>(caught->type);
}

unsigned __cxa_uncaught_exceptions() { return uncaught; }
bool __cxa_uncaught_exception() { return uncaught > 0; }

void __cxa_increment_exception_refcount(void* object) {
  if (object != nullptr) ++header_of(object)->owners;
}

void __cxa_decrement_exception_refcount(void* object) {
  if (object != nullptr) release(header_of(object));
}

void* __cxa_current_primary_exception() {
  if (caught == nullptr) return nullptr;
  ++caught->owners;
  return caught + 1;
}

/// For std::rethrow_exception.
void __cxa_rethrow_primary_exception(void* object) {
  if (object == nullptr) return;
  auto* const header = header_of(object);
  ++header->owners;
  header->caught_as = object;
  start(object);
}

[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast{}; }
[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid{}; }
[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length{}; }

}  // extern "C"
