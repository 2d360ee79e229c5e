import ArrowLeft from 'lucide-react/icons/arrow-left'
import { data, Form, Link } from 'react-router'
import { z } from 'zod'
import { artFrames } from '#app/art/art-frames.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { startKey } from '#app/features/checkout/input.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { notFound } from '#app/http/not-found.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { mayHold, openSlots, parseReleaseSlug, proofOf, type Release, reservePath } from '../rules.ts'
import { findRelease } from '../store.server.ts'
import type { Route } from './+types/reserve'

const slotNumber = z.coerce.number().int().min(1).max(50)
const reserveInput = z.object({ slot: slotNumber, key: startKey })

export type RefusalText = { title: string; text: string }

export const refusalWords = {
  slot_taken: {
    title: 'Someone got there first',
    text: 'This slot was just held or taken. Choose another one. You have not been charged.',
  },
  no_such_slot: {
    title: 'No such slot',
    text: 'This window has no slot with that number. Choose an open one.',
  },
  none_open: {
    title: 'No slot is open right now',
    text: 'The last slots are on hold or taken. A hold lasts ten minutes unless it is extended, and a released slot opens here right away.',
  },
  window_full: {
    title: 'Every slot is taken',
    text: 'Join the window on its page, and we email you when the next one opens. A slot that is returned before this window closes opens here again.',
  },
  window_not_open: {
    title: 'The window is not open yet',
    text: 'Slots can be reserved once it opens. Join the window, and we email you.',
  },
  window_closed: {
    title: 'This window is closed',
    text: 'Join the window, and we email you when the next one opens.',
  },
  key_reused: {
    title: 'This form was already used',
    text: 'It already started a reservation for another slot. Choose your slot again.',
  },
} as const satisfies Record<string, RefusalText>

const reserveWords = {
  title: (number: number) => `Slot ${number}`,
  lead: 'Hold it for ten minutes while you give your details and pay the deposit. Nothing is charged before that.',
  hold: (number: number) => `Hold Slot ${number}`,
  busy: 'Holding',
  spec: 'What is built',
  held: 'Your held slots',
  others: 'Other open slots',
  deposit: (depositCents: number, priceCents: number) =>
    `${formatCents(depositCents)} refundable deposit now, and it counts toward the price of ${formatCents(priceCents)}. An agreement before the build fixes the details, and then the balance is due.`,
} as const

/** Each rendering has its own key, so the page must not be cached. */

/** One slot and the form that holds it. Without a number, or with one that is gone, the first open one is offered. */
export async function loader(args: Route.LoaderArgs) {
  const release = await requireRelease(args)
  const requested = slotNumber.safeParse(new URL(args.request.url).searchParams.get('slot') || undefined).data
  const open = openSlots(release)
  const number = requested ?? open[0]
  return {
    theme: release.slug,
    release: {
      slug: release.slug,
      name: release.name,
      summary: release.summary,
      details: release.details,
      caliber: release.caliber,
      barrel: release.barrel,
      art: release.art.wide,
      totalUnits: release.totalUnits,
      priceCents: release.priceCents,
      depositCents: release.depositCents,
    },
    number,
    open,
    unavailable: whyUnavailable(release, number, args.context.get(shopContext).now()),
    startKey: secretToken(),
  }
}

function whyUnavailable(release: Release, number: number | undefined, now: Date): RefusalText | undefined {
  const verdict = mayHold(release, now)
  if (!verdict.ok) return refusalWords[verdict.why]
  const open = openSlots(release)
  if (release.status === 'full') return refusalWords.window_full
  if (open.length === 0) return refusalWords.none_open
  if (number === undefined || number > release.totalUnits) return refusalWords.no_such_slot
  return open.includes(number) ? undefined : refusalWords.slot_taken
}

export async function action(args: Route.ActionArgs) {
  const release = await requireRelease(args)
  const submitted = await readForm(args.request)
  const form = parseForm(reserveInput, submitted)
  if (!form.ok)
    return refuse(422, form.fieldErrors.slot ? refusalWords.no_such_slot : refusalWords.key_reused)
  const { slot: number, key } = form.value
  const held = await holdFor(args, {
    what: proofOf(release.slug),
    key,
    proof: submitted.get(holdProofField),
    lines: [{ kind: 'batch_slot', ref: { release: release.id, number } }],
  })
  if (held.ok) return held.response
  if (!held.limited) return refuse(409, refusalTextOf(held.why))
  return data(
    { refusal: held.limited, isLimit: held.why !== 'more_proof' },
    { status: 409, headers: held.headers },
  )
}

function refusalTextOf(why: string): RefusalText {
  // It became free while this request waited.
  if (why === 'try_again') return refusalWords.slot_taken
  if (!Object.hasOwn(refusalWords, why)) throw new Error(`There are no words for the refusal ${why}`)
  return refusalWords[why as keyof typeof refusalWords]
}

function refuse(status: 409 | 422, refusal: RefusalText) {
  return data({ refusal, isLimit: false }, { status })
}

async function requireRelease({ context, params }: Pick<Route.LoaderArgs, 'context' | 'params'>) {
  const { db, now } = context.get(shopContext)
  const slug = parseReleaseSlug(params.line)
  const release = slug && (await findRelease(db, slug, now()))
  if (!release)
    throw notFound('Release not found', { link: { to: '/small-batch', label: 'All small-batch releases' } })
  return release
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData
    ? siteTitle(`Reserve a slot of ${loaderData.release.name}`)
    : siteTitle('Release not found')
  return [{ title }]
}

export default function Reserve({ loaderData, actionData }: Route.ComponentProps) {
  const { release, number, open, unavailable, startKey } = loaderData
  const { slug, name, totalUnits, depositCents, priceCents } = release
  const isLimit = actionData?.isLimit === true
  const notice = actionData?.refusal ?? unavailable
  const others = isLimit ? [] : open.filter((each) => each !== number)
  return (
    <section className="section border-t-0" aria-labelledby="reserve" data-theme={slug}>
      <div className="wrap grid items-start gap-x-16 gap-y-10 lg:grid-cols-2">
        <div className="grid justify-items-start gap-6">
          <p>
            <Link className="link inline-flex min-h-11 items-center gap-2" to={`/small-batch/${slug}`}>
              <ArrowLeft aria-hidden /> {name}, all slots
            </Link>
          </p>
          <h1 className="h1" id="reserve">
            {number !== undefined && number <= totalUnits ? reserveWords.title(number) : name}
          </h1>
          {!unavailable && <p className="lead max-w-[52ch]">{reserveWords.lead}</p>}
          {notice && (
            <div role="alert">
              <RefusalNotice {...notice} />
              {isLimit && (
                <Link className="link inline-flex min-h-11 items-center" to="/cart#held">
                  {reserveWords.held}
                </Link>
              )}
            </div>
          )}
          {number !== undefined && !unavailable && !isLimit && (
            <HoldForm slug={slug} number={number} startKey={startKey} />
          )}
          {others.length > 0 && (
            <nav className="grid gap-3" aria-label={reserveWords.others}>
              <p className="label text-faint">{reserveWords.others}</p>
              <div className="flex flex-wrap gap-2">
                {others.map((other) => (
                  <ButtonLink key={other} to={reservePath(slug, other)} size="sm">
                    {reserveWords.title(other)}
                  </ButtonLink>
                ))}
              </div>
            </nav>
          )}
          {open.length > 0 && (
            <p className="max-w-[60ch] text-sm text-muted">
              {reserveWords.deposit(depositCents, priceCents)}
            </p>
          )}
        </div>
        <Spec release={release} />
      </div>
    </section>
  )
}

function Spec({ release }: Pick<Route.ComponentProps['loaderData'], 'release'>) {
  const { name, summary, details, caliber, barrel, priceCents, depositCents, art } = release
  return (
    <section className="panel overflow-hidden" aria-label={reserveWords.spec}>
      <img
        className="h-auto w-full border-b border-hairline"
        src={art}
        alt=""
        width={artFrames.heroWide.width}
        height={artFrames.heroWide.height}
        fetchPriority="high"
      />
      <div className="p-panel grid gap-4">
        <h2 className="h3">{name}</h2>
        <p className="text-muted">{summary}</p>
        <DefinitionList
          items={[
            { term: 'Price', value: formatCents(priceCents) },
            { term: 'Refundable deposit', value: formatCents(depositCents) },
            ...(caliber ? [{ term: 'Caliber', value: caliber }] : []),
            ...(barrel ? [{ term: 'Barrel', value: barrel }] : []),
          ]}
        />
        <ul className="grid list-disc gap-1 pl-5 text-sm text-muted">
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type FormProps = { slug: Release['slug']; number: number; startKey: string }

/** One key per rendering: submitting again starts the same order. */
function HoldForm({ slug, number, startKey }: FormProps) {
  return (
    <Form
      className="w-[min(100%,420px)]"
      method="post"
      action={reservePath(slug, number)}
      {...heldProof(proofOf(slug))}
    >
      <input type="hidden" name="slot" value={number} />
      <input type="hidden" name="key" value={startKey} />
      <Button variant="primary" block busyLabel={reserveWords.busy}>
        {reserveWords.hold(number)}
      </Button>
    </Form>
  )
}
