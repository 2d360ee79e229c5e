import { createContext } from 'react-router'

export type NamedThing = { name: string; path?: string }

/** Names for ids of entries. What is unknown or gone is not in the answer. */
export type NameThings = (ids: readonly string[]) => Promise<ReadonlyMap<string, NamedThing>>

/** Names the things that actions were about, filled by the composition: the log knows no desk. */
export const namesContext = createContext<NameThings>(async () => new Map())
