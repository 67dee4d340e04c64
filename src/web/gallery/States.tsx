import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { FormSkeleton } from '#web/ui/feedback/FormSkeleton.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { Spinner } from '#web/ui/feedback/Spinner.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Section } from './Example.tsx'

export function States() {
  return (
    <Section title="States">
      <div className="grid gap-4 md:grid-cols-2">
        <Panel title="Empty">
          <EmptyState
            message="No entries yet. Start the timer or add time by hand."
            action={<Button variant="primary">Add time</Button>}
          />
        </Panel>
        <Panel title="Failed">
          <LoadError onRetry={() => {}} />
        </Panel>
        <Panel title="Loading">
          <Skeleton />
        </Panel>
        <Panel title="Loading a form">
          <div className="p-5">
            <FormSkeleton />
          </div>
        </Panel>
        <Panel title="Route">
          <div className="grid flex-1 place-items-center p-10 text-accent">
            <Spinner size={36} />
          </div>
        </Panel>
      </div>
    </Section>
  )
}
