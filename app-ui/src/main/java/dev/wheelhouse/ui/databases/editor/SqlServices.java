package dev.wheelhouse.ui.databases.editor;

import dev.wheelhouse.core.databases.Databases;
import dev.wheelhouse.core.databases.editor.SqlFiles;
import java.time.Clock;

/**
 * What every SQL tab works with.
 *
 * @param queries saved under a name
 * @param drafts what stands in tabs
 */
public record SqlServices(Databases databases, SqlFiles queries, SqlFiles drafts, Clock clock) {}
