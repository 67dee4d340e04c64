import type { ReactNode } from 'react'
import { AuthHeader } from './AuthHeader.tsx'

interface AuthMessageProps {
  title: string
  /** One sentence. */
  message?: string | undefined
  /** A mark above the title. */
  mark?: ReactNode
  /** The one thing to do now. */
  children?: ReactNode
}

/** What came of it, in the place of the form. */
export function AuthMessage({ title, message, mark, children }: AuthMessageProps) {
  return (
    <div role="status" className="grid justify-items-start gap-5">
      {mark}
      <AuthHeader title={title}>{message}</AuthHeader>
      {children}
    </div>
  )
}
