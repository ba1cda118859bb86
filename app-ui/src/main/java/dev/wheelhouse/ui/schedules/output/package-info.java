/** What commands wrote, to read, copy and keep. */
package dev.wheelhouse.ui.schedules.output;
