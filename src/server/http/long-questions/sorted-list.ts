import { byName } from '#core/text/by-name.ts'
import type { Db } from '#server/db/connect.ts'
import { readInParts, type SomeRows } from '#server/db/read-in-parts.ts'
import { createPacer, sortPaced } from '#server/yield-to-event-loop.ts'
import { type Asker, closeOnFailure, type LongQuestions } from './long-questions.ts'
import { StreamedReply } from './streamed-reply.ts'

/** Lists of up to this many items are read and sorted at once. Few users have longer ones. */
const MAX_SHORT_LIST = 100

interface Named {
  id: string
  name: string
}

/** All items of one kind that a user has. */
interface SortedList<Item, Data> {
  read: (db: Db, userId: string, some: SomeRows) => Promise<Item[]>
  readNames: (db: Db, userId: string) => Promise<Named[]>
  /** The data of the reply around its items. */
  wrap: (items: Item[]) => Data
}

/**
 * Replies with a list that is sorted by name. A long one is a long question, and is sorted and written in parts, so that
 * a user with thousands of items delays nobody.
 */
export async function replyWithSortedList<Item extends Named, Data>(
  { db, questions }: { db: Db; questions: LongQuestions },
  asker: Asker,
  { read, readNames, wrap }: SortedList<Item, Data>,
) {
  const { userId } = asker
  questions.check(asker)
  const first = await read(db, userId, { limit: MAX_SHORT_LIST + 1 })
  if (first.length <= MAX_SHORT_LIST) return wrap(first.toSorted(byName))
  const question = questions.open(asker)
  return closeOnFailure(question, async () => {
    const names = await question.read((reader) => readNames(reader, userId))
    const sorted = await sortPaced(names, byName, createPacer())
    const parts = readInParts(
      sorted.map(({ id }) => id),
      (ids) => question.readPart(async (reader) => inOrder(await read(reader, userId, { ids }), ids)),
    )
    return StreamedReply.of({ parts, wrap, onClose: question.close })
  })
}

/** An item that was deleted meanwhile is left out. */
function inOrder<Item extends Named>(items: readonly Item[], ids: readonly string[]) {
  const byId = new Map(items.map((item) => [item.id, item]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
