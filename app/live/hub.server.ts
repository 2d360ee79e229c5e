/** What a topic shows right now, as the browser receives it. */
export type Snapshot = (topic: string) => Promise<object | undefined>

/** Tells open pages what changed. One per process; processes hear each other through the database. */
export interface LiveHub {
  /** Calls `tell` with the topic's present state at once and after each change. Returns the way to stop. */
  subscribe(topic: string, tell: (state: object) => void): Promise<() => void>
  /** Something about these topics changed and is committed. */
  announce(topics: Iterable<string>): void
  close(): Promise<void>
}
