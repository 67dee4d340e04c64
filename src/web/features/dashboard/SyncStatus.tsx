import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { DAY_MS, MINUTE_MS } from '#core/time/units.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { sessionsQuery } from '#web/features/users/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useHasBeenTrueFor } from '#web/ui/hooks/useHasBeenTrueFor.ts'

/** Sending a command and connecting take a moment; shorter delays are not shown. */
const STATUS_DELAY_MS = 2_000

/** Connection state, and the number of focus sessions that wait to be saved. */
export function SyncStatus() {
  const { t } = useTranslation()
  const status = useStatus()
  const devices = useDeviceCount(status === 'connected')
  const waiting = useTimer(({ unsentSessionCount }) => unsentSessionCount)
  const isDurable = useTimer(({ isDurable }) => isDurable)
  const isDelayed = useHasBeenTrueFor(waiting > 0, STATUS_DELAY_MS)

  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-caption font-medium text-ink-2">
      {!isDurable && <span className="text-warning-ink">{t('dashboard.notDurable')}</span>}
      <span role="status" className="contents">
        {isDelayed && (
          <span className="rounded-tag bg-warning/12 px-2 py-0.75 text-warning-ink tabular-nums">
            {t('dashboard.waiting', { count: waiting })}
          </span>
        )}
      </span>
      {status !== undefined && (
        <span className="flex items-center gap-2">
          <span aria-hidden="true" className={clsx('size-2 rounded-full', DOT[status])} />
          <span className={status === 'connected' ? 'max-sm:sr-only' : undefined}>
            {devices > 1 ? t('dashboard.synced', { count: devices }) : t(`dashboard.sync.${status}`)}
          </span>
        </span>
      )}
    </div>
  )
}

const DOT = { connected: 'bg-success', disconnected: 'bg-warning', disabled: 'bg-line-strong' }

function useStatus() {
  const isSyncEnabled = useTimer((timer) => timer.isSyncEnabled)
  const isConnected = useTimer((timer) => timer.socketConnected)
  const isDisconnected = useHasBeenTrueFor(!isConnected, STATUS_DELAY_MS)
  if (!isSyncEnabled) return 'disabled'
  if (isConnected) return 'connected'
  return isDisconnected ? 'disconnected' : undefined
}

/** Devices that have been used within a day, if this one is connected to the server. */
function useDeviceCount(isConnected: boolean) {
  const { data } = useQuery({
    ...sessionsQuery,
    enabled: isConnected,
    staleTime: DEVICES_STALE_MS,
    select: countRecent,
  })
  return isConnected ? (data ?? 0) : 0
}

const DEVICES_STALE_MS = 5 * MINUTE_MS

const countRecent = (devices: readonly { lastSeenAt: string }[]) =>
  devices.filter(({ lastSeenAt }) => Date.now() - Date.parse(lastSeenAt) < DAY_MS).length
