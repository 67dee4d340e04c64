import { useId } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { usePush } from './queries.ts'
import type { PushState } from './subscription.ts'

export function PushSettings() {
  const { t } = useTranslation()
  const noteId = useId()
  const { state, isError, isFetching, refetch, turn } = usePush()
  if (state === undefined && isError) return <LoadError onRetry={() => void refetch()} isRetrying={isFetching} />

  const hindrance = unavailableReason(state, t)
  const failure = turn.error === null ? undefined : toFailureText(turn.error, t)
  return (
    <div>
      <Switch
        isSelected={turn.isPending ? turn.variables : state === 'on'}
        isDisabled={IMPOSSIBLE.includes(state)}
        isReadOnly={turn.isPending || state === undefined}
        onChange={(isOn) => turn.mutate(isOn)}
        {...(hindrance === undefined && { help: t('settings.alerts.help') })}
        aria-describedby={noteId}
      >
        {t('settings.alerts.label')}
      </Switch>
      <div id={noteId} role="status" className="text-secondary not-empty:pt-1.5">
        {hindrance !== undefined && <p className="text-ink-2">{hindrance}</p>}
        {hindrance === undefined && failure !== undefined && <p className={classes.error}>{failure}</p>}
      </div>
    </div>
  )
}

const IMPOSSIBLE: (PushState | undefined)[] = ['unsupported', 'denied']

/** Why this browser cannot be told of anything, and what would mend it. What hinders all notifications is told with those. */
function unavailableReason(state: PushState | undefined, t: Translate) {
  return state === 'unsupported' && 'Notification' in window ? t('settings.alerts.unsupported') : undefined
}

/** What is not a failed call is the browser's own push service. */
const toFailureText = (error: unknown, t: Translate) =>
  error instanceof ApiError ? errorMessage(error, t) : t('settings.alerts.failed')
