// SPDX-License-Identifier: Apache-2.0
/** The screens, by their verbs. */
export const screens = ["show", "route", "load", "simulate", "deadlock", "sweep", "compare", "collective", "schedule", "map"];
