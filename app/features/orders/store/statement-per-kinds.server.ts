import type { SQL } from 'drizzle-orm'
import { type Statement, statement } from '#app/db/statement.server.ts'
import type { Sellable } from '../sellable.ts'

/**
 * Caches a statement per set of sellable kinds in an order. There are a handful of sets, and composing costs more
 * than running.
 */
export function statementPerKinds<Row>(
  compose: (sellables: Sellable[]) => SQL,
): (sellables: Sellable[]) => Statement<Row> {
  const known = new Map<string, { of: Sellable[]; made: Statement<Row> }>()
  return (sellables) => {
    const kinds = sellables.map(({ kind }) => kind).join(' ')
    const found = known.get(kinds)
    if (found?.of.every((sellable, position) => sellable === sellables[position])) return found.made
    const made = statement<Row>(() => compose(sellables))
    known.set(kinds, { of: sellables, made })
    return made
  }
}
