/** A request to end the current phase that needs confirmation. */
export interface EndPhaseRequest {
  action: 'stop' | 'skip' | 'reset'
  /** When the user clicked. The phase ends then, however long the dialog stays open. */
  at: number
  runId: string | null
  workedMs: number
  /** Less than a minute was worked, which may not be worth saving. */
  isShort: boolean
}

export interface EndPhaseConfirmation {
  request: EndPhaseRequest
  onAnswer: (save: boolean) => void
  onCancel: () => void
}
