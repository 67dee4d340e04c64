import { type FormEvent, type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import * as classes from '#web/ui/theme/classes.ts'
import { UnsavedChangesGuard } from './UnsavedChangesGuard.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { useFormShortcuts } from '#web/ui/keyboard/useFormShortcuts.ts'
import { type PagePath, useGoBack } from './useGoBack.ts'

interface FormPageProps {
  title: string
  form: {
    isDirty: boolean
    isBusy: boolean
    error: string | undefined
    submit: (event: FormEvent<HTMLFormElement>) => void
  }
  /** Where Cancel leads who came from nowhere. */
  backTo: PagePath
  children: ReactNode
}

/** A page that is one form: a column of fields, and below it, always in view, the two ways out. */
export function FormPage({ title, form, backTo: page, children }: FormPageProps) {
  const { t } = useTranslation()
  const leave = useGoBack(page)
  const saveButton = useRef<HTMLButtonElement>(null)
  useFormShortcuts(saveButton, leave)

  return (
    <>
      <PageTitle>{title}</PageTitle>
      <form noValidate aria-label={title} onSubmit={form.submit} className="-mb-(--timer-bar) max-w-140 md:mt-6">
        {/* What gets the focus is scrolled clear of the bar below. */}
        <div className="grid gap-5.5 pt-1 pb-8 [&_:is(input,textarea)]:scroll-mb-40">{children}</div>
        <div
          data-form-actions=""
          className="sticky bottom-[calc(3.625rem+env(safe-area-inset-bottom))] z-10 -mx-4 grid gap-3 border-t border-line bg-canvas px-4 py-3 md:bottom-0 md:mx-0 md:px-0 md:py-4"
        >
          <p role="alert" className={`${classes.error} empty:hidden`}>
            {form.error}
          </p>
          {/* Above the timer. */}
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
            <Button variant="ghost" onClick={leave} className="max-md:flex-1">
              {t('ui.cancel')}
            </Button>
          </div>
        </div>
      </form>
      <UnsavedChangesGuard form={form} />
    </>
  )
}

const SAVE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ ↵' : 'Ctrl ↵'
