// SPDX-License-Identifier: Apache-2.0
#include <mutex>

_LIBCPP_BEGIN_NAMESPACE_STD

// That of libc++ is compiled without exceptions: after one it would take the work for done.
void __call_once(volatile once_flag::_State_type& state, void* argument, void (*work)(void*)) {
  if (state != once_flag::_Unset) return;
  state = once_flag::_Pending;
  try {
    work(argument);
  } catch (...) {
    state = once_flag::_Unset;
    throw;
  }
  state = once_flag::_Complete;
}

_LIBCPP_END_NAMESPACE_STD

/// Objects of the only thread live as long as the module.
extern "C" int __cxa_thread_atexit(void* (*)(void*), void*, void*) { return 0; }

// Debian compiles the arithmetic of 128 bits with checks of the stack.
extern "C" {
unsigned long __stack_chk_guard = 0x5bd1e995;
[[noreturn]] void __stack_chk_fail() { __builtin_trap(); }
}
