export interface Target {
  url: string
  /** Of the signed-in user who attacks. */
  token: string
}

/** The number of replies with each status; 0 stands for a broken connection. */
export type CountsByStatus = Record<number, number>

/** Attacks a server until the signal. */
export type Attack = (target: Target, signal: AbortSignal) => Promise<CountsByStatus>
