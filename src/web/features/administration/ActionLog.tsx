import { useInfiniteQuery } from '@tanstack/react-query'
import type { LoggedAction } from '#contract/administration/administration.ts'
import { toLocale } from '#core/language.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { formatRelative } from '#web/ui/display/format-relative.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useNow } from '#web/ui/hooks/useNow.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { actionsQuery } from './queries.ts'

/** What administrators and the command line have done. Nobody can change it here. */
export function ActionLog() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(actionsQuery)
  return (
    <Panel title={t('administration.log')}>
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data === undefined && error !== null && (
        <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className="px-5 pt-1 pb-4 text-secondary text-ink-2">{t('administration.noLog')}</p>}
      <ol aria-label={t('administration.log')} className="empty:hidden">
        {data?.map((action) => (
          <LogRow key={action.id} action={action} />
        ))}
      </ol>
      {hasNextPage && (
        <div className="grid justify-items-center border-t border-line p-3">
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            {t('administration.more')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function LogRow({ action: { at, actor, action, subject } }: { action: LoggedAction }) {
  const { t, language } = useTranslation()
  const now = useNow().getTime()
  const moment = Date.parse(at)
  const locale = toLocale(language)
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(moment)
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 border-t border-line px-5 py-2 text-secondary first:border-t-0">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere text-ink-2">
        <span className="text-ink">{actor ?? t('administration.commandLine')}</span>{' '}
        {t(`administration.action.${action}`)} <span className="text-ink">{subject}</span>
      </p>
      <time dateTime={at} title={exact} className="text-caption text-ink-3">
        {formatRelative(moment, now, locale)}
      </time>
    </li>
  )
}
