import { Link } from '@tanstack/react-router'
import { useTranslation } from '#web/i18n/i18n.ts'
import styles from './project-page.module.css'

/** The two pages of a project. */
export function ProjectTabs({ id }: { id: string }) {
  const { t } = useTranslation()
  const exact = { activeOptions: { exact: true }, params: { id } }
  return (
    <nav aria-label={t('projectPage.tab.label')} className={`${styles['tabs']} text-caption font-medium`}>
      <Link to="/projects/$id" {...exact}>
        {t('projectPage.tab.overview')}
      </Link>
      <Link to="/projects/$id/settings" {...exact}>
        {t('projectPage.tab.settings')}
      </Link>
    </nav>
  )
}
