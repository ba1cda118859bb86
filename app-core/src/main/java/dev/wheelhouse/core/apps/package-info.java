/**
 * Programs that run on servers: as a process of ours, a systemd unit or containers. {@code runtime} is the port that the
 * three kinds implement ({@code process}, {@code systemd}, {@code container}).
 */
package dev.wheelhouse.core.apps;
