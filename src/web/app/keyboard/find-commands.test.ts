import { expect, test } from 'vitest'
import { type Command, findCommands } from './find-commands.ts'

const command = (
  id: string,
  group: Command['group'],
  label: string,
  texts: Pick<Command, 'hint' | 'keywords'> = {},
): Command => ({
  id,
  group,
  label,
  ...texts,
  icon: null,
  run: () => undefined,
})

const COMMANDS = [
  command('start', 'timer', 'Iniciar'),
  command('on-nino', 'projects', 'Iniciar en El Niño'),
  command('on-istanbul', 'projects', 'Iniciar en İstanbul Işık'),
  command('pomodoro', 'presets', 'Usar el preajuste Pomodoro', { hint: '25 / 5 × 4' }),
  command('settings', 'goTo', 'Configuración'),
  command('dark', 'look', 'Tema: Oscuro'),
  command('draft', 'tasks', 'Iniciar en Borrador', { hint: 'Atlas' }),
  command('entry', 'entries', 'Otra vez: Plano', { keywords: 'etiqueta' }),
]

const title = (group: string) => (group === 'goTo' ? 'Ir a' : group)

const find = (typed: string, recent: string[] = [], most = 9) =>
  findCommands(COMMANDS, { query: typed, recent, title, maxPerGroup: most }).map(({ group, commands }) => [
    group,
    ...commands.map(({ id }) => id),
  ])

// prettier-ignore
test.each([
  ['a part of a word is enough',           'nfigur',          [['goTo', 'settings']]],
  ['accents do not count',                 'configuracion',   [['goTo', 'settings']]],
  ['additional accents do not count',      'oscúro',          [['look', 'dark']]],
  ['a tilde does not count',               'nino',            [['projects', 'on-nino']]],
  ['dotted and dotless i are the same',    'ISTANBUL isik',   [['projects', 'on-istanbul']]],
  ['words are found in any order',         'niño iniciar',    [['projects', 'on-nino']]],
  ['every word has to be found',           'iniciar oscuro',  []],
  ['the name of its group counts',         'ir a conf',       [['goTo', 'settings']]],
  ['the hint counts',                      '25',              [['presets', 'pomodoro']]],
  ['a task by its project',                'atlas borr',      [['tasks', 'draft']]],
  ['words that are not shown',             'etiqueta',        [['entries', 'entry']]],
  ['not all tasks by the name of the group', 'tasks',         []],
])('J5 a command is found by its text: %s', (_what, typed, found) => {
  expect(find(typed)).toEqual(found)
})

test('J5 recent commands come first, and once', () => {
  expect(find('inicia', ['on-nino', 'gone', 'dark'])).toEqual([
    ['recent', 'on-nino'],
    ['timer', 'start'],
    ['projects', 'on-istanbul'],
    ['tasks', 'draft'],
  ])
})

test('J5 words that begin with the typed text come before others', () => {
  const stopwatch = command('stopwatch', 'timer', 'Start the stopwatch')
  const atlas = command('atlas', 'projects', 'Start on Atlas')
  const data = command('data', 'projects', 'Start on Data')
  const found = findCommands([stopwatch, data, atlas], { query: 'at', recent: [], title, maxPerGroup: 9 })
  expect(found.flatMap(({ commands }) => commands.map(({ id }) => id))).toEqual(['atlas', 'data', 'stopwatch'])
})

// prettier-ignore
test.each([
  ['its whole label',            'new project', ['create', 'change']],
  ['several words that begin it', 'new proj',   ['create', 'change']],
  ['one word, which may mean an item', 'new',   ['change', 'create']],
])('J5 a command comes before all others if the typed text is %s', (_what, query, order) => {
  const change = command('change', 'projects', 'Switch to Brand new project')
  const create = command('create', 'create', 'New project')
  const found = findCommands([change, create], { query, recent: [], title, maxPerGroup: 9 })
  expect(found.flatMap(({ commands }) => commands.map(({ id }) => id))).toEqual(order)
})

test('J5 tasks and entries show once something is typed', () => {
  const groups = find('').map(([group]) => group)
  expect(groups).toEqual(['timer', 'projects', 'presets', 'goTo', 'look'])
})

test('J5 a group shows a limited number of commands', () => {
  expect(find('iniciar', [], 1)).toEqual([
    ['timer', 'start'],
    ['projects', 'on-nino'],
    ['tasks', 'draft'],
  ])
})
