import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startI18n } from '#web/i18n/i18n.ts'
import { ComboBox } from './ComboBox.tsx'
import { TagField } from './TagField.tsx'
import { takeTypedTexts } from './typed-texts.ts'

beforeAll(startI18n)
afterEach(cleanup)

const OPTIONS = [
  { id: 'atlas', label: 'Atlas redesign' },
  { id: 'helio', label: 'Helio API' },
]

test('typing finds a project, and Enter chooses it', async () => {
  const choose = vi.fn()
  render(<ComboBox label="Project" options={OPTIONS} value={undefined} onChange={choose} />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Project' }), 'hel')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Helio API'])
  await userEvent.keyboard('{Enter}')
  expect(choose).toHaveBeenCalledWith('helio')
})

test.each([
  ['Enter', 'takes the only match', 'hel{Enter}', ['choose helio'], 'Helio API'],
  ['Enter', 'takes the first match', 'e{Enter}', ['choose atlas'], 'Atlas redesign'],
  ['Enter', 'takes the option of that name', 'helio api{Enter}', ['choose helio'], 'Helio API'],
  ['an arrow and Enter', 'take the next match', 'e{ArrowDown}{Enter}', ['choose helio'], 'Helio API'],
  ['Enter', 'creates a new name', 'Garden{Enter}', ['create Garden'], 'Garden'],
  ['Tab', 'takes the only match', 'hel{Tab}', ['choose helio'], 'Helio API'],
  ['Tab', 'creates a new name', 'Garden{Tab}', ['create Garden'], 'Garden'],
  ['Escape', 'changes nothing', 'hel{Escape}', [], 'hel'],
])('F13 %s %s', async (_key, _effect, keys, effects, text) => {
  const done: string[] = []
  render(<NewProject onEffect={(effect) => done.push(effect)} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Project' }))
  await userEvent.keyboard(keys)
  expect(done).toEqual(effects)
  expect(screen.getByRole('combobox', { name: 'Project', hidden: true })).toHaveProperty('value', text)
  expect(screen.queryByRole('alert')).toBeNull()
})

function NewProject({ onEffect }: { onEffect: (effect: string) => void }) {
  const [value, setValue] = useState<string>()
  const choose = (id: string | undefined) => {
    setValue(id)
    onEffect(`choose ${id}`)
  }
  return (
    <>
      <ComboBox
        label="Project"
        options={OPTIONS}
        value={value}
        onChange={choose}
        onCreate={(name) => onEffect(`create ${name}`)}
      />
      <button type="button">Elsewhere</button>
    </>
  )
}

test.each([
  ['creates it', 'Create “Garden”', ['create Garden'], 'Garden'],
  ['discards it', 'Discard', [], ''],
])('F13 a new name that is left with the mouse stays, and an answer %s', async (_what, answer, effects, text) => {
  const done: string[] = []
  render(<NewProject onEffect={(effect) => done.push(effect)} />)
  const input = screen.getByRole('combobox', { name: 'Project' })
  await userEvent.type(input, 'Garden')
  await userEvent.click(screen.getByText('Elsewhere'))
  expect(input).toHaveProperty('value', 'Garden')
  expect(screen.getByRole('alert').textContent).toContain('“Garden” is not in the list.')
  await userEvent.click(screen.getByRole('button', { name: answer }))
  expect(done).toEqual(effects)
  expect(input).toHaveProperty('value', text)
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['takes the name in any case', 'helio api', ['choose helio'], true],
  ['asks if a longer name contains it', 'helio', [], false],
  ['asks if several names contain it', 'e', [], false],
  ['creates any other name', 'Garden', ['create Garden'], true],
])('F13 saving the form with typed text %s', async (_what, text, effects, isTaken) => {
  const done: string[] = []
  render(<NewProject onEffect={(effect) => done.push(effect)} />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Project' }), text)
  expect(await act(takeTypedTexts)).toBe(isTaken)
  expect(done).toEqual(effects)
})

test.each([
  ['saving again creates it', async () => void (await act(takeTypedTexts)), ['create Helio']],
  [
    'an answer takes the longer name',
    async () => userEvent.click(screen.getByText('Use “Helio API”')),
    ['choose helio'],
  ],
])('F13 a text that is left and begins a longer name stays: %s', async (_what, answer, effects) => {
  const done: string[] = []
  render(<NewProject onEffect={(effect) => done.push(effect)} />)
  const input = screen.getByRole('combobox', { name: 'Project' })
  await userEvent.type(input, 'Helio')
  await userEvent.click(screen.getByText('Elsewhere'))
  expect(input).toHaveProperty('value', 'Helio')
  expect(done).toEqual([])
  await answer()
  expect(done).toEqual(effects)
})

test('F13 an option that an arrow key has highlighted is not replaced by the typed text', async () => {
  render(<NewProject onEffect={() => {}} />)
  const input = screen.getByRole('combobox', { name: 'Project' })
  await userEvent.type(input, 'e')
  expect(input.matches('[data-typed]')).toBe(true)
  await userEvent.keyboard('{ArrowDown}')
  expect(input.matches('[data-typed]')).toBe(false)
})

test('F10 every click into a chosen name selects it, so that typing replaces it', () => {
  render(<Project options={OPTIONS} />)
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' })
  const clickAsWebKit = (caret: number) => {
    const hadFocus = document.activeElement === input
    fireEvent.mouseDown(input)
    act(() => input.focus())
    if (hadFocus) input.setSelectionRange(caret, caret)
    const isAllowed = fireEvent.mouseUp(input)
    fireEvent.click(input)
    // A click into a selection drops it, after the click event.
    if (isAllowed) input.setSelectionRange(caret, caret)
    return [input.selectionStart, input.selectionEnd]
  }
  expect(clickAsWebKit(5)).toEqual([0, 'Atlas redesign'.length])
  expect(clickAsWebKit(3)).toEqual([0, 'Atlas redesign'.length])
})

test('a name that does not exist can be created, an existing one cannot', async () => {
  const create = vi.fn()
  render(<ComboBox label="Project" options={OPTIONS} value={undefined} onChange={() => {}} onCreate={create} />)
  const input = screen.getByRole('combobox', { name: 'Project' })
  await userEvent.type(input, 'helio api')
  expect(screen.queryByRole('option', { name: /Create/ })).toBeNull()
  await userEvent.clear(input)
  await userEvent.type(input, 'Garden')
  await userEvent.click(screen.getByRole('option', { name: 'Create “Garden”' }))
  expect(create).toHaveBeenCalledWith('Garden')
})

test.each([
  ['without typing', '{ArrowDown}'],
  ['after a search', 'atl'],
])('choosing the selected project again closes the list: %s', async (_what, typed) => {
  render(<Project options={OPTIONS} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Project' }))
  await userEvent.keyboard(typed)
  await userEvent.click(screen.getByRole('option', { name: 'Atlas redesign' }))
  expect(screen.queryByRole('option')).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Project' })).toHaveProperty('value', 'Atlas redesign')
})

test('options that load late do not replace the typed text', async () => {
  const { rerender } = render(<Project options={[]} />)
  const input = screen.getByRole('combobox', { name: 'Project' })
  await userEvent.type(input, 'hel')
  rerender(<Project options={OPTIONS} />)
  expect(input).toHaveProperty('value', 'hel')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Helio API'])
})

function Project({ options }: { options: typeof OPTIONS }) {
  const [value, setValue] = useState<string | undefined>('atlas')
  return <ComboBox label="Project" options={options} value={value} onChange={setValue} />
}

test('Backspace in the empty input removes the last tag', async () => {
  render(<Tags />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Tags' }))
  await userEvent.keyboard('{Backspace}')
  expect(screen.queryByRole('button', { name: 'Remove Helio API', hidden: true })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove Atlas redesign', hidden: true })).not.toBeNull()
})

function Tags() {
  const [value, setValue] = useState(['atlas', 'helio'])
  return <TagField label="Tags" options={OPTIONS} value={value} onChange={setValue} />
}

test.each([
  ['takes the only match', 'hel{Enter}', ['atlas', 'helio']],
  ['creates a new one', 'Garden{Enter}', ['atlas', 'Garden']],
  ['does not take one twice', 'atl{Tab}', ['atlas']],
])('F13 Enter or Tab in the tags %s', async (_what, keys, expected) => {
  const tags: string[][] = []
  render(<NewTags onTags={(ids) => tags.push(ids)} />)
  await userEvent.click(screen.getByRole('combobox', { name: 'Tags' }))
  await userEvent.keyboard(keys)
  expect(tags.at(-1) ?? ['atlas']).toEqual(expected)
  expect(screen.getByRole('combobox', { name: 'Tags', hidden: true })).toHaveProperty('value', '')
})

function NewTags({ onTags }: { onTags: (ids: string[]) => void }) {
  const [value, setValue] = useState(['atlas'])
  const change = (ids: string[]) => {
    setValue(ids)
    onTags(ids)
  }
  return (
    <TagField
      label="Tags"
      options={OPTIONS}
      value={value}
      onChange={change}
      onCreate={(name) => change([...value, name])}
    />
  )
}

test('F13 a new tag that is left with the mouse stays', async () => {
  render(<NewTags onTags={() => {}} />)
  await userEvent.type(screen.getByRole('combobox', { name: 'Tags' }), 'Garden')
  await userEvent.click(document.body)
  expect(screen.getByRole('combobox', { name: 'Tags', hidden: true })).toHaveProperty('value', 'Garden')
  expect(screen.getByRole('alert').textContent).toContain('“Garden” is not in the list.')
})
