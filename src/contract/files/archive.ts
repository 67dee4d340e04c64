import * as z from 'zod/mini'
import { MAX_PASSWORD_LENGTH } from '#core/accounts/password.ts'
import { CHOSEN_KINDS } from '#core/archive/kinds.ts'
import { CHOICES } from '#core/archive/plan-record.ts'
import type { Endpoint } from '../endpoint.ts'
import { Id, messageKey, text, Time } from '../fields.ts'

/** The largest archive that is sent in one request. */
export const MAX_ARCHIVE_BYTES = 32 * 1024 * 1024

/** The last file of an archive, `archive.json`: what it is, and the checksum of each other file. */
export const ArchiveManifest = z.object({
  ritmo: z.literal('archive'),
  /** The version of the format, 2. */
  format: z.number(),
  /** The version of Ritmo that wrote it. */
  version: z.string(),
  createdAt: Time,
  files: z.array(z.object({ name: z.string(), lines: z.number(), sha256: z.string() })),
})
export type ArchiveManifest = z.infer<typeof ArchiveManifest>

const Choice = z.enum(CHOICES, messageKey('invalidValue'))

/** The same for the preview and the restore. */
const RestoreQuery = z.object({
  /** The id of an upload that has the archive; then the request has no body. */
  upload: z.optional(Id),
  /** How a restore treats a record that the account has with other content: it stays, is replaced, or both are there. */
  conflicts: z._default(Choice, 'mine'),
  /** The choice for one kind. A profile and the timer's settings exist once, so `both` keeps those of the account. */
  ...(Object.fromEntries(CHOSEN_KINDS.map((kind) => [kind, z.optional(Choice)])) as Record<
    (typeof CHOSEN_KINDS)[number],
    z.ZodMiniOptional<typeof Choice>
  >),
})
export type RestoreQuery = z.infer<typeof RestoreQuery>

const Counts = z.object({
  /** The account does not have them yet. */
  new: z.number(),
  /** The account has them with the same content. */
  same: z.number(),
  /** The account has them with other content, and keeps its own. */
  kept: z.number(),
  /** The account’s are replaced by those of the archive. */
  replaced: z.number(),
  /** The archive’s are added beside those of the account. */
  copied: z.number(),
  /** The names of some conflicts; the start of a time entry. */
  examples: z.array(z.string()),
})
export type RestoreCounts = z.infer<typeof Counts>

const RestoreOutcome = z.object({
  kinds: z.object(
    Object.fromEntries(CHOSEN_KINDS.map((kind) => [kind, Counts])) as Record<
      (typeof CHOSEN_KINDS)[number],
      typeof Counts
    >,
  ),
  /** Imported files that can be undone. */
  imports: z.object({ new: z.number(), same: z.number() }),
  /**
   * `none`: no timer runs in the archive. `restored`: it runs on in the account. `known`: the account knows this run.
   * `left`: the account has used its own timer since.
   */
  timer: z.enum(['none', 'restored', 'known', 'left']),
})
export type RestoreOutcome = z.infer<typeof RestoreOutcome>

const RestorePreview = z.object({
  createdAt: Time,
  version: z.string(),
  /** Whose archive it is. */
  name: z.string(),
  email: z.string(),
  ...RestoreOutcome.shape,
})
export type RestorePreview = z.infer<typeof RestorePreview>

export const RestoreState = z.object({
  /** Neither running nor finished: it was interrupted. Restoring the same file again completes it. */
  isRunning: z.boolean(),
  isFinished: z.boolean(),
  startedAt: Time,
  lines: z.number(),
  doneLines: z.number(),
})
export type RestoreState = z.infer<typeof RestoreState>

const zipFile = ['application/zip'] as const
/** The body is the archive itself. */
const upload = ['application/zip', 'application/octet-stream'] as const
const archiveFile = { file: zipFile, reply: z.string() } as const

export const archive = {
  download: {
    method: 'GET',
    path: '/archive',
    summary: 'Everything of the account as one file. Needs a session that began within the last 15 minutes',
    ...archiveFile,
  },
  downloadWithPassword: {
    method: 'POST',
    path: '/archive',
    summary: 'The same for an older session, with the password',
    duringMaintenance: true,
    body: z.object({ password: z.optional(text(MAX_PASSWORD_LENGTH)) }),
    ...archiveFile,
  },
  preview: {
    method: 'POST',
    path: '/archive/preview',
    summary: 'A preview of restoring an archive; it writes nothing',
    query: RestoreQuery,
    upload,
    reply: RestorePreview,
  },
  restore: {
    method: 'POST',
    path: '/archive/restore',
    summary: 'Restores an archive into this account; restoring it again changes nothing more',
    query: RestoreQuery,
    upload,
    reply: RestoreOutcome,
  },
  state: {
    method: 'GET',
    path: '/archive/restore',
    summary: 'How far the latest restore has come; null if there was none',
    reply: z.nullable(RestoreState),
  },
} as const satisfies Record<string, Endpoint>
