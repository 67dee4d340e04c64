import { ListTodo } from 'lucide-react'
import { Suspense } from 'react'
import { loadPlanPicker, PlanPicker } from '#web/features/plan/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'

/** Opens the list of tasks from which the user picks those of today. */
export function PlanButton() {
  const { t } = useTranslation()
  const { wasOpened, trigger, panel, open } = useLazyPanel(loadPlanPicker)
  useShortcuts({ l: open })
  return (
    <>
      <Button
        {...trigger}
        variant="ghost"
        icon={<ListTodo size={16} strokeWidth={1.75} aria-hidden="true" />}
        className="-my-2 max-sm:w-9 max-sm:px-0 on-touch:max-sm:w-11 max-sm:[&>span>span]:sr-only"
      >
        {t('overview.plan')}
      </Button>
      {wasOpened && (
        <Suspense>
          <PlanPicker {...panel} />
        </Suspense>
      )}
    </>
  )
}
