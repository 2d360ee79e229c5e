import { refuse } from '#app/kit/refusal.ts'
import type { Sellable } from '../sellable.ts'
import type { SellableKind } from './goods.ts'

export type StoredGood = { sellable: Sellable; ref: unknown; isReadable: boolean }

/**
 * What sells a stored line; `undefined` where nothing sells its kind. A reference that no longer parses must not take its
 * order's pages and jobs with it: such a line keeps its stored title and all that finds its stock by the order.
 */
export function storedGood(
  sellables: Partial<Record<SellableKind, Sellable>>,
  line: { kind: SellableKind; ref: unknown },
): StoredGood | undefined {
  const sellable = sellables[line.kind]
  if (!sellable) return undefined
  const ref = tryParse(sellable.parseRef, line.ref)
  return ref === undefined
    ? { sellable: withoutRef(sellable), ref: line.ref, isReadable: false }
    : { sellable, ref, isReadable: true }
}

export function tryParse<Ref>(parseRef: (ref: unknown) => Ref, ref: unknown): Ref | undefined {
  try {
    return parseRef(ref)
  } catch {
    return undefined
  }
}

/** The same sellable without what reads the reference. It takes no payment, and only staff return its lines. */
function withoutRef(sellable: Sellable): Sellable {
  const { returning } = sellable
  const others = Object.entries(sellable).filter(([member]) => !readingRef.includes(member))
  return {
    ...(Object.fromEntries(others) as Sellable),
    topic: () => null,
    payRefusal: async () => refuse('line_unreadable'),
    ...(returning && {
      returning: {
        ...returning,
        refusal: async () => 'line_unreadable',
        begin: async (work, orderId, ref, isForced) =>
          isForced ? returning.begin(work, orderId, ref, isForced) : 'line_unreadable',
      },
    }),
  }
}

const readingRef: readonly string[] = [
  'limit',
  'owedFor',
  'isDeposit',
  'choice',
  'page',
  'offered',
  'photoOf',
  'art',
] satisfies (keyof Sellable)[]
