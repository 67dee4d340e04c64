import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SETTING_NAMES } from '#server/config.ts'
import { defaultTextOf } from '#server/settings/describe-settings.ts'
import { listTables } from '#server/operations/tables.ts'
import { testDatabase } from '#server/testing/test-app.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8')

/** Columns that hold what a person is, has entered or can be found by. A new column is put into one of these lists. */
const PERSONAL = `users: name email password_hash picture preferred_language theme formats reminders auto_start verified_at pending_email
  google_subject verification_requested_at is_administrator must_verify disabled_at quotas two_factor_at webhook_events
authenticator_apps: secret confirmed_at
recovery_codes: hash
passkeys: public_key transports is_synced name used_at
sessions: user_agent address seen_at
openid_identities: issuer subject label linked_at used_at
openid_sessions: provider issuer subject provider_session id_token
user_lookups: key
tokens: hash email
access_tokens: hash ending name scopes used_at used_address
emails: email language
security_events: kind user_agent address link_hash
attempts: key
idempotency_keys: hash
clients: name contact_info color
projects: name description color pinned
tasks: name description status estimate_unit estimate_amount planned_sessions plan_position planned_at
tags: name name_key color
timer_presets: name work_minutes break_minutes repetitions long_break_minutes long_break_every
report_views: name search
shared_reports: view_id secret_hash secret shows_clients shows_tasks shows_tags shows_entries shows_notes first_day last_day
  zone password_hash views viewed_at
goals: first_day targets
week_review_mails: zone due_at
time_entries: started_at ended_at duration_ms notes planned_ms zone
time_entry_tags: tag_id
time_entry_segments: started_at ended_at
imports: file_name file_hash format entries file_rows read_rows active_at query
archive_restores: started_at active_at
uploads: file_name modified_at active_at
upload_parts: content
import_records: record_id kind
timers: seen_at legacy_seen_at saved_until due_at
timer_runs: run started_at ended_at counts_from
timer_commands: device sequence code is_accepted received_at
focus_session_overrides: focus_session_key kind
trash: kind name device deleted_at entries milliseconds
trash_rows: content
time_entry_changes: kind device changed_at former
push_subscriptions: endpoint p256dh auth language
reminder_schedule: sent
calendar_feeds: name secret_hash selection has_notes days fetched_at
calendars: name color is_visible zone host address
calendar_events: title started_at ended_at first_day last_day
webhooks: url events secret former_secret former_secret_until paused_at pause_reason failing_since delivered_at last_duration_ms dropped
webhook_deliveries: type payload state attempted_at duration_ms status failure reply
invitations: note created_by
audit_log: at actor_id actor action subject_id subject details`

/** Columns that only identify, order or connect rows. */
const TECHNICAL = `id user_id created_at updated_at expires_at purpose kind attempts due_at count ends_at resource_id client_id
project_id task_id entry_id import_id focus_session_key session_id revision finished_at status record_id claimed_by
claimed_until bytes state entry_tags text_bytes trash_id source is_copy upload_id number event_id subject last_step sign_count
lines done_lines hash max_uses uses started_at message
calendar_id etag modified problem failures is_shortened checked_at read_at webhook_id position is_manual`

test('O79 docs/privacy.md describes every table, and no other', async () => {
  const { db, engine, close } = await testDatabase()
  onTestFinished(close)
  const [, chapter = ''] = PAGE.split('\n## In the database\n')
  const [text = ''] = chapter.split('\n## ', 1)
  const described = [...text.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name = '']) => name)
  const tables = (await listTables(db, engine)).map(({ name }) => name)
  expect(described.toSorted()).toEqual(tables.toSorted())
})

test('O79 somebody has decided for every column whether it is about a person', async () => {
  const { db, engine, close } = await testDatabase()
  onTestFinished(close)
  const personal = new Map(
    PERSONAL.replaceAll(/\n {2}/g, ' ')
      .split('\n')
      .map((line) => line.split(': ', 2))
      .map(([table = '', columns = '']) => [table, columns.split(' ')] as const),
  )
  const technical = TECHNICAL.split(/\s/)
  const undecided = (await listTables(db, engine)).flatMap(({ name, columns }) =>
    columns
      .map((column) => column.name)
      .filter((column) => !technical.includes(column) && !personal.get(name)?.includes(column))
      .map((column) => `${name}.${column}`),
  )
  expect(undecided).toEqual([])
})

test('O79 the page names every setting of retention with its default', () => {
  const settings = SETTING_NAMES.filter((name) => /_RETENTION$|_KEEP$/.test(name))
  expect(settings).toEqual([
    'BACKUP_KEEP',
    'SESSION_RETENTION',
    'TRASH_RETENTION',
    'OUTBOX_RETENTION',
    'DELETED_ACCOUNTS_RETENTION',
    'AUDIT_RETENTION',
  ])
  for (const name of settings) {
    const days = (defaultTextOf(name) ?? '').replace(/d$/, ' days')
    expect(PAGE).toContain(`\`${name}\` (${days})`)
  }
})
