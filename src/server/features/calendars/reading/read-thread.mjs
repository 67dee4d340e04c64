import { handleCalls } from '#server/worker-thread-handler.mjs'
import { readCalendar } from './read-calendar.ts'

handleCalls(({ bytes, options }) => readCalendar(new TextDecoder().decode(new Uint8Array(bytes)), options))
