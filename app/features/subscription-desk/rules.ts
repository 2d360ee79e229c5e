import { type Topic, topicKinds, topicParts } from '#app/features/subscriptions/rules.ts'
import { mayWriteTo, type WrittenState } from '#app/features/subscriptions/rules/written.ts'
import { kindTitles } from '#app/features/subscriptions/words.ts'

/** Where the desk is. */
export const listsPath = '/staff/subscriptions'

/** Where an announcement is. */
export function announcementPath(id: string): string {
  return `${listsPath}/announcements/${encodeURIComponent(id)}`
}

/** What the desk shows of an announcement: one whose moment has come is `due` until its job begins, within a minute. */
export type ShownState = WrittenState | 'due'

/** The state of an announcement as the desk shows it. */
export function shownStateOf(
  { state, sendAt }: { state: WrittenState; sendAt: Date | null },
  now: Date,
): ShownState {
  return state === 'scheduled' && sendAt !== null && sendAt <= now ? 'due' : state
}

/** What a list is called: by its title, or by its kind and id where no mail about it was ever written. */
export function listName(topic: Topic, title: string | null): string {
  if (title) return title
  const { kind, id } = topicParts(topic)
  return id ? `${kindTitles[kind]}: ${id}` : kindTitles[kind]
}

/** The lists that staff may write to: those that anybody is on, and those without an id. */
export function writableTopics(known: readonly { topic: Topic; title: string | null }[]) {
  const fixed = (Object.keys(topicKinds) as (keyof typeof topicKinds)[])
    .filter((kind) => !topicKinds[kind].hasId)
    .map((kind) => ({ topic: kind as Topic, title: null }))
  const all = [...known, ...fixed.filter(({ topic }) => !known.some((own) => own.topic === topic))]
  return all
    .filter(({ topic }) => mayWriteTo(topic))
    .map(({ topic, title }) => ({ topic, name: listName(topic, title) }))
}
