import { useEffect, useRef, useState } from 'react'
import type { RestoreOutcome } from '#contract/files/archive.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { sendFile, type SendProgress } from '#web/api/send-file.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { deleteUpload } from './queries.ts'

export type Step =
  | { name: 'idle'; error?: string | undefined }
  | { name: 'sending'; progress: SendProgress | undefined }
  | { name: 'preview'; upload: string; isRestoring: boolean }
  | { name: 'done'; outcome: RestoreOutcome }

/** The way of an archive from the choice of its file to the outcome of its restore. */
export function useSentArchive() {
  const { t } = useTranslation()
  const [step, setStep] = useState<Step>({ name: 'idle' })
  const sending = useRef<AbortController>(undefined)
  // Leaving the page stops the upload. It goes on when the same file is chosen again.
  useEffect(() => () => sending.current?.abort(), [])

  async function send(file: File) {
    const controller = new AbortController()
    const { signal } = controller
    sending.current = controller
    setStep({ name: 'sending', progress: undefined })
    try {
      const onProgress = (progress: SendProgress) => setStep({ name: 'sending', progress })
      const { id } = await sendFile(file, { signal, onProgress })
      setStep({ name: 'preview', upload: id, isRestoring: false })
    } catch (error) {
      setStep({ name: 'idle', error: signal.aborted ? undefined : errorMessage(error, t) })
    }
  }

  return {
    step,
    send,
    stop: () => sending.current?.abort(),
    setRestoring: (upload: string, isRestoring: boolean) => setStep({ name: 'preview', upload, isRestoring }),
    finish: (outcome: RestoreOutcome) => setStep({ name: 'done', outcome }),
    /** The archive cannot be restored, or the user does not want to. */
    discard: (upload: string, error?: string) => {
      deleteUpload(upload)
      setStep({ name: 'idle', error })
    },
  }
}
