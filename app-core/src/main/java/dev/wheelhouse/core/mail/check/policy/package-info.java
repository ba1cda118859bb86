/** The texts of DMARC records and MTA-STS policies, read by their RFCs. Pure but for the port that fetches a policy. */
package dev.wheelhouse.core.mail.check.policy;
