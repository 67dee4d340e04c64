import { handleCalls } from '#server/worker-thread-handler.mjs'
import { convert } from './convert.ts'

handleCalls(async (request) => {
  try {
    return await convert(request)
  } catch (error) {
    // An error loses its class on the way to the main thread.
    if (error?.name === 'UnreadableFile') return { refusal: error.key }
    // A text that is made for it exhausts the stack of a regular expression.
    if (error instanceof RangeError) return { refusal: 'importTooComplex' }
    throw error
  }
})
