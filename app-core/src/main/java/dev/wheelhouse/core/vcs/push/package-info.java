/**
 * What providers send about pushes: whether it is theirs ({@code PushSignature}, over the bytes as they came), what it says
 * ({@code PushReader}), and whether anybody should act on it ({@code SkipWords}, {@code WatchPaths}). Pure.
 */
package dev.wheelhouse.core.vcs.push;
