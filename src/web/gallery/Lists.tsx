import { MoreHorizontal, Play } from 'lucide-react'
import { PendingSyncIcon } from '#web/resources/list/PendingSyncIcon.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Avatar } from '#web/ui/display/Avatar.tsx'
import { ColorDot } from '#web/ui/display/ColorDot.tsx'
import { Duration } from '#web/ui/display/Duration.tsx'
import { Tag } from '#web/ui/display/Tag.tsx'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { DayHeader } from '#web/ui/list/DayHeader.tsx'
import { Row } from '#web/ui/list/Row.tsx'
import { Rows } from '#web/ui/list/Rows.tsx'
import { Menu } from '#web/ui/overlays/Menu.tsx'
import { MenuItem } from '#web/ui/overlays/MenuItem.tsx'
import { Example, Section } from './Example.tsx'
import { PROJECTS, SHARES } from './samples.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export function Lists() {
  return (
    <Section title="Lists">
      <div className="grid gap-4 lg:grid-cols-2">
        <Entries />
        <Panel title="Breakdown">
          <Breakdown />
        </Panel>
      </div>
      <Example name="Tag, Avatar">
        <div className="flex flex-wrap items-center gap-2">
          <Tag>design</Tag>
          <Tag color="#d97706">backend</Tag>
          <Tag color="#7c3aed" onRemove={() => {}}>
            deep work
          </Tag>
          <Avatar name="Your Name" />
        </div>
      </Example>
    </Section>
  )
}

function Entries() {
  return (
    <div className="overflow-hidden rounded-panel border border-line bg-surface">
      <DayHeader title="Monday 16 November" total={<Duration milliseconds={8_820_000} />} />
      <Rows label="Entries">
        {PROJECTS.slice(0, 4).map((project, index) => (
          <Row key={project.id} isRunning={index === 0} action={<EntryMenu />}>
            <span className="w-24 text-caption text-ink-2 tabular-nums max-sm:hidden">10:03 – 10:28</span>
            <ColorDot color={project.color ?? ''} />
            <span className="flex-1 truncate text-secondary font-strong">{project.label}</span>
            <PendingSyncIcon id={project.id} />
            <span className="text-secondary font-strong">
              <Duration milliseconds={1_500_000} />
            </span>
          </Row>
        ))}
      </Rows>
    </div>
  )
}

function EntryMenu() {
  return (
    <Menu
      placement="bottom end"
      trigger={<IconButton size="sm" label="Entry actions" icon={<MoreHorizontal {...ICON} />} />}
    >
      <MenuItem icon={<Play {...ICON} />}>Continue</MenuItem>
      <MenuItem tone="danger">Delete</MenuItem>
    </Menu>
  )
}

function Breakdown() {
  const total = SHARES.reduce((sum, share) => sum + share.value, 0)
  return (
    <Table
      caption="Time by project and task"
      columns={[{ label: 'Project and task' }, { label: 'Share' }, { label: 'Time', align: 'end' }]}
      footer={
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <td data-align="end">
            <Duration milliseconds={total} />
          </td>
        </tr>
      }
    >
      {SHARES.slice(0, 3).flatMap((share) => [
        <tr key={share.id}>
          <th scope="row">
            <ColorDot color={share.color} className="mr-2.5" />
            {share.label}
          </th>
          <td>{Math.round((100 * share.value) / total)} %</td>
          <td data-align="end">
            <Duration milliseconds={share.value} />
          </td>
        </tr>,
        share.id === 'atlas' && (
          <tr key="task" data-level="2">
            <th scope="row">Onboarding wireframes</th>
            <td>23 %</td>
            <td data-align="end">
              <Duration milliseconds={share.value / 2} />
            </td>
          </tr>
        ),
      ])}
    </Table>
  )
}
