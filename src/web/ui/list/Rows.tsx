import type { ReactNode } from 'react'

/** A ledger: a list of `Row`s between hairlines. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return <ul aria-label={label}>{children}</ul>
}
