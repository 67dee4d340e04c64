export { checkSession } from './query-client.ts'
