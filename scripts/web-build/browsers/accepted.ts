export interface Accepted {
  /** Starts of the paths of our modules, or names of packages. Missing: anywhere. */
  in?: readonly string[]
  because: string
}

const OWN_FIELD = { in: ['src/'], because: 'a field of our own has the same name' }

/** Newer built-ins that a script may name. The reason says why the oldest browsers do not fail. */
// prettier-ignore
export const ACCEPTED_BUILT_INS: Record<string, Accepted> = {
  '.checkVisibility':               { in: ['react-aria'], because: 'it tests for it' },
  '.command':                       OWN_FIELD,
  '.connection':                    OWN_FIELD,
  '.getAuthenticatorData':          { in: ['@simplewebauthn/browser'], because: 'it tests for it' },
  '.getPublicKey':                  { in: ['@simplewebauthn/browser'], because: 'it tests for it' },
  '.getPublicKeyAlgorithm':         { in: ['@simplewebauthn/browser'], because: 'it tests for it' },
  '.getTextInfo':                   { in: ['react-aria'], because: 'it tests for it' },
  '.getTransports':                 { in: ['@simplewebauthn/browser'], because: 'it tests for it' },
  '.getWeekInfo':                   { in: ['@internationalized/date'], because: 'it tests for it' },
  '.handle':                        OWN_FIELD,
  '.startViewTransition':           { in: ['react-dom', '@tanstack/router-core'], because: 'only used for view transitions, which we do not have' },
  '.states':                        OWN_FIELD,
  '.when':                          { in: ['zod', 'lucide-react'], because: 'a field of its own has the same name' },
  'ClipboardItem':                  { in: ['src/web/features/reports/export/clipboard-table.ts'], because: 'it tests for it' },
  'Document.startViewTransition':   { in: ['react-dom', '@tanstack/router-core'], because: 'only used for view transitions, which we do not have' },
  'Navigator.clearAppBadge':        { in: ['src/web/features/signals/badge.ts'], because: 'it tests for it' },
  'Navigator.connection':           { in: ['react-dom'], because: 'it tests for it' },
  'Navigator.setAppBadge':          { in: ['src/web/features/signals/badge.ts'], because: 'it tests for it' },
  'Navigator.wakeLock':             { in: ['src/web/features/signals/wake-lock.ts'], because: 'it tests for it' },
  'PublicKeyCredential.getClientCapabilities':           { in: ['@simplewebauthn/browser'], because: 'it tests for it' },
  'PublicKeyCredential.isConditionalMediationAvailable': { in: ['@simplewebauthn/browser'], because: 'it tests for it' },
  'WebTransport':                   { in: ['engine.io-client'], because: 'we connect by other transports' },
  'navigation':                     { in: ['react-dom'], because: 'it tests for it' },
  'setImmediate':                   { in: ['scheduler'], because: 'it tests for it' },
}

// prettier-ignore
export const ACCEPTED_IN_SERVICE_WORKER: Record<string, Accepted> = {
  '.notification':                  { because: 'only a browser with notifications sends their events' },
}

/** Newer styles. The reason says how the page looks without them. */
// prettier-ignore
export const ACCEPTED_STYLES: Record<string, Accepted> = {
  '@property':                      { because: 'colours change without a transition; Tailwind adds initial values for Firefox' },
  '@starting-style':                { because: 'messages appear without an animation' },
  ':has':                           { because: 'each rule has a fallback or adds only a detail' },
  'font-family: ui-monospace':      { because: 'the next font of the list is used' },
  'print-color-adjust':             { because: 'the build adds the prefixed property' },
  'scrollbar-width':                { because: 'a field with several lines may show a scroll bar' },
  'text-decoration: dotted':        { because: 'the build adds the prefixed property' },
  'text-wrap':                      { because: 'lines of a heading differ more in length' },
  'user-select':                    { because: 'the build adds the prefixed property' },
}
