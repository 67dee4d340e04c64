import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { type PasskeyReply, passkeys } from '#contract/security/two-factor.ts'
import { call } from '#web/api/call.ts'

/** The package is loaded when a passkey is asked for, because few pages need it. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Browsers have passkeys for sites with a name only, over https or on this machine. */
export const canUsePasskeys = () =>
  'PublicKeyCredential' in window && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

/** Asks the user for a passkey of this site. Undefined if they cancel, or have none here. */
export async function askForPasskey(): Promise<PasskeyReply | undefined> {
  const [{ startAuthentication }, { options }] = await Promise.all([loadLibrary(), call(passkeys.signInOptions, {})])
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON
  return unlessCancelled(() => startAuthentication({ optionsJSON }))
}

/** Makes a passkey on a device that the user chooses. Undefined if they cancel, or if that device has one already. */
export async function createPasskey(options: string): Promise<PasskeyReply | undefined> {
  const { startRegistration } = await loadLibrary()
  const optionsJSON = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON
  return unlessCancelled(() => startRegistration({ optionsJSON }))
}

/** A browser tells only that there was no passkey, so that no site learns why. */
async function unlessCancelled(ask: () => Promise<object>) {
  try {
    return (await ask()) as PasskeyReply
  } catch (error) {
    if (error instanceof Error && EXPECTED_ERRORS.includes(error.name)) return undefined
    throw error
  }
}
const EXPECTED_ERRORS = ['NotAllowedError', 'AbortError', 'InvalidStateError', 'SecurityError', 'NotSupportedError']
