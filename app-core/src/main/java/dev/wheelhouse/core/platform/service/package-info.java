/**
 * Wheelhouse as a service of systemd: what the console finds out about that, what it tells it, and how others on the machine
 * learn where it answers. Elsewhere nothing of it does anything.
 */
@NullMarked
package dev.wheelhouse.core.platform.service;

import org.jspecify.annotations.NullMarked;
