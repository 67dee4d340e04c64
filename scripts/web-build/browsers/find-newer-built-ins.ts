import { type AnyNode, type CallExpression, type MemberExpression, type Pattern, parse } from 'acorn'
import type { NewerBuiltIns } from './newer-built-ins.ts'
import { ECMA_VERSION } from './oldest-browsers.ts'

/** Interfaces of well-known objects. */
const INTERFACES: Record<string, string> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  crypto: 'Crypto',
  performance: 'Performance',
  indexedDB: 'IDBFactory',
  caches: 'CacheStorage',
  history: 'History',
  location: 'Location',
}

/** These return iterators, except on the objects below. */
const ITERATOR_METHODS = new Set(['values', 'keys', 'entries', 'matchAll'])
const WITHOUT_ITERATORS = new Set(['Object', 'Reflect'])

/**
 * Finds the built-ins in a script that it would fail without: newer globals, and newer members that are called or read
 * further. Reading a missing member alone gives undefined, so tests for one are not found. Throws on newer syntax.
 */
export function findNewerBuiltIns(code: string, newer: NewerBuiltIns): string[] {
  const found = new Set<string>()
  const [declared, referenced] = [new Set<string>(), new Set<string>()]
  const visit = (node: AnyNode, parent: AnyNode | undefined) => {
    for (const name of declaredNames(node)) declared.add(name)
    if (node.type === 'Identifier' && isReference(node, parent)) referenced.add(node.name)
    if (node.type === 'MemberExpression' && isRequired(node, parent))
      for (const name of newerMembers(node, newer)) found.add(name)
    for (const child of childrenOf(node)) visit(child, node)
  }
  visit(parse(code, { ecmaVersion: ECMA_VERSION, sourceType: 'module' }), undefined)
  for (const name of referenced) if (newer.globals.has(name) && !declared.has(name)) found.add(name)
  return [...found].toSorted()
}

function newerMembers(node: MemberExpression, { members, memberNames }: NewerBuiltIns) {
  const name = nameOf(node)
  if (name === undefined) return []
  const owner = pathOf(node.object)
  const path = `${owner === undefined ? '' : (INTERFACES[owner] ?? owner)}.${name}`
  const onIterator = `Iterator.${name}`
  if (members.has(path)) return [path]
  if (members.has(onIterator) && node.object.type === 'CallExpression' && isIteratorCall(node.object))
    return [onIterator]
  return memberNames.has(name) ? [`.${name}`] : []
}

function isIteratorCall({ callee }: CallExpression) {
  if (callee.type !== 'MemberExpression' || !ITERATOR_METHODS.has(nameOf(callee) ?? '')) return false
  return !WITHOUT_ITERATORS.has(pathOf(callee.object) ?? '')
}

/** Whether the script fails if the member is missing: it is called, constructed, or read further. */
function isRequired(node: MemberExpression, parent: AnyNode | undefined) {
  if (parent?.type === 'CallExpression') return parent.callee === node && !parent.optional
  if (parent?.type === 'NewExpression') return parent.callee === node
  return parent?.type === 'MemberExpression' && parent.object === node && !parent.optional
}

function nameOf({ property, computed }: MemberExpression) {
  if (!computed && property.type === 'Identifier') return property.name
  return computed && property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined
}

/** `Intl` or `Intl.Locale`; undefined for other expressions. */
function pathOf(node: AnyNode): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier' || node.object.name !== 'Intl')
    return undefined
  return `Intl.${nameOf(node)}`
}

/** Names of members and keys are no references, and `typeof` never fails. */
function isReference(node: AnyNode, parent: AnyNode | undefined) {
  if (parent?.type === 'MemberExpression') return parent.object === node || parent.computed
  if (parent !== undefined && 'computed' in parent) return parent.value === node || parent.computed
  return parent?.type !== 'UnaryExpression' || parent.operator !== 'typeof'
}

/** Scopes are not told apart: a name that is declared anywhere in a file is no global there. */
const declaredNames = (node: AnyNode): string[] => [
  ...('id' in node ? namesIn(node.id) : []),
  ...('params' in node ? node.params.flatMap(namesIn) : []),
  ...('param' in node ? namesIn(node.param) : []),
  ...('local' in node && node.local.type === 'Identifier' ? [node.local.name] : []),
]

function namesIn(pattern: Pattern | null | undefined): string[] {
  if (!pattern) return []
  if (pattern.type === 'Identifier') return [pattern.name]
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap(namesIn)
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left)
  if (pattern.type === 'RestElement') return namesIn(pattern.argument)
  if (pattern.type !== 'ObjectPattern') return []
  return pattern.properties.flatMap((part) => namesIn(part.type === 'Property' ? part.value : part.argument))
}

function childrenOf(node: AnyNode) {
  const children: AnyNode[] = []
  for (const value of Object.values(node) as unknown[])
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) children.push(child)
  return children
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string'
