/** How many topics one page may watch. */
export const maxTopics = 5

const topicName = /^[a-z][a-z-]{0,39}(:[\w-]{1,80})?$/

/** Whether a name may be asked for: a kind (`drops`), or a kind and which one (`drop:guerrilla-vol-1`). */
export function isTopic(name: string): boolean {
  return topicName.test(name)
}

/** The address at which these topics are streamed. */
export function eventsPath(topics: readonly string[]): string {
  return `/events?topics=${topics.map(encodeURIComponent).join(',')}`
}

/** What one event of the stream says. */
export type LiveEvent = { topic: string; state: object }
