/** Tables, or `table.column`, that an archive does not have, with the reason. `user_id` is never archived. */
export const LEFT_OUT: Record<string, string> = {
  'users.id': 'the restored account has its own',
  'users.password_hash': 'a secret',
  'users.picture': 'comes from Google when the user signs in there',
  'users.verified_at': 'each server verifies addresses itself',
  'users.verification_requested_at': 'each server verifies addresses itself',
  'users.pending_email': 'an address that was not confirmed yet',
  'users.google_subject': 'a way to sign in',
  'users.updated_at': 'changes with every sign-in that stores something',
  sessions: 'login sessions give access',
  tokens: 'mailed links give access',
  emails: 'e-mails that were not sent yet',
  attempts: 'counters of the rate limits',
  idempotency_keys: 'forgotten after 30 days; they belong to the devices that sent them',
  push_subscriptions: 'belong to a browser that is signed in',
  timer_commands: 'acknowledgements for the devices that sent the commands; the commands themselves are in the runs',
  'timers.due_at': 'derives from the latest run',
  'timers.legacy_seen_at': 'about clients that were connected to the old server',
  'timers.claimed_until': 'only needed while a server ends a phase',
  'tags.name_key': 'derives from the name',
  'imports.active_at': 'only needed while an import runs',
  'imports.upload_id': 'only needed to continue an interrupted import',
  'imports.query': 'only needed to continue an interrupted import',
  uploads: 'files on their way, deleted after a day',
  upload_parts: 'files on their way, deleted after a day',
  trash: 'deleted by the user, and deleted for good after some days',
  trash_rows: 'deleted by the user, and deleted for good after some days',
  time_entry_changes: 'former states of entries, which the server keeps for some days to undo mistakes',
  archive_restores: 'the progress of a restore on this server',
  backup_schedule: 'belongs to the server',
  migrations: 'belongs to the server',
}

/** Tables whose rows are fields of other lines. */
export const NESTED: Record<string, string> = {
  time_entry_tags: 'entries: `tags`',
  time_entry_segments: 'entries: `segments`',
}
