/** What a line shows by itself: whether a filter lets it through, its level, its time, what it belongs to. Pure. */
package dev.wheelhouse.core.logs.match;
