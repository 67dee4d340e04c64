/**
 * Prevents the start of the server, or a command of the operator. The operator sees the message, which is one sentence,
 * without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}
