import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { writeStored } from '#web/storage.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'

const REMEMBER_DELAY_MS = 100

export function FirstVisitDialog() {
  const { t, language } = useTranslation()
  const ownText = findOwnText(language)
  const [isOpen, setIsOpen] = useState(true)
  const close = () => setIsOpen(false)
  useRememberVisit()

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      title={t('shell.notice.title')}
      actions={
        <Button variant="primary" onClick={close}>
          {t('shell.notice.continue')}
        </Button>
      }
    >
      {/* Placed beside the title. */}
      <div className="float-right -mt-11 -mr-2">
        <IconButton label={t('ui.close')} icon={<X size={18} aria-hidden="true" />} onClick={close} />
      </div>
      {ownText === undefined ? (
        <>
          <p>{t('shell.notice.message')}</p>
          <p className="mt-3 text-secondary text-ink-3">{t('shell.notice.tip')}</p>
        </>
      ) : (
        <p className="whitespace-pre-line">{ownText}</p>
      )}
    </Dialog>
  )
}

/** The operator's text, which the server writes into the page. */
function findOwnText(language: string) {
  const find = (selector: string) => document.querySelector<HTMLMetaElement>(`meta[name=notice]${selector}`)?.content
  return find(`[lang=${language}]`) ?? find(':not([lang])')
}

function useRememberVisit() {
  useEffect(() => {
    const timeout = setTimeout(() => writeStored('first-visit', 'false'), REMEMBER_DELAY_MS)
    return () => clearTimeout(timeout)
  }, [])
}
