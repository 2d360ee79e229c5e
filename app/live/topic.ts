export const maxTopics = 5

const topicName = /^[a-z][a-z-]{0,39}(:[\w-]{1,80})?$/

/** Whether a topic name is valid: a kind (`drops`), or a kind and an id (`drop:guerrilla-vol-1`). */
export function isTopic(name: string): boolean {
  return topicName.test(name)
}

export function eventsPath(topics: readonly string[]): string {
  return `/events?topics=${topics.map(encodeURIComponent).join(',')}`
}

export type LiveEvent = { topic: string; state: object }
