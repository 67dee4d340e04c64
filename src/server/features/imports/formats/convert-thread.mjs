import { handleCalls } from '#server/worker-thread-handler.mjs'
import { convert } from './convert.ts'

handleCalls((request) => {
  try {
    return convert(request)
  } catch (error) {
    // An error loses its class on the way to the main thread.
    if (error?.name === 'UnreadableFile') return { refusal: error.key }
    throw error
  }
})
