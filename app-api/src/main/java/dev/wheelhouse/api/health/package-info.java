/** Whether the console answers: {@code GET /health}, for scripts and supervisors, without a credential. */
package dev.wheelhouse.api.health;
