import * as z from 'zod/mini'
import { Activity } from '#contract/activity.ts'
import { clients } from '#contract/clients.ts'
import { ErrorBody } from '#contract/errors.ts'
import { Id } from '#contract/fields.ts'
import { Import, ImportProblem, imports } from '#contract/files/imports.ts'
import { overview } from '#contract/overview.ts'
import { Project } from '#contract/projects.ts'
import { Subscription } from '#contract/push.ts'
import { reportViews } from '#contract/report-views.ts'
import { Line, reports } from '#contract/reports.ts'
import { tags } from '#contract/tags.ts'
import { tasks } from '#contract/tasks.ts'
import { BulkChange, TimeEntry } from '#contract/time-entries.ts'
import { TimerPreset } from '#contract/timer-presets.ts'
import { Run, RunEvent, Start, TimerCommand, TimerReply, TimerSnapshot } from '#contract/timer.ts'
import { FileUpload } from '#contract/files/uploads.ts'
import { Device, User, users } from '#contract/users.ts'
import { AnyTime } from '#contract/input/wire-time.ts'
import type { FieldSchema } from './describe-schema.ts'
import { definitionsIn, type ShapeNames } from './json-schema.ts'

const REQUEST_SHAPES = {
  Id,
  TimeInput: AnyTime,
  BulkChange,
  TimerCommand,
  StartEventInput: Start,
  RunEventInput: RunEvent,
}
const REPLY_SHAPES = {
  Id,
  User,
  SignIn: users.login.reply,
  VerificationStatus: users.verificationStatus.reply,
  Session: Device,
  Project,
  Client: clients.read.reply,
  Task: tasks.read.reply,
  Tag: tags.read.reply,
  TimerPreset,
  TimeEntry,
  TimerSnapshot,
  TimerReply,
  Run,
  StartEvent: Start,
  RunEvent,
  Activity,
  Overview: overview.read.reply,
  Summary: reports.summary.reply,
  SummaryLine: Line,
  ReportEntries: reports.entries.reply,
  ReportView: reportViews.read.reply,
  FileUpload,
  ImportPreview: imports.preview.reply,
  ImportProblem,
  ImportResult: imports.create.reply,
  Import,
  PushSubscription: Subscription,
  Error: ErrorBody,
}

/** The names of the shapes, by their schema. The same schema can have two: a request allows more than a reply. */
export const NAMES = { input: toNames(REQUEST_SHAPES), output: toNames(REPLY_SHAPES) }

export const SHAPE_NAMES = [...Object.keys(REPLY_SHAPES), ...Object.keys(REQUEST_SHAPES)]

function toNames(shapes: Record<string, z.core.$ZodType>): ShapeNames {
  const names: ShapeNames = z.registry()
  for (const [id, schema] of Object.entries(shapes)) names.add(schema, { id })
  return names
}

/** The JSON Schema of every named shape. */
export const shapeSchemas = (): Record<string, FieldSchema> => ({
  ...definitionsOf(REPLY_SHAPES, 'output'),
  ...definitionsOf(REQUEST_SHAPES, 'input'),
})

const definitionsOf = (shapes: Record<string, z.core.$ZodType>, io: 'input' | 'output') =>
  Object.values(shapes).reduce<Record<string, FieldSchema>>(
    (definitions, schema) => ({ ...definitions, ...definitionsIn(schema, io, NAMES[io]) }),
    {},
  )
