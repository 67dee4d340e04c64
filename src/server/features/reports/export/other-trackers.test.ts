import { expect, test } from 'vitest'
import { testExports } from '#server/testing/test-exports.ts'

/**
 * What each product documents for the import of time entries: columns without which it refuses a row, the columns that it
 * knows, and the form of cells. Clockify also limits the length of texts.
 */
const DOCUMENTED = {
  toggl: {
    required: ['Email', 'Start date', 'Start time', 'Duration'],
    // The end is not read, but in the product's own detailed export, which its guide names as an example.
    known: ['User', 'Client', 'Project', 'Task', 'Description', 'Billable', 'End date', 'End time', 'Tags'],
    forms: {
      'Start date': /^\d{4}-\d\d-\d\d$/,
      'Start time': /^\d\d:\d\d:\d\d$/,
      Duration: /^\d\d:\d\d:\d\d$/,
      Billable: /^(Yes|No)$/,
    },
    limits: {},
  },
  clockify: {
    required: ['Email', 'Start Date', 'Start Time', 'Duration (h)'],
    // prettier-ignore
    known: [
      'Project', 'Client', 'Description', 'Task', 'User', 'Group', 'Tags', 'Billable', 'End Date', 'End Time',
      'Duration (decimal)', 'Billable Rate (USD)', 'Billable Amount (USD)',
    ],
    forms: {
      'Start Date': /^\d\d\/\d\d\/\d{4}$/,
      'Start Time': /^(0[1-9]|1[0-2]):\d\d:\d\d [AP]M$/,
      'Duration (h)': /^\d\d:\d\d:\d\d$/,
      Billable: /^(Yes|No)$/,
    },
    limits: { Description: 3_000, Task: 1_000, Project: 250, Client: 100 },
  },
}

test.each(Object.entries(DOCUMENTED))('X2 the file for %s is as that product documents', async (format, documented) => {
  const { make, table, download } = await testExports()
  const long = 'x'.repeat(100)
  const client = await make('/clients', { name: long })
  const project = await make('/projects', { name: long, client })
  const task = await make('/tasks', { name: long, project })
  const tags = [await make('/tags', { name: 'calm' }), await make('/tags', { name: 'deep' })]
  const subject = { project, task, tags, notes: 'n'.repeat(2_000) }
  await make('/time-entries', { ...subject, startTime: '2026-03-01T00:00:00Z', endTime: '2026-03-01T00:00:00.400Z' })
  await make('/time-entries', { ...subject, startTime: '2026-03-01T11:59:59.600Z', endTime: '2026-03-01T23:30:00Z' })
  await make('/time-entries', { project, startTime: '2026-03-01T12:00:00Z', endTime: '2026-03-02T08:00:00Z' })

  const text = (await download(format)).toString()
  expect(text).not.toContain('\uFFFD')
  const rows = await table(format)
  expect(rows).toHaveLength(3)
  for (const row of rows) {
    expect(Object.keys(row).toSorted()).toEqual([...documented.required, ...documented.known].toSorted())
    for (const column of documented.required) expect(row[column], column).not.toBe('')
    for (const [column, form] of Object.entries(documented.forms)) expect(row[column], column).toMatch(form)
    for (const [column, limit] of Object.entries(documented.limits))
      expect(row[column]!.length, column).toBeLessThanOrEqual(limit)
  }
  expect(rows[0]!['Tags']).toMatch(/^(calm, deep|deep, calm)$/)
})
