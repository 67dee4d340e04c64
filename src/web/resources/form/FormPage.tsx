import { type FormEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IS_MAC } from '#web/ui/keyboard/key-labels.ts'
import { useFormShortcuts } from '#web/ui/keyboard/useFormShortcuts.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'
import { type PagePath, useGoBack } from './useGoBack.ts'

interface FormPageProps {
  title: string
  form: {
    isDirty: boolean
    isBusy: boolean
    error: string | undefined
    submit: (event: FormEvent<HTMLFormElement>) => void
  }
  /** Target of Cancel if there is no history to go back in. */
  backTo: PagePath
  children: ReactNode
}

/** A page with one form: a column of fields, and Save and Cancel always in view below it. */
export function FormPage({ title, form, backTo, children }: FormPageProps) {
  const { t } = useTranslation()
  const goBack = useGoBack(backTo)
  const saveButton = useRef<HTMLButtonElement>(null)
  useFormShortcuts(saveButton, goBack)

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <form noValidate aria-label={title} onSubmit={form.submit} className="-mb-(--timer-bar) max-w-140 md:mt-6">
        {/* The scroll margin keeps the focused field above the bar. */}
        <div className="grid gap-5.5 pt-1 pb-8 [&_:is(input,textarea)]:scroll-mb-40">{children}</div>
        <div
          data-form-actions=""
          className="sticky bottom-[calc(3.625rem+env(safe-area-inset-bottom))] z-10 -mx-4 grid gap-3 border-t border-line bg-canvas px-4 py-3 md:bottom-0 md:mx-0 md:px-0 md:py-4"
        >
          <p role="alert" className={`${classes.error} empty:hidden`}>
            {form.error}
          </p>
          {/* Above the timer bar. */}
          <div className="mb-(--timer-bar) flex gap-2.5">
            <Button
              ref={saveButton}
              type="submit"
              variant="primary"
              busy={form.isBusy}
              kbd={SAVE_KEYS}
              className="max-md:flex-1"
            >
              {t('ui.save')}
            </Button>
            <Button variant="ghost" onClick={goBack} className="max-md:flex-1">
              {t('ui.cancel')}
            </Button>
          </div>
        </div>
      </form>
      <UnsavedChangesGuard form={form} />
    </>
  )
}

const SAVE_KEYS = IS_MAC ? '⌘ ↵' : 'Ctrl ↵'
