import { Link, type LinkProps } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'

interface AuthFormProps {
  title: string
  /** Another way on, for those who came to the wrong form. */
  detour: { question: string; to: LinkProps['to']; label: string }
  form: { submit: (event: FormEvent<HTMLFormElement>) => void; isBusy: boolean; error: string | undefined }
  /** What the one button does; the title says it unless given. */
  action?: string
  children: ReactNode
}

export function AuthForm({ title, detour, form, action = title, children }: AuthFormProps) {
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      <header className="mb-2 grid gap-1.5">
        <h1 className="text-headline">{title}</h1>
        <p className="text-ink-2">
          {detour.question}{' '}
          <Link to={detour.to} state className="font-strong text-accent-ink hover:underline">
            {detour.label}
          </Link>
        </p>
      </header>
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
