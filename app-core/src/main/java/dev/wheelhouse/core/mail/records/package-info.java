/** The records that a mail domain should have, and its zone file. Pure. */
package dev.wheelhouse.core.mail.records;
