import { Form, Link } from 'react-router'
import { DenseTable } from '#app/features/console/components/dense-table.tsx'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { PhoneRow } from '#app/features/console/components/phone-row.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { countLists, findAddresses } from '#app/features/subscriptions/store/lists.server.ts'
import { listWritten } from '#app/features/subscriptions/store/written.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatStamp } from '#app/kit/date-format.ts'
import { AddressList } from '../components/address-list.tsx'
import { announcementPath, listName, listsPath, shownStateOf } from '../rules.ts'
import { refusalWords, stateWords } from '../words.ts'
import type { Route } from './+types/lists'

export const handle: StaffHandle = { right: 'subscriptions' }

export const meta = () => [{ title: consoleTitle('Subscriptions') }]

const maxFound = 20

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, now: clock, timeZone } = context.get(shopContext)
  const params = new URL(request.url).searchParams
  const q = (params.get('q') ?? '').trim().slice(0, 200)
  const now = clock()
  const [lists, written, found] = await Promise.all([
    countLists(db),
    listWritten(db, 30),
    q ? findAddresses(db, q, maxFound) : [],
  ])
  const refused = params.get('refused') ?? ''
  return {
    q,
    refusal: refused === 'not_on_list' ? refusalWords.not_on_list : undefined,
    isRemoved: params.has('removed'),
    lists: lists.map(({ title, ...list }) => ({ ...list, name: listName(list.topic, title) })),
    found: found.map(({ id, email, lists }) => ({
      id,
      email,
      lists: lists.map(({ topic, title, state, joinedAt }) => ({
        topic,
        state,
        name: listName(topic, title),
        joined: formatStamp(joinedAt, timeZone, now),
      })),
    })),
    written: written.map(({ id, subject, topic, state, sendAt, changedAt, changedBy, receivers }) => ({
      id,
      subject,
      state: shownStateOf({ state, sendAt }, now),
      by: changedBy,
      receivers,
      list: listName(topic, lists.find((one) => one.topic === topic)?.title ?? null),
      at: formatStamp(sendAt ?? changedAt, timeZone, now),
    })),
  }
}

/** Who is on which list, and what staff write to them. */
export default function Lists({ loaderData }: Route.ComponentProps) {
  const { q, lists, found, written, refusal, isRemoved } = loaderData
  const total = lists.reduce((sum, { confirmed }) => sum + confirmed, 0)
  const drafts = written.filter(({ state }) => state === 'draft').length
  return (
    <Sheet
      title="Subscriptions"
      heading="Subscriptions"
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
        {q && <AddressList q={q} found={found} max={maxFound} />}
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
      columns={[
        { key: 'name', label: 'List' },
        { key: 'confirmed', label: 'Confirmed', width: 110, kind: 'number' },
        { key: 'pending', label: 'Waiting', width: 100, kind: 'number' },
        { key: 'ended', label: 'Left', width: 90, kind: 'number' },
        { key: 'file', label: 'File', width: 90 },
      ]}
      rows={lists.map(({ topic, name, confirmed, pending, ended }) => ({
        id: topic,
        cells: [name, confirmed, pending, ended, <Export key="file" topic={topic} name={name} />],
      }))}
      cards={lists.map(({ topic, name, confirmed, pending, ended }) => (
        <li key={topic} className="grid-cols-1 gap-1">
          <b className="font-medium">{name}</b>
          <span className="flex justify-between gap-3">
            <span className="text-muted">{`${confirmed} confirmed, ${pending} waiting, ${ended} left`}</span>
            <Export topic={topic} name={name} />
          </span>
        </li>
      ))}
    />
  )
}

function Export({ topic, name }: { topic: string; name: string }) {
  return (
    <Link className="con-link" to={`/staff/subscriptions.csv?topic=${encodeURIComponent(topic)}`}>
      CSV<span className="sr-only"> of {name}</span>
    </Link>
  )
}

function AnnouncementTable({ written }: Pick<Shown, 'written'>) {
  return (
    <DenseTable
      caption="Announcements"
      columns={[
        { key: 'state', label: 'State', width: 190 },
        { key: 'subject', label: 'Subject' },
        { key: 'list', label: 'To', width: 220 },
        { key: 'at', label: 'When', width: 150, kind: 'code' },
        { key: 'count', label: 'Receivers', width: 100, kind: 'number' },
        { key: 'by', label: 'By', width: 130 },
      ]}
      rows={written.map(({ id, state, subject, list, at, receivers, by }) => ({
        id,
        cells: [
          <Status key="state" kind={stateWords[state].kind}>
            {stateWords[state].word}
          </Status>,
          <Link key="subject" className="con-link" to={announcementPath(id)} data-open="">
            {subject}
          </Link>,
          list,
          at,
          receivers,
          by,
        ],
      }))}
      cards={written.map(({ id, state, subject, list, at }) => (
        <PhoneRow
          key={id}
          kind={stateWords[state].kind}
          to={announcementPath(id)}
          subject={subject}
          detail={`${stateWords[state].word}, ${list}`}
          due={at}
        />
      ))}
    />
  )
}
