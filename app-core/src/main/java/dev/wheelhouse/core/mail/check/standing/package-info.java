/** How a mail domain stands after its checks, when it is checked next, and which of its records changed. Pure. */
package dev.wheelhouse.core.mail.check.standing;
