/**
 * A log as a viewer reads it: lines addressed by number over local bytes, whatever their size. Only what is asked for is
 * decoded; numbers come from a sparse index that is made in the background; the newest lines can be read before it is
 * there. Files of other machines and other kinds of logs are brought here by {@code logs.spool}.
 */
package dev.wheelhouse.core.logs.document;
