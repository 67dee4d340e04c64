import { useState } from 'react'
import { DatePicker } from '#web/ui/date/DatePicker.tsx'
import { DateRangePicker } from '#web/ui/date/DateRangePicker.tsx'
import { TimeField } from '#web/ui/date/TimeField.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { ColorField } from '#web/ui/fields/ColorField.tsx'
import { Field } from '#web/ui/fields/Field.tsx'
import { NumberField } from '#web/ui/fields/NumberField.tsx'
import { PasswordField } from '#web/ui/fields/PasswordField.tsx'
import { RangeField } from '#web/ui/fields/RangeField.tsx'
import { SegmentedControlField } from '#web/ui/fields/SegmentedControlField.tsx'
import { TextArea } from '#web/ui/fields/TextArea.tsx'
import { ComboBox } from '#web/ui/options/ComboBox.tsx'
import { Filter } from '#web/ui/options/Filter.tsx'
import { Select } from '#web/ui/options/Select.tsx'
import { TagField } from '#web/ui/options/TagField.tsx'
import { Stage } from '#web/ui/timer/Stage.tsx'
import { Example, Section } from './Example.tsx'
import { PROJECTS, TAGS } from './samples.ts'

const offerToCreate = (name: string) => toast.show(`${name} would be created`)

export function Fields() {
  return (
    <Section title="Fields">
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-2 lg:grid-cols-3">
        <Field label="Name" placeholder="Focus" help="At most 100 characters" />
        <Field label="E-mail" type="email" defaultValue="you@example" error="This is not an e-mail address" />
        <PasswordField label="Password" defaultValue="correct horse" autoComplete="off" />
        <Field label="Disabled" defaultValue="Cannot be changed" disabled />
        <Note />
        <Choices />
        <Figures />
        <Dates />
      </div>
      <Colors />
      <Filters />
    </Section>
  )
}

function Note() {
  const [text, setText] = useState('')
  return (
    <TextArea
      label="Note"
      placeholder="What are you working on?"
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

function Choices() {
  const [project, setProject] = useState<string | undefined>('helio')
  const [client, setClient] = useState<string>()
  const [tags, setTags] = useState(['design', 'deep'])
  return (
    <>
      <Select
        label="Client"
        options={[
          { id: 'northwind', label: 'Northwind' },
          { id: 'helio', label: 'Helio Energy' },
        ]}
        value={client}
        onChange={setClient}
        placeholder="No Client"
      />
      <ComboBox label="Project" options={PROJECTS} value={project} onChange={setProject} onCreate={offerToCreate} />
      <ComboBox label="Task" options={[]} value={undefined} onChange={() => {}} error="Choose a task" />
      <TagField label="Tags" options={TAGS} value={tags} onChange={setTags} onCreate={offerToCreate} />
    </>
  )
}

function Figures() {
  const [minutes, setMinutes] = useState(25)
  const [pause, setPause] = useState(5)
  const [status, setStatus] = useState<'active' | 'archived'>('active')
  return (
    <>
      <NumberField
        label="Work"
        value={minutes}
        onChange={setMinutes}
        min={1}
        max={180}
        unit="minute"
        help="The session ends after 1 h 55 m"
      />
      <RangeField label="Break" value={pause} onChange={setPause} min={0} max={60} unit="minute" />
      <SegmentedControlField
        label="Status"
        value={status}
        onChange={setStatus}
        options={[
          { value: 'active', label: 'Active' },
          { value: 'archived', label: 'Archived' },
        ]}
        help="An archived project is no longer offered."
      />
    </>
  )
}

function Dates() {
  const [date, setDate] = useState<string | null>('2026-11-16')
  const [time, setTime] = useState<string | null>('10:33')
  const [range, setRange] = useState({ start: '2026-11-09', end: '2026-11-15' })
  return (
    <>
      <DatePicker label="Day" value={date} onChange={setDate} />
      <TimeField label="Start" value={time} onChange={setTime} />
      <DateRangePicker label="Range" value={range} onChange={setRange} />
    </>
  )
}

function Colors() {
  const [color, setColor] = useState('#0f766e')
  return (
    <div className="grid items-center gap-8 md:grid-cols-2">
      <ColorField label="Colour" value={color} onChange={setColor} />
      <Stage state="work" color={color} aria-label="Preview" className="px-6 py-5 text-headline">
        17:42
      </Stage>
    </div>
  )
}

function Filters() {
  const [projects, setProjects] = useState<string[]>([])
  const [tags, setTags] = useState(['design'])
  const [group, setGroup] = useState('project')
  return (
    <Example name="Filter, and Select as a chip">
      <div className="flex flex-wrap gap-2">
        <Filter label="Projects" anyLabel="All" options={PROJECTS} value={projects} onChange={setProjects} />
        <Filter label="Tags" anyLabel="Any" options={TAGS} value={tags} onChange={setTags} />
        <Select
          variant="chip"
          label="Group by"
          value={group}
          onChange={setGroup}
          options={[
            { id: 'project', label: 'Project' },
            { id: 'client', label: 'Client' },
          ]}
        />
      </div>
    </Example>
  )
}
