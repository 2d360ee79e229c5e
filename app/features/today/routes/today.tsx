import { data, Form, redirect } from 'react-router'
import { clearAlertById } from '#app/alerts/alerts.server.ts'
import { actAs } from '#app/access/act.server.ts'
import { EmptyList, Columns, Section } from '#app/features/console/components/section.tsx'
import { PartsGroup, PartsList, PartsRow } from '#app/features/console/components/parts-list.tsx'
import { Sheet } from '#app/features/console/components/sheet.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { fillFigures, figuresOf, followDrop } from '#app/features/drops/rules.ts'
import { findCurrentDrop } from '#app/features/drops/store/drops.server.ts'
import { requireRight, staffMember } from '#app/features/staff/access.server.ts'
import { actorOf, mayDo, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { after, day } from '#app/kit/clock.ts'
import { dateFormat } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { dueWords, groups, itemsAsleep, itemsNow, todayViews, type Group, type TodayView } from '../rules.ts'
import { countDue, currentItems, listMarks, type MarkChange, markItem } from '../store/due-items.server.ts'
import type { Route } from './+types/today'
import { z } from 'zod'
import { UnitLines, Figure, Frame, Shape } from '#app/features/console/components/status.tsx'
import { LiveCount } from '#app/features/drops/components/drop-parts.tsx'

const groupWords: Record<Group, string> = {
  decide: 'To decide',
  money: 'Money',
  send: 'To send',
  dealers: 'Transfers',
  people: 'People',
  watch: 'Alerts',
}

const emptyWords: Record<TodayView, string> = {
  everyone: 'Reviews, goods to send, balances, refunds and alerts would be here. There are none.',
  mine: 'What you take is listed here. You have nothing.',
  snoozed: 'What somebody puts off for a day is listed here until it wakes. Nothing sleeps.',
}

export const handle: StaffHandle = { right: 'member', title: 'Today' }

const maxRows = 25

export async function loader({ context, request }: Route.LoaderArgs) {
  const { db, now: clock, timeZone } = context.get(shopContext)
  const now = clock()
  const [items, marks, drop] = await Promise.all([
    currentItems({ db, now, timeZone }),
    listMarks(db, now),
    findCurrentDrop(db, now),
  ])
  const { name: member, role } = staffMember(context)
  const own = items.filter(({ right }) => mayDo(role, right))
  const awake = itemsNow(own, marks, now)
  const asleep = itemsAsleep(own, marks, now)
  const mine = awake.filter(({ assignedTo }) => assignedTo === member)
  const wanted = new URL(request.url).searchParams.get('show')
  const view = todayViews.find((each) => each === wanted) ?? 'everyone'
  const shown = { everyone: awake, mine, snoozed: asleep }[view]
  const tones = awake.map(({ dueAt }) => dueWords(dueAt, now).tone)
  return {
    member,
    view,
    date: dateFormat('en-US', { timeZone, weekday: 'long', month: 'long', day: 'numeric' }).format(now),
    counts: {
      over: tones.filter((tone) => tone === 'stop').length,
      today: tones.filter((tone) => tone === 'hold').length,
      later: tones.filter((tone) => tone === undefined).length,
      everyone: awake.length,
      mine: mine.length,
      snoozed: asleep.length,
    },
    next: nextItem(awake),
    due: countDue(awake, now),
    groups: groups
      .map((group) => ({ group, found: shown.filter((item) => item.group === group) }))
      .filter(({ found }) => found.length > 0)
      .map(({ group, found }) => ({
        group,
        more: Math.max(0, found.length - maxRows),
        items: found.slice(0, maxRows).map(({ dueAt, amountCents, ...item }) => ({
          ...item,
          due: dueWords(dueAt, now),
          amount: amountCents === undefined ? '' : formatCentsExact(amountCents),
        })),
      })),
    drop: drop && {
      name: drop.name,
      path: `/drops/${drop.slug}`,
      board: mayDo(role, 'drops.write') ? `/staff/drops/${drop.slug}/live` : null,
      slug: drop.slug,
      status: drop.status,
      pausedAt: drop.pausedAt,
      units: drop.units,
    },
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = staffMember(context)
  const parsed = parseForm(markInput, await readForm(request))
  if (!parsed.ok) return data({ refusal: 'Choose an item of the list.' }, { status: 422 })
  const { key, mark } = parsed.value
  const now = shop.now()
  const back = () => redirect(`/staff${new URL(request.url).search}`, 303)
  const items = await currentItems({ db: shop.db, now, timeZone: shop.timeZone })
  const item = items.find((each) => each.key === key)
  // It was done meanwhile: the list shows that.
  if (!item) return back()
  requireRight(context, item.right)
  const changes: Record<typeof mark, MarkChange> = {
    take: { assignedTo: member.name },
    leave: { assignedTo: null },
    snooze: { snoozedUntil: after(now, day) },
    wake: { snoozedUntil: null },
    done: { doneAt: now },
  }
  await actAs(shop, actorOf(member), { verb: `work-item-${mark}`, subject: key, data: {} }, async (work) => {
    const [, alert] = /^alert (\d+)$/.exec(key) ?? []
    if (alert && mark === 'done') await clearAlertById(work, Number(alert))
    return markItem(work, key, changes[mark], member.name)
  })
  return back()
}

function nextItem([first]: ReturnType<typeof itemsNow>) {
  return first ? { to: first.to, words: [first.subject, first.detail].filter(Boolean).join(': ') } : null
}

export default function TodaySheet({ loaderData }: Route.ComponentProps) {
  const { groups: shown, due, drop, member, view, date, counts, next } = loaderData
  return (
    <Sheet
      heading={date}
      head={<TodayHead view={view} counts={counts} />}
      state={due > 0 ? `${due} due` : 'Nothing is due'}
      next={next ? next.words : 'Everything is done'}
      action={next && <VerbLink to={next.to}>Open it</VerbLink>}
    >
      <Columns columns="minmax(0,1fr) 324px">
        <div>
          {shown.length === 0 && <EmptyList>{emptyWords[view]}</EmptyList>}
          <PartsList>
            {shown.map(({ group, items, more }, at) => (
              <PartsGroup
                key={group}
                item={at + 1}
                title={groupWords[group]}
                note={more > 0 ? `${items.length + more}, the first ${items.length}` : String(items.length)}
              >
                {items.map((item) => (
                  <PartsRow
                    key={item.key}
                    due={view === 'snoozed' ? `wakes ${item.due.words.toLowerCase()}` : item.due.words}
                    tone={view === 'snoozed' ? undefined : item.due.tone}
                    kind={item.kind}
                    subject={item.subject}
                    to={item.to}
                    detail={item.detail}
                    amount={item.amount}
                    who={item.assignedTo}
                    verbs={<ItemVerbs item={item} member={member} isAsleep={view === 'snoozed'} />}
                  />
                ))}
              </PartsGroup>
            ))}
          </PartsList>
        </div>
        <div data-first={drop ? '' : undefined}>
          {drop ? (
            <DropPanel drop={drop} />
          ) : (
            <Section title="Drops">
              <p className="text-muted">No drop is live.</p>
            </Section>
          )}
        </div>
      </Columns>
    </Sheet>
  )
}

type Item = Route.ComponentProps['loaderData']['groups'][number]['items'][number]

function ItemVerbs({ item, member, isAsleep }: { item: Item; member: string; isAsleep: boolean }) {
  const isMine = item.assignedTo === member
  return (
    <Form method="post" className="flex gap-1">
      <input type="hidden" name="key" value={item.key} />
      <Verb small name="mark" value={isMine ? 'leave' : 'take'}>
        {isMine ? 'Leave' : 'Take'}
      </Verb>
      <Verb small name="mark" value={isAsleep ? 'wake' : 'snooze'}>
        {isAsleep ? 'Wake' : 'Snooze a day'}
      </Verb>
      <Verb small name="mark" value="done">
        Done
      </Verb>
    </Form>
  )
}

const markInput = z.object({
  key: z.string('Choose an item').min(1).max(300),
  mark: z.enum(['take', 'leave', 'snooze', 'wake', 'done'], 'Choose what to do'),
})

const viewWords: Record<TodayView, string> = { everyone: 'Everyone', mine: 'Mine', snoozed: 'Snoozed' }

function TodayHead({ view, counts }: Pick<Route.ComponentProps['loaderData'], 'view' | 'counts'>) {
  return (
    <div className="flex grow flex-wrap items-center gap-2 print:hidden">
      {(['over', 'today', 'later'] as const)
        .filter((when) => counts[when] > 0)
        .map((when) => (
          <Frame key={when}>
            <span className="flex items-center gap-2">
              {when === 'over' && <Shape kind="over" tone="stop" />}
              {`${counts[when]} ${when}`}
            </span>
          </Frame>
        ))}
      <nav className="flex flex-wrap gap-2 md:ml-auto" aria-label="Whose items">
        {todayViews.map((each) => (
          <Frame key={each}>
            <a
              href={each === 'everyone' ? '/staff' : `/staff?show=${each}`}
              aria-current={each === view ? 'page' : undefined}
            >
              {each === 'everyone' ? viewWords[each] : `${viewWords[each]} ${counts[each]}`}
            </a>
          </Frame>
        ))}
      </nav>
    </div>
  )
}

type DropProps = { drop: NonNullable<Route.ComponentProps['loaderData']['drop']> }

export function DropPanel({ drop }: DropProps) {
  const { status, pausedAt, units } = drop
  const figures = figuresOf(units)
  const label = '{open} open, {held} held, {taken} taken of {total}'
  return (
    <div {...followDrop(drop)}>
      <Section title={drop.name} note={pausedAt ? 'paused' : status.replaceAll('_', ' ')}>
        <UnitLines units={units} label={fillFigures(label, figures)} follows={label} />
        <div className="mt-3 grid grid-cols-3 gap-2">
          <Figure label="Open" value={<LiveCount words="{open}" figures={figures} />} />
          <Figure label="Held" value={<LiveCount words="{held}" figures={figures} />} />
          <Figure label="Taken" value={<LiveCount words="{taken}" figures={figures} />} />
        </div>
        <p className="mt-3 flex flex-wrap gap-4">
          {drop.board && (
            <a href={drop.board} className="con-link">
              Live board
            </a>
          )}
          <a href={drop.path} className="con-link">
            As visitors see it
          </a>
        </p>
      </Section>
    </div>
  )
}
