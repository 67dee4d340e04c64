import type { ReactNode } from 'react'

export function AuthHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-2 grid gap-1.5">
      <h1 className="text-headline text-balance">{title}</h1>
      <p className="text-pretty text-ink-2 empty:hidden">{children}</p>
    </header>
  )
}
