import { readTabStored, takeTabStored, writeTabStored } from '#web/storage.ts'

/** The secret of the invitation link by which the visitor came, also after a redirect to another site and back. */
export function readInvitation(): string | undefined {
  const token = new URLSearchParams(location.search).get('invitation') ?? ''
  if (token !== '') writeTabStored('invitation', token)
  return readTabStored('invitation')
}

/** An invitation that was used is not shown as used up to the next visitor of this tab. */
export const forgetInvitation = () => void takeTabStored('invitation')
