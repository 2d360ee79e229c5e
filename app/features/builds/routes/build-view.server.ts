import { readBuild } from '../rules/checks.ts'
import { type Catalog, removeMissingParts } from '../rules.ts'
import type { SavedBuild } from '../store.server.ts'

/** A saved build with the parts that are still offered; `saved` is its price of then. */
export function toBuildView({ code, selection, price: saved, savedAt }: SavedBuild, catalog: Catalog) {
  const known = removeMissingParts(selection, catalog)
  return { ...readBuild(known.selection, catalog), missing: known.missing.length, code, savedAt, saved }
}

export type BuildView = ReturnType<typeof toBuildView>
