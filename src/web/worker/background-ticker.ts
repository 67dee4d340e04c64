/** Beside the service worker: says each second that one has passed. What time it is, the page knows better. */
setInterval(() => postMessage(null), 1_000)
