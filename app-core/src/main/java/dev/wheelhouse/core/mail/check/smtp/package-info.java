/** How a mail server answers on port 25. */
package dev.wheelhouse.core.mail.check.smtp;
