import type { ReactNode } from 'react'

/** A setting with its label, current value and a control to change it. */
export function SettingRow({
  label,
  action,
  children,
}: {
  label: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <div className="grid min-w-0 flex-1 basis-44 gap-0.5">
        <span className="text-secondary font-strong">{label}</span>
        {children}
      </div>
      {action}
    </div>
  )
}
