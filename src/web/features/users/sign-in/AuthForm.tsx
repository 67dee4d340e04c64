import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { AuthHeader } from './AuthHeader.tsx'

interface AuthFormProps {
  title: string
  /** A sentence below the title. */
  lead?: ReactNode
  form: { submit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean; error: string | undefined }
  /** Label of the submit button; the title by default. */
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
