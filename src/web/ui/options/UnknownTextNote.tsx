import { useTranslation } from '#web/i18n/i18n.ts'
import * as classes from '#web/ui/theme/classes.ts'

interface UnknownTextNoteProps {
  name: string
  onCreate?: (() => void) | undefined
  /** The only option that contains the text. */
  closest?: { name: string; onChoose: () => void } | undefined
  onDiscard: () => void
}

/** Asks what to do with text in a combo box that names no option. */
export function UnknownTextNote({ name, onCreate, closest, onDiscard }: UnknownTextNoteProps) {
  const { t } = useTranslation()
  return (
    <p role="alert" className={`${classes.error} flex flex-wrap items-center gap-x-3 gap-y-1`}>
      <span>{t('ui.unknownName', { name })}</span>
      {onCreate !== undefined && (
        <button type="button" className={ANSWER} onClick={onCreate}>
          {t('ui.create', { name })}
        </button>
      )}
      {closest !== undefined && (
        <button type="button" className={ANSWER} onClick={closest.onChoose}>
          {t('ui.useInstead', { name: closest.name })}
        </button>
      )}
      <button type="button" className={ANSWER} onClick={onDiscard}>
        {t('ui.discard')}
      </button>
    </p>
  )
}

const ANSWER =
  'relative cursor-pointer rounded-tag font-strong underline underline-offset-2 after:absolute after:-inset-1.5'
