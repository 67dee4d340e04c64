import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { Id, IdParams, integerBetween, text, Time } from '../fields.ts'
import { MAX_DATE, wireTime } from '../input/wire-time.ts'

/** The largest file that can be sent in parts. */
export const MAX_UPLOAD_BYTES = 512 * 1024 * 1024
/** Every part has this size, except the last one. A slow connection of 10 KB a second can send it in time. */
export const UPLOAD_PART_BYTES = 1024 * 1024
/** An upload is deleted if nothing was sent or read for this time. */
export const UPLOAD_LIFETIME_MS = 24 * 60 * 60_000

const MAX_PARTS = MAX_UPLOAD_BYTES / UPLOAD_PART_BYTES

const UploadDraft = z.object({
  fileName: text(200),
  bytes: integerBetween(1, MAX_UPLOAD_BYTES),
  /** When the file was last changed on the device, by which a client recognizes it. */
  modifiedAt: z.optional(wireTime<string>(-MAX_DATE, MAX_DATE)),
})

/** A file that a user sends in parts, to import or restore it. */
export const FileUpload = z.object({
  id: Id,
  fileName: z.string(),
  bytes: z.number(),
  modifiedAt: z.nullable(Time),
  createdAt: Time,
  /** When it is deleted, unless a part is sent or the file is read before. */
  expiresAt: Time,
  partBytes: z.number(),
  /** The numbers of the parts that have not arrived, counted from 0. */
  missing: z.array(z.number()),
})
export type FileUpload = z.infer<typeof FileUpload>

export const uploads = {
  list: {
    method: 'GET',
    path: '/uploads',
    summary: 'The files that were sent in parts and not imported yet, the latest first',
    scopes: ['everything'],
    reply: z.array(FileUpload),
  },
  read: {
    method: 'GET',
    path: '/uploads/:id',
    summary: 'A file that is sent in parts, with the parts that are missing',
    scopes: ['everything'],
    params: IdParams,
    reply: FileUpload,
  },
  create: {
    method: 'POST',
    path: '/uploads',
    summary: 'Begins to send a file in parts',
    scopes: ['everything'],
    creates: true,
    body: UploadDraft,
    reply: FileUpload,
  },
  /** A part that has arrived stays as it is, so a part can be sent again if its reply was lost. */
  putPart: {
    method: 'PUT',
    path: '/uploads/:id/parts/:number',
    summary: 'Sends a part of a file, in any order',
    scopes: ['everything'],
    params: z.object({
      id: Id,
      number: z.coerce.number<string | number>().check(z.int(), z.minimum(0), z.maximum(MAX_PARTS - 1)),
    }),
    upload: ['application/octet-stream'],
    reply: z.null(),
  },
  remove: {
    method: 'DELETE',
    path: '/uploads/:id',
    summary: 'Deletes a file that was sent in parts',
    scopes: ['everything'],
    params: IdParams,
    reply: z.null(),
  },
} as const satisfies Record<string, Endpoint>
