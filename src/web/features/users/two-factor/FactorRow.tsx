import type { ReactNode } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { SettingRow } from '#web/ui/layout/SettingRow.tsx'

interface FactorRowProps {
  label: string
  status: ReactNode
  action: string
  isOpen: boolean
  onOpen: () => void
}

/** A row whose button opens a form below it. */
export function FactorRow({ label, status, action, isOpen, onOpen }: FactorRowProps) {
  return (
    <SettingRow
      label={label}
      action={
        !isOpen && (
          <Button aria-label={`${action}: ${label}`} onClick={onOpen}>
            {action}
          </Button>
        )
      }
    >
      <p className="text-secondary text-pretty text-ink-2">{status}</p>
    </SettingRow>
  )
}
