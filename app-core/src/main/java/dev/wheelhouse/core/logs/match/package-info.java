/** What can be told of a line by looking at it: whether a filter lets it through, its level, its time, what it belongs to. Pure. */
package dev.wheelhouse.core.logs.match;
