import { EventEmitter } from 'node:events'

/** What servers tell each other, beside the messages for clients. */
export interface ServerMessages {
  /** Users whose first legacy client has connected to the sender, or whose last one has left it. */
  'legacy-clients': { users: string[]; areConnected: boolean }
  /** Asks all servers for all users whose legacy clients are connected to them. */
  'legacy-clients-wanted': Record<string, never>
}

export type ServerMessageName = keyof ServerMessages

type Events = {
  [Name in ServerMessageName]: [server: string, message: ServerMessages[Name]]
} & {
  /** Messages of other servers since this time, on the servers' clock, may be lost. */
  missed: [since: number]
  /** A server was heard for the first time, or has been lost from sight before. */
  found: [server: string]
  /** A server has stopped, or fallen silent. */
  gone: [server: string]
}

export interface OtherServers {
  events: EventEmitter<Events>
  tell: <Name extends ServerMessageName>(name: Name, message: ServerMessages[Name]) => void
}

/** Without Redis a server knows of no other. */
export const createOtherServers = (tell: OtherServers['tell'] = () => {}): OtherServers => ({
  events: new EventEmitter<Events>(),
  tell,
})
