/** A dedicated worker that posts a message each second. The page reads the time itself. */
setInterval(() => postMessage(null), 1_000)
