import { type Topic, topicKinds, topicParts, type WrittenState } from '#app/features/subscriptions/rules.ts'

export const listsPath = '/staff/subscriptions'

export function announcementPath(id: string): string {
  return `${listsPath}/announcements/${encodeURIComponent(id)}`
}

/** What a list is called: by its title, or by its kind and id where no mail about it was ever written. */
export function listName(topic: Topic, title: string | null): string {
  if (title) return title
  const { kind, id } = topicParts(topic)
  return id ? `${topicKinds[kind].title}: ${id}` : topicKinds[kind].title
}

export const refusalWords = {
  not_on_list: 'This address is on no such list anymore.',
  not_found: 'There is no such announcement.',
  not_a_draft: 'It was sent: it can’t be changed any more.',
  changed: 'Another person changed it since you opened it. Read it again before it goes.',
  nobody: 'Nobody is on this list.',
} as const

export const stateWords: Record<WrittenState, { kind: 'todo' | 'half' | 'done'; word: string }> = {
  draft: { kind: 'todo', word: 'Draft' },
  sending: { kind: 'half', word: 'Sending' },
  sent: { kind: 'done', word: 'Sent' },
}
