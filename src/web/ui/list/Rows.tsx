import type { ReactNode } from 'react'

/** A list of `Row`s, separated by lines. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>
}
