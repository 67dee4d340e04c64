/** Asks once about each thing. What is asked about comes from users: when it becomes too much, all of it is forgotten. */
export function memoize<Thing, Answer>(most: number, ask: (thing: Thing) => Answer) {
  const answers = new Map<Thing, Answer>()
  return (thing: Thing): Answer => {
    if (answers.has(thing)) return answers.get(thing) as Answer
    const answer = ask(thing)
    if (answers.size >= most) answers.clear()
    answers.set(thing, answer)
    return answer
  }
}
