/**
 * The line format of Kubernetes' container runtimes, in which processes of ours, podman and the viewer's own files write:
 * {@code <RFC 3339 time> <stdout|stderr> <P|F>[:tag] <text>}. Source: kubernetes/design-proposals-archive,
 * node/kubelet-cri-logging.md.
 */
package dev.wheelhouse.core.logs.cri;
