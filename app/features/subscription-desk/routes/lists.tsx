import { Form } from 'react-router'
import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbForm, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { countLists, findAddresses, removeFromLists } from '#app/features/subscriptions/store/links.server.ts'
import { listWritten } from '#app/features/subscriptions/store/announce.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { Route } from './+types/lists'
import {
  parseTopic,
  stateWords as listStateWords,
  type Topic,
  topicKinds,
  topicParts,
  type WrittenState,
} from '#app/features/subscriptions/rules.ts'

export const handle: StaffHandle = { right: 'subscriptions', title: 'Subscriptions' }

const maxFound = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const q = (params.get('q') ?? '').trim().slice(0, 200)
  const [lists, written, found] = await Promise.all([
    countLists(db),
    listWritten(db, 30),
    q ? findAddresses(db, q, maxFound) : [],
  ])
  return {
    q,
    isRemoved: params.has('removed'),
    lists: lists.map(({ title, ...list }) => ({ ...list, name: listName(list.topic, title) })),
    found,
    written: written.map((each) => ({
      ...each,
      list: listName(each.topic, lists.find(({ topic }) => topic === each.topic)?.title ?? null),
    })),
  }
}

/** Takes somebody off one list or all. The log names them by their subscriber's id: it holds no address. */
export const action = staffAction({
  right: 'subscriptions',
  input: z.object({
    subscriber: z.uuid(),
    topic: z
      .string()
      .optional()
      .transform((text) => (text ? parseTopic(text) : undefined)),
    q: z.string().max(200).optional(),
  }),
  run({ desk: { ctx, actor }, input: { subscriber, topic } }) {
    const act = { verb: 'subscription-remove', subject: subscriber, data: { list: topic ?? 'all' } }
    return actAs(ctx, actor, act, (work) => removeFromLists(work, { subscriberId: subscriber, topic }))
  },
  to: ({ input }) => `${listsPath}?q=${encodeURIComponent(input.q ?? '')}&removed=yes`,
  refusal: ({ why }) => refusalWords[why],
})

export default function Lists({ loaderData, actionData }: Route.ComponentProps) {
  const { q, lists, found, written, isRemoved } = loaderData
  const refusal = actionData?.fieldErrors.form?.join(' ')
  const total = lists.reduce((sum, { confirmed }) => sum + confirmed, 0)
  const drafts = written.filter(({ state }) => state === 'draft').length
  return (
    <Sheet
      state={`${total.toLocaleString('en-US')} confirmed`}
      next={drafts > 0 ? `${drafts === 1 ? 'A draft waits' : `${drafts} drafts wait`} to be sent` : undefined}
      cells={[{ label: 'Lists', value: lists.length }]}
      action={
        <VerbLink look="primary" to={`${listsPath}/announcements/new`}>
          Write an announcement
        </VerbLink>
      }
    >
      {(refusal || isRemoved) && (
        <SheetNotice kind={refusal ? 'no' : 'done'}>
          {refusal ?? 'Taken off. No more emails about it go there.'}
        </SheetNotice>
      )}
      <Section item={1} title="Lists" note="confirmed, waiting for their confirmation, gone within a year">
        {lists.length === 0 ? (
          <p className="text-muted">
            Nobody has signed up yet. The forms are on the drops and on every page’s foot.
          </p>
        ) : (
          <ListTable lists={lists} />
        )}
      </Section>
      <Section item={2} title="Find an address">
        <Form role="search" className="flex max-w-[620px] items-end gap-3" action={listsPath}>
          <div className="grow">
            <TextField
              label="Email, or part of one"
              name="q"
              type="search"
              defaultValue={q}
              autoComplete="off"
            />
          </div>
          <Verb>Search</Verb>
        </Form>
        {q && <AddressList q={q} found={found} />}
      </Section>
      <Section item={3} title="Announcements">
        {written.length === 0 ? (
          <EmptyList>
            Nothing was written yet. What the shop announces by itself, as an opened drop, is not listed here.
          </EmptyList>
        ) : (
          <AnnouncementTable written={written} />
        )}
      </Section>
    </Sheet>
  )
}

type Shown = Route.ComponentProps['loaderData']

function ListTable({ lists }: Pick<Shown, 'lists'>) {
  return (
    <DenseTable
      caption="Lists"
      rows={lists}
      id={({ topic }) => topic}
      columns={[
        { label: 'List', render: ({ name }) => name },
        { label: 'Confirmed', width: 110, kind: 'number', render: ({ confirmed }) => confirmed },
        { label: 'Waiting', width: 100, kind: 'number', render: ({ pending }) => pending },
        { label: 'Left', width: 90, kind: 'number', render: ({ ended }) => ended },
        {
          label: 'File',
          width: 90,
          render: ({ topic, name }) => (
            <a className="con-link" href={`/staff/subscriptions.csv?topic=${encodeURIComponent(topic)}`}>
              CSV<span className="sr-only"> of {name}</span>
            </a>
          ),
        },
      ]}
    />
  )
}

function AnnouncementTable({ written }: Pick<Shown, 'written'>) {
  const stamp = useStamp()
  return (
    <DenseTable
      caption="Announcements"
      rows={written}
      id={({ id }) => id}
      columns={[
        {
          label: 'State',
          width: 190,
          render: ({ state }) => <Status kind={stateWords[state].kind}>{stateWords[state].word}</Status>,
        },
        {
          label: 'Subject',
          phone: 'lead',
          render: ({ id, subject }) => (
            <a className="con-link" href={announcementPath(id)} data-open="">
              {subject}
            </a>
          ),
        },
        { label: 'To', width: 220, render: ({ list }) => list },
        {
          label: 'When',
          width: 150,
          kind: 'code',
          render: ({ startedAt, changedAt }) => stamp(startedAt ?? changedAt),
        },
        { label: 'Receivers', width: 100, kind: 'number', render: ({ receivers }) => receivers },
        { label: 'By', width: 130, render: ({ changedBy }) => changedBy },
      ]}
    />
  )
}

const kinds = { pending: 'wait', confirmed: 'done', ended: 'void' } as const

function AddressList({ q, found }: Pick<Shown, 'q' | 'found'>) {
  const stamp = useStamp()
  if (found.length === 0) return <p className="mt-3 text-muted">No address holds “{q}”.</p>
  return (
    <>
      <ul className="mt-3 grid gap-3" aria-label="Addresses">
        {found.map(({ id, email, lists }) => (
          <li key={id} className="grid gap-1">
            <span className="flex flex-wrap items-center gap-3">
              <b className="min-w-0 font-medium break-words">{email}</b>
              {lists.some(({ state }) => state !== 'ended') && (
                <Removal
                  q={q}
                  subscriber={id}
                  words="Take off all lists"
                  name={`Take off all lists: ${email}`}
                />
              )}
            </span>
            <ul className="grid gap-1" aria-label={`Lists of ${email}`}>
              {lists.map(({ topic, title, state, joinedAt }) => (
                <li key={topic} className="flex flex-wrap items-center gap-3">
                  <Status kind={kinds[state]} quiet>
                    {listName(topic, title)}
                  </Status>
                  <span className="text-faint">{`${listStateWords[state]}, joined ${stamp(joinedAt)}`}</span>
                  {state !== 'ended' && (
                    <Removal
                      q={q}
                      subscriber={id}
                      topic={topic}
                      words="Take off"
                      name={`Take off ${listName(topic, title)}: ${email}`}
                    />
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {found.length === maxFound && (
        <p className="con-hint mt-2">The first {maxFound} are shown. Type more of the address.</p>
      )}
    </>
  )
}

type RemovalProps = { q: string; subscriber: string; topic?: string; words: string; name: string }

function Removal({ q, subscriber, topic, words, name }: RemovalProps) {
  const sends = { q, subscriber, ...(topic && { topic }) }
  return (
    <VerbForm to={listsPath} sends={sends} small look="stop" aria-label={name}>
      {words}
    </VerbForm>
  )
}

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
