import { useQuery } from '@tanstack/react-query'
import { SPECIFIED_VERSION } from '#core/version.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { aboutQuery } from './queries.ts'

const FACTS = ['version', 'creator', 'contact', 'website'] as const

export function AboutDialog({ isOpen, onOpenChange }: { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }) {
  const { t } = useTranslation()
  const { data, isError, isFetching, refetch } = useQuery({ ...aboutQuery, enabled: isOpen })

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={data?.name ?? t('shell.about.title')}
      actions={<Button onClick={() => onOpenChange(false)}>{t('ui.close')}</Button>}
    >
      {isError && <LoadError onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!isError && data === undefined && <Skeleton rows={FACTS.length} />}
      {data !== undefined && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 tabular-nums">
          {FACTS.map((fact) => (
            <div key={fact} className="contents">
              <dt className="text-ink-3">{t(`shell.about.${fact}`)}</dt>
              <dd className="break-words text-ink">
                <Fact value={fact === 'version' ? SPECIFIED_VERSION : data[fact]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Dialog>
  )
}

/** Web and email addresses become links. */
function Fact({ value }: { value: string }) {
  const href = /^https?:\/\//.test(value) ? value : /^\S+@\S+\.\S+$/.test(value) ? `mailto:${value}` : undefined
  if (href === undefined) return value
  return (
    <a href={href} target="_blank" rel="noreferrer" className="text-accent-ink underline underline-offset-2">
      {value.replace(/^https?:\/\/|\/$/g, '')}
    </a>
  )
}
