import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import type * as z from 'zod'
import { type Call } from '#client/call.ts'
import { type Catalogue, formatsOf, loadCatalogue, type ResolvedFormats } from '#client/catalogue.ts'
import type { TimerClient } from '#client/timer-client.ts'
import type { DeviceTools } from '#client/timer-device.ts'

/** The account that the tools work on. */
export interface AssistantAccount {
  call: Call
  timer: TimerClient
  tools: DeviceTools
}

/** What a tool has for one call. */
export interface ToolCall extends AssistantAccount {
  catalogue: Catalogue
  formats: ResolvedFormats
  context: ServerContext
  /** Whether the program can ask its user. */
  canAsk: boolean
}

export type ToolReply = Record<string, unknown> | CallToolResult | InputRequiredResult

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: string
  description: string
  /** `reads`: changes nothing. `changes`: what it does can be taken back. `destroys`: it asks first. */
  kind: 'reads' | 'changes' | 'destroys'
  /** The same call twice does the same as once. */
  isIdempotent?: true
  input: Input
  run: (input: z.output<Input>, call: ToolCall) => Promise<ToolReply>
}

/** Lets the compiler infer the input of a tool. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>) => tool as unknown as Tool

export async function prepareCall(
  account: AssistantAccount,
  client: Pick<ToolCall, 'context' | 'canAsk'>,
): Promise<ToolCall> {
  const catalogue = await loadCatalogue(account.call)
  return { ...account, ...client, catalogue, formats: formatsOf(catalogue) }
}
