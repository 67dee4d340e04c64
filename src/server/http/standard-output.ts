import { writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
const MAX_ATTEMPTS = 10
const RETRY_DELAY_MS = 10

const sleepBuffer = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes the log to standard output. A line that cannot be written, for example on a full disk, is dropped. Pino's own
 * stream would end the server instead, and hang on exit while it retries for ever.
 */
export const standardOutput = {
  write(line: string) {
    try {
      for (let [rest, attempts] = [Buffer.from(line), 0]; rest.length > 0 && attempts < MAX_ATTEMPTS; attempts++)
        rest = rest.subarray(writeSome(rest))
    } catch {
      // A failure of the log cannot be logged.
    }
  },
}

/** Returns the number of bytes written. Waits a little if the pipe is full. */
function writeSome(bytes: Buffer) {
  try {
    return writeSync(STANDARD_OUTPUT, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    Atomics.wait(sleepBuffer, 0, 0, RETRY_DELAY_MS)
    return 0
  }
}
