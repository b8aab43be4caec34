// SPDX-License-Identifier: Apache-2.0
// Random123 1.14 refuses processors that it does not know. The macro only names one that it knows and has no
// instructions for.
#pragma once
#define __riscv 1
#include_next <Random123/philox.h>
#undef __riscv
