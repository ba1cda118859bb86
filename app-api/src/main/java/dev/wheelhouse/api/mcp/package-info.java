/**
 * The Model Context Protocol: {@code POST /mcp} offers the assistant's tools to assistants that run elsewhere, and
 * {@code McpBridge} brings it to those that talk by standard input and output. Nothing is kept between two requests.
 */
package dev.wheelhouse.api.mcp;
