import { writeSync } from 'node:fs'

const STANDARD_OUTPUT = 1
const MAX_ATTEMPTS = 10
const RETRY_DELAY_MS = 10

const sleepBuffer = new Int32Array(new SharedArrayBuffer(4))

/**
 * Where the log goes. A line that cannot be written, as on a full disk, is lost. By itself Pino would end the server for
 * it, and on the way out try again for ever: it would stand still, neither there nor gone.
 */
export const standardOutput = {
  write(line: string) {
    try {
      for (let [rest, tries] = [Buffer.from(line), 0]; rest.length > 0 && tries < MAX_ATTEMPTS; tries++)
        rest = rest.subarray(writeSome(rest))
    } catch {
      // There is nobody to be told.
    }
  },
}

/** How many bytes were taken. A reader that is behind is waited for a little. */
function writeSome(bytes: Buffer) {
  try {
    return writeSync(STANDARD_OUTPUT, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    Atomics.wait(sleepBuffer, 0, 0, RETRY_DELAY_MS)
    return 0
  }
}
