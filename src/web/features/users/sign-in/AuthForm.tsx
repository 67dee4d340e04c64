import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { AuthHeader } from './AuthHeader.tsx'

interface AuthFormProps {
  title: string
  /** A sentence under the title: another way on, or what this is about. */
  lead?: ReactNode
  form: { submit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean; error: string | undefined }
  /** What the one button does; the title says it unless given. */
  action?: string
  children: ReactNode
}

export function AuthForm({ title, lead, form, action = title, children }: AuthFormProps) {
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      <AuthHeader title={title}>{lead}</AuthHeader>
      {children}
      <p
        role="alert"
        className="rounded-control bg-danger/10 px-3.5 py-2.5 text-secondary font-medium text-danger-ink empty:hidden"
      >
        {form.error}
      </p>
      <Button type="submit" variant="primary" busy={form.isBusy} className="h-11">
        {action}
      </Button>
    </form>
  )
}
