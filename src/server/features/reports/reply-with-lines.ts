import type { LongQuestion } from '#server/http/long-questions/long-questions.ts'
import { StreamedReply } from '#server/http/long-questions/streamed-reply.ts'
import { createPacer } from '#server/yield-to-event-loop.ts'

/** Writing more lines at once would delay other requests. */
const MAX_LINES_AT_ONCE = 1_000

interface ReportReply<Line, Data> {
  question: LongQuestion
  lines: Line[]
  countSublines: (line: Line) => number
  wrap: (lines: Line[]) => Data
}

/**
 * Replies with the lines of a report. A long reply is written in parts, and its question stays open until it was sent, so
 * that replies which a client does not read count as open questions of its user.
 */
export function replyWithLines<Line, Data>(reply: ReportReply<Line, Data>): Data | StreamedReply<Data> {
  const { question, lines, countSublines, wrap } = reply
  const sizes = lines.map((line) => 1 + countSublines(line))
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_LINES_AT_ONCE)
    return StreamedReply.of({ parts: giveInTurn(splitLines(lines, sizes)), wrap, onClose: question.close })
  question.close()
  return wrap(lines)
}

/** Cuts lines into parts of about a thousand lines and sublines each. A line is never cut. */
function splitLines<Line>(lines: readonly Line[], sizes: readonly number[]): Line[][] {
  const parts: Line[][] = []
  let room = 0
  for (const [index, line] of lines.entries()) {
    if (room <= 0) {
      parts.push([])
      room = MAX_LINES_AT_ONCE
    }
    parts.at(-1)!.push(line)
    room -= sizes[index]!
  }
  return parts
}

async function* giveInTurn<Part>(parts: readonly Part[]) {
  const pacer = createPacer()
  for (const part of parts) {
    yield part
    await pacer.yieldToEventLoop()
  }
}
