import type { ReactNode } from 'react'
import { AuthHeader } from './AuthHeader.tsx'

interface AuthMessageProps {
  title: string
  /** One sentence. */
  message?: string | undefined
  /** An icon above the title. */
  mark?: ReactNode
  /** The next action. */
  children?: ReactNode
}

/** Replaces the form with its result. */
export function AuthMessage({ title, message, mark, children }: AuthMessageProps) {
  return (
    <div role="status" className="grid justify-items-start gap-5">
      {mark}
      <AuthHeader title={title}>{message}</AuthHeader>
      {children}
    </div>
  )
}
