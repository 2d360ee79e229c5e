/** How many topics one page may watch. */
export const maxTopics = 5

const topicName = /^[a-z][a-z-]{0,39}(:[\w-]{1,80})?$/

/** Whether a topic name is valid: a kind (`drops`), or a kind and an id (`drop:guerrilla-vol-1`). */
export function isTopic(name: string): boolean {
  return topicName.test(name)
}

/** The path that streams these topics. */
export function eventsPath(topics: readonly string[]): string {
  return `/events?topics=${topics.map(encodeURIComponent).join(',')}`
}

/** The content of one event of the stream. */
export type LiveEvent = { topic: string; state: object }
