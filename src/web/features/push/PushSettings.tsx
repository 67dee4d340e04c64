import { useId } from 'react'
import { ApiError } from '#web/api/api-error.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { type Translate, useTranslation } from '#web/i18n/i18n.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { usePush } from './queries.ts'
import type { PushState } from './subscription.ts'

export function PushSettings() {
  const { t } = useTranslation()
  const noteId = useId()
  const { state, isError, isFetching, refetch, toggle } = usePush()
  if (state === undefined && isError) return <LoadError onRetry={() => void refetch()} isRetrying={isFetching} />

  const reason = unavailableReason(state, t)
  const failure = toggle.error === null ? undefined : toFailureText(toggle.error, t)
  return (
    <div>
      <Switch
        isSelected={toggle.isPending ? toggle.variables : state === 'on'}
        isDisabled={UNAVAILABLE.includes(state)}
        isReadOnly={toggle.isPending || state === undefined}
        onChange={(isOn) => toggle.mutate(isOn)}
        {...(reason === undefined && { help: t('settings.alerts.help') })}
        aria-describedby={noteId}
      >
        {t('settings.alerts.label')}
      </Switch>
      <div id={noteId} role="status" className="text-secondary not-empty:pt-1.5">
        {reason !== undefined && <p className="text-ink-2">{reason}</p>}
        {reason === undefined && failure !== undefined && <p className={classes.error}>{failure}</p>}
      </div>
    </div>
  )
}

const UNAVAILABLE: (PushState | undefined)[] = ['unsupported', 'denied']

/** Why push does not work in this browser. The notification settings explain what blocks all notifications. */
function unavailableReason(state: PushState | undefined, t: Translate) {
  return state === 'unsupported' && 'Notification' in window ? t('settings.alerts.unsupported') : undefined
}

/** An error that is no `ApiError` comes from the browser's push service. */
const toFailureText = (error: unknown, t: Translate) =>
  error instanceof ApiError ? errorMessage(error, t) : t('settings.alerts.failed')
