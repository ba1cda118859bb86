/** The console's operations as tools: a class for each feature, over its services. */
package dev.wheelhouse.core.conversations.operations;
