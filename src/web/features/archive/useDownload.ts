import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { downloadArchive } from './queries.ts'

interface Received {
  bytes: number
  /** 0 until the server has put the archive together. */
  total: number
}

/** Downloads the archive, once at a time. `received` is defined while it does. */
export function useDownload() {
  const { t } = useTranslation()
  const [received, setReceived] = useState<Received>()
  const running = useRef<AbortController>(undefined)
  // Leaving the page cancels the download.
  useEffect(() => () => running.current?.abort(), [])

  async function download(password?: string) {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setReceived({ bytes: 0, total: 0 })
    try {
      const onProgress = (bytes: number, total: number) => setReceived({ bytes, total })
      await downloadArchive({ ...(password !== undefined && { password }), signal, onProgress })
      toast.show(t('settings.archive.downloaded'), { tone: 'success' })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      running.current = undefined
      setReceived(undefined)
    }
  }

  return { received, download, cancel: () => running.current?.abort() }
}
