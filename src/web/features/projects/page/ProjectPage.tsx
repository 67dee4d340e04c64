import type { Project } from '#contract/projects.ts'
import { projectList } from '#web/features/projects/queries.ts'
import { EditPage } from '#web/resources/form/EditPage.tsx'
import { LatestEntries } from './LatestEntries.tsx'
import styles from './project-page.module.css'
import { ProjectFigures } from './ProjectFigures.tsx'
import { ProjectHeader } from './ProjectHeader.tsx'
import { ProjectTabs } from './ProjectTabs.tsx'
import { TaskTimes } from './TaskTimes.tsx'
import { WeeksChart } from './WeeksChart.tsx'

export function ProjectPage() {
  return <EditPage resource="projects" list={projectList.useFreshList()} Form={Overview} />
}

function Overview({ item: project }: { item: Project }) {
  return (
    <div className={`${styles['page']} grid gap-4`}>
      <ProjectHeader project={project} />
      <ProjectTabs id={project.id} />
      <ProjectFigures project={project} />
      <div className={styles['columns']}>
        <WeeksChart project={project} />
        <TaskTimes project={project} />
      </div>
      <LatestEntries project={project} />
    </div>
  )
}
