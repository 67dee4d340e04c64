import { Download, MoreHorizontal, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { IconButton } from '#web/ui/buttons/IconButton.tsx'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { SegmentedControl } from '#web/ui/fields/SegmentedControl.tsx'
import { Slider } from '#web/ui/fields/Slider.tsx'
import { Switch } from '#web/ui/fields/Switch.tsx'
import { Kbd } from '#web/ui/keyboard/Kbd.tsx'
import { Example, Section } from './Example.tsx'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const RANGES = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

const STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'inProgress', label: 'In progress' },
  { value: 'completed', label: 'Completed' },
]

export function Buttons() {
  const [range, setRange] = useState('week')
  const [status, setStatus] = useState('inProgress')
  const [minutes, setMinutes] = useState(25)
  return (
    <Section title="Buttons and switches">
      <Example name="Button">
        <div className="flex flex-wrap items-center gap-2.5">
          <Button variant="primary">Save</Button>
          <Button icon={<Plus {...ICON} />} kbd="T">
            Add time
          </Button>
          <Button variant="ghost" icon={<Download {...ICON} />}>
            Export
          </Button>
          <Button variant="danger" icon={<Trash2 {...ICON} />}>
            Delete
          </Button>
          <Button variant="primary" busy>
            Saving
          </Button>
          <Button busy>Loading</Button>
          <Button variant="primary" disabled>
            Disabled
          </Button>
          <Button disabled>Disabled</Button>
          <Button variant="primary" size="lg">
            Start
          </Button>
          <IconButton label="More" icon={<MoreHorizontal {...ICON} />} />
          <IconButton label="Add" variant="secondary" icon={<Plus {...ICON} />} />
          <Kbd>⌘K</Kbd>
        </div>
      </Example>
      <div className="grid gap-8 md:grid-cols-3">
        <Example name="Segments">
          <SegmentedControl label="Range" value={range} options={RANGES} onChange={setRange} />
          <SegmentedControl label="Status" value={status} options={STATUSES} onChange={setStatus} />
        </Example>
        <Example name="Checkbox and Switch">
          <Checkbox defaultSelected>Chosen</Checkbox>
          <Checkbox isIndeterminate>Some of them</Checkbox>
          <Checkbox isDisabled>Not available</Checkbox>
          <Switch defaultSelected help="At the end of a session">
            Play a sound
          </Switch>
          <Switch>Keep the screen on</Switch>
        </Example>
        <Example name="Slider">
          <Slider label="Work" value={minutes} onChange={setMinutes} min={1} max={60} unit="minute" />
        </Example>
      </div>
    </Section>
  )
}
