import { Plus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { isOpenWork, MORE_MINUTES, useOvertime } from '#web/features/dashboard/controls/overtime.ts'
import type { TimerControls } from '#web/features/dashboard/controls/useTimerControls.ts'
import { useTimer } from '#web/features/timer/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'

/** Offers to go on with the work when it ends, and for as long as its break lasts. */
export function OvertimeRow({ extend }: Pick<TimerControls, 'extend'>) {
  const { t } = useTranslation()
  const overtime = useOvertime()
  const isOpen = useTimer(({ view }) => isOpenWork(view))
  if (overtime === undefined) return null
  return (
    <div className="-mx-2 flex flex-wrap items-center gap-x-1 gap-y-1 text-caption in-data-[stage=break]:text-ink">
      {overtime === 'after' && (
        <span className="px-2 text-on-stage-2 @max-lg:sr-only">{t('dashboard.overtime.stillWorking')}</span>
      )}
      <RowButton onClick={() => extend(MORE_MINUTES)}>
        <Plus size={15} strokeWidth={1.75} aria-hidden="true" />
        {t('dashboard.overtime.more', { count: MORE_MINUTES })}
      </RowButton>
      {!isOpen && <RowButton onClick={() => extend(null)}>{t('dashboard.overtime.open')}</RowButton>}
    </div>
  )
}

const RowButton = (button: ComponentProps<'button'>) => (
  <button
    type="button"
    {...button}
    className="flex h-9 cursor-pointer items-center gap-1.5 rounded-small px-2 font-strong transition-colors hover:bg-stage-2 on-touch:h-11"
  />
)
