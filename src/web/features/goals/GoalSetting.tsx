import { useState } from 'react'
import { isGoal } from '#core/goals/goals.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { lazyPart } from '#web/ui/feedback/lazy-component.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { goalText } from './goal-text.ts'
import { type GoalTargets, NO_TARGETS, useSetGoal } from './queries.ts'

const GoalForm = lazyPart(() => import('./GoalForm.tsx').then((module) => ({ default: module.GoalForm })))

interface GoalSettingProps {
  /** Null for all work. */
  project: { id: string; name: string; color: string } | null
  goal: GoalTargets
  isOpenAtFirst?: boolean
  onClose?: () => void
}

/** The present goal of a project or of all work, and the form that changes it. */
export function GoalSetting({ project, goal, isOpenAtFirst = false, onClose }: GoalSettingProps) {
  const { t, language } = useTranslation()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const setGoal = useSetGoal()
  const name = project?.name ?? t('settings.goals.allWork')
  const hasGoal = isGoal(goal)

  const close = () => {
    setIsOpen(false)
    setGoal.reset()
    onClose?.()
  }
  const set = (targets: GoalTargets) => setGoal.mutateAsync({ project: project?.id ?? null, ...targets })
  const undo = () => void set(goal).catch(() => toast.show(t('settings.failed.update'), { tone: 'danger' }))
  const save = async (targets: GoalTargets) => {
    if (!hasGoal && !isGoal(targets)) return close()
    return set(targets).then(
      () => {
        toast.show(t(isGoal(targets) ? 'settings.goals.saved' : 'settings.goals.removed'), { undo })
        close()
      },
      // The form shows the error.
      () => undefined,
    )
  }
  return (
    <div className="border-t border-line py-3.5 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-44 gap-0.5">
          <span className="flex min-w-0 items-center gap-2 text-secondary font-strong">
            {project !== null && <ColorDot color={project.color} />}
            <span className="truncate">{name}</span>
          </span>
          <span className="text-secondary text-ink-2">
            {hasGoal ? goalText(goal, t, language) : t('settings.goals.none')}
          </span>
        </div>
        {!isOpen && <OpenButton name={name} hasGoal={hasGoal} onPress={() => setIsOpen(true)} />}
      </div>
      {isOpen && (
        <GoalForm
          label={name}
          goal={goal}
          isBusy={setGoal.isPending}
          failure={setGoal.error}
          onSave={(targets) => void save(targets)}
          onCancel={close}
          onRemove={hasGoal ? () => void save(NO_TARGETS) : undefined}
        />
      )}
    </div>
  )
}

function OpenButton({ name, hasGoal, onPress }: { name: string; hasGoal: boolean; onPress: () => void }) {
  const { t } = useTranslation()
  const [label, text] = hasGoal
    ? (['settings.goals.changeOf', 'settings.change'] as const)
    : (['settings.goals.setOf', 'settings.goals.set'] as const)
  return (
    <Button aria-label={t(label, { name })} onClick={onPress}>
      {t(text)}
    </Button>
  )
}
