import { createHash } from 'node:crypto'
import {
  acceptedContent,
  type CallToolResult,
  inputRequired,
  type InputRequiredResult,
} from '@modelcontextprotocol/server'
import type { ServerContext } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { toResult } from './results.ts'

interface Destruction {
  /** What would be lost, in a sentence for the user. */
  question: string
  /** The item that would be lost. The confirmation counts only for this state of it. */
  item: Record<string, unknown>
  /** The argument of the repeated call. */
  confirm: string | undefined
}

interface Client {
  context: ServerContext
  /** Whether the program can ask its user. */
  canAsk: boolean
}

const Answer = z.object({ confirm: z.boolean().describe('Yes, do it') })

/**
 * Asks before something is lost. A program that can ask its user has to; any other shows the user a preview and repeats
 * the call with the key of that preview. Returns what to reply, or undefined if the user has agreed.
 */
export function askBefore(
  destruction: Destruction,
  { context, canAsk }: Client,
): CallToolResult | InputRequiredResult | undefined {
  const { question, item, confirm } = destruction
  const { inputResponses } = context.mcpReq
  if (acceptedContent(inputResponses, 'confirm', Answer)?.confirm === true) return undefined
  if (inputResponses?.['confirm'] !== undefined) return toResult({ status: 'declined', message: 'The user said no.' })
  if (canAsk)
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: question, requestedSchema: Answer }) },
    })
  const key = createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 12)
  if (confirm === key) return undefined
  return toResult({
    status: 'confirmation-needed',
    message:
      'Nothing was changed. Show the user what would be lost. If the user agrees, repeat the call with this `confirm`.',
    question,
    item,
    confirm: key,
  })
}
