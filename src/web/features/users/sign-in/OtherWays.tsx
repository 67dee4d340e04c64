import type { ReactNode } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'

/** On wide screens it is positioned below the centred form, so that the form does not move when a button appears. */
export function OtherWays({ children, isBelowButtons = false }: { children: ReactNode; isBelowButtons?: boolean }) {
  const { t } = useTranslation()
  return (
    <div
      className={`grid gap-3 transition-opacity duration-200 md:absolute starting:opacity-0 md:inset-x-0 md:top-full ${isBelowButtons ? 'pt-2' : 'pt-4'}`}
    >
      {!isBelowButtons && (
        <p aria-hidden="true" className="flex items-center gap-3 pb-1 text-caption text-ink-3">
          <span className="h-px flex-1 bg-line" />
          {t('auth.or')}
          <span className="h-px flex-1 bg-line" />
        </p>
      )}
      {children}
    </div>
  )
}
