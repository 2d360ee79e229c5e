// A crowd that comes too late: what is refused to everybody, such as a number of a drop that has none left, is refused from memory
// for a second, without a turn in the line and without the route. Whoever sends again what began something is no part of it.
import { LRUCache } from 'lru-cache'
import { holdProofField } from '#app/http/proofs.ts'
import { refusedToAllMark } from '#app/http/errors.ts'
import type { TypedFields } from '#app/http/submitted-fields.ts'
import { second } from '#app/kit/clock.ts'

const knownMs = second
const maxKnown = 1_000
/** What differs from press to press. */
const ownFields = new Set(['key', holdProofField])

/** `hasBegun`: whether a press with this key began something. */
export function createKnownRefusals({
  now,
  hasBegun,
}: {
  now: () => number
  hasBegun: (key: string) => Promise<boolean>
}) {
  const known = new LRUCache<string, { to: string; until: number }>({ max: maxKnown })

  return {
    async answer({ url }: Request, fields: TypedFields): Promise<Response | undefined> {
      const refusal = known.get(claimOf(url, fields))
      if (!refusal || refusal.until <= now()) return undefined
      const [, key] = fields.find(([name]) => name === 'key') ?? []
      // Where that cannot be asked, the route says why.
      if (!key || (await hasBegun(key).catch(() => true))) return undefined
      return new Response(null, { status: 303, headers: { Location: refusal.to } })
    },

    /** Takes the mark off an answer, and keeps where a marked one leads. */
    note({ url }: Request, fields: TypedFields | undefined, { headers }: Response) {
      if (!headers.has(refusedToAllMark)) return
      headers.delete(refusedToAllMark)
      const to = headers.get('Location')
      if (!fields || to === null) return
      known.set(claimOf(url, fields), { to, until: now() + knownMs })
    },
  }
}

function claimOf(url: string, fields: TypedFields): string {
  const { pathname, search } = new URL(url)
  return JSON.stringify([pathname + search, fields.filter(([name]) => !ownFields.has(name))])
}
