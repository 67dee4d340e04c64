import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from '#web/i18n/i18n.ts'

/** The title that the router declares for the current page. */
export function usePageTitle() {
  const { t } = useTranslation()
  const key = useMatches({ select: (matches) => matches.findLast((match) => match.staticData.title)?.staticData.title })
  return key && t(key)
}

export function useDocumentTitle() {
  const title = usePageTitle()
  useEffect(() => {
    document.title = title === undefined ? 'Ritmo' : `${title} · Ritmo`
  }, [title])
}
