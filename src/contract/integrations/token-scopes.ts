/** What an access token may do. `everything` includes the others. None reaches the account itself. */
export const TOKEN_SCOPES = ['read', 'time-entries', 'timer', 'catalogue', 'reports', 'everything'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

/** Whether a token with these scopes may do what needs one of the others. */
export const hasScope = (granted: readonly TokenScope[], oneOf: readonly TokenScope[]) =>
  granted.includes('everything') || oneOf.some((scope) => granted.includes(scope))

/** Connecting a socket and asking it for the timer. */
export const LISTEN_SCOPES: readonly TokenScope[] = ['read', 'timer']
/** Sending events that change the timer. */
export const COMMAND_SCOPES: readonly TokenScope[] = ['timer']

/** The scopes for an event of a client, of which a token needs one. */
export const scopesOfEvent = (name: string): readonly TokenScope[] =>
  LISTENING_EVENTS.has(name) ? LISTEN_SCOPES : COMMAND_SCOPES

const LISTENING_EVENTS = new Set<string>(['timer:requestSync', 'timer:clock'])
