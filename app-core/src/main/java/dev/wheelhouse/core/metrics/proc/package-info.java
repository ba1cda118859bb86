/** From the text of {@code /proc} and {@code df} to samples. Pure: no files, no clocks. */
package dev.wheelhouse.core.metrics.proc;
