import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { readTabStored, takeTabStored, writeTabStored } from '#web/storage.ts'

/**
 * The secret of the invitation link by which the visitor came. It is moved from the address to the tab, which keeps it during
 * a redirect to another site and back.
 */
export function useInvitation(): string | undefined {
  const hash = useLocation({ select: ({ hash }) => hash })
  const token = new URLSearchParams(hash).get('invitation') ?? ''
  useEffect(() => {
    if (token === '') return
    writeTabStored('invitation', token)
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [token])
  return token === '' ? readInvitation() : token
}

export const readInvitation = () => readTabStored('invitation')

/** An invitation that was used is not shown as used up to the next visitor of this tab. */
export const forgetInvitation = () => void takeTabStored('invitation')
