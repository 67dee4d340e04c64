/**
 * Why a request got no reply. The codes are stored and shown to users, so they tell nothing about the operator's network
 * that the user does not know: a closed port and an unreachable host are the same.
 */
export type OutboundFailure =
  | 'invalid-address'
  | 'address-not-allowed'
  | 'name-not-found'
  | 'timed-out'
  | 'certificate'
  | 'not-http'
  | 'no-connection'
  /** The secret cannot be decrypted any more, so nothing was sent. */
  | 'no-secret'

export class OutboundError extends Error {
  override name = 'OutboundError'
  readonly failure: OutboundFailure

  constructor(failure: OutboundFailure, cause?: unknown) {
    super(failure, { cause })
    this.failure = failure
  }
}

/** Errors of OpenSSL and Node about certificates. */
const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

export function toOutboundError(error: unknown, { aborted }: AbortSignal) {
  if (error instanceof OutboundError) return error
  return new OutboundError(aborted ? 'timed-out' : failureOf(String((error as { code?: unknown }).code)), error)
}

function failureOf(code: string): OutboundFailure {
  if (CERTIFICATE_CODE.test(code)) return 'certificate'
  return /^(HPE_|EPROTO|ERR_SSL)/.test(code) ? 'not-http' : 'no-connection'
}
