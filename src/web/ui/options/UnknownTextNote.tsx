import { useTranslation } from '#web/i18n/i18n.ts'
import * as classes from '#web/ui/theme/classes.ts'

interface UnknownTextNoteProps {
  name: string
  onCreate?: (() => void) | undefined
  onDiscard: () => void
}

/** Asks what to do with text in a combo box that names no option. */
export function UnknownTextNote({ name, onCreate, onDiscard }: UnknownTextNoteProps) {
  const { t } = useTranslation()
  return (
    <p role="alert" className={`${classes.error} flex flex-wrap items-center gap-x-3 gap-y-1`}>
      <span>{t('ui.unknownName', { name })}</span>
      {onCreate !== undefined && (
        <button type="button" className={ANSWER} onClick={onCreate}>
          {t('ui.create', { name })}
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
