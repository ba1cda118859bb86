/**
 * One way to touch a machine: {@link dev.wheelhouse.core.platform.host.Host}, with the machine that the console runs on
 * as {@link dev.wheelhouse.core.platform.host.LocalHost}. Whoever uses it never asks which machine it has.
 */
package dev.wheelhouse.core.platform.host;
