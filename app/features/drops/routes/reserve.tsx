import ArrowLeft from 'lucide-react/icons/arrow-left'
import { data, Form, redirect } from 'react-router'
import { ownColorStyle } from '#app/art/art-theme.ts'
import { DataPlate } from '#app/art/data-plate.tsx'
import { sqlState } from '#app/db/db.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { heldProof, holdProofField } from '#app/http/proofs.ts'
import { notFound, refusedToAll } from '#app/http/errors.ts'
import { type SharedHandle, sharedPage } from '#app/http/page-head.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { moreProofWords } from '#app/features/checkout/words.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { addLabel } from '#app/features/cart/add-to-cart.tsx'
import { CountSentence, Deposit, VariantChoice } from '../components/drop-parts.tsx'
import { parseNumber, parseVariant, reserveInput } from '../input.ts'
import {
  type Addressed,
  chosenVariant,
  dropPath,
  isEarlyAccess,
  lowestOpen,
  mayHold,
  nearestOpen,
  type UnitState,
  cartIdOf,
  reserveAddress,
} from '../rules.ts'
import { ownColorsOf } from '../rules/art.ts'
import { hashEarlyCode } from '../store/patches.server.ts'
import { dropWords, unavailableWords, hasRefusalWords, type RefusalText, refusalWords } from '../words.ts'
import '../drop-page.css'
import type { Route } from './+types/reserve'
import { withPhotos, requireAddress, requireDrop } from './drop-view.server.ts'

export const handle = { sharedParams: ['number', 'slot', 'variant'] } satisfies SharedHandle

/** Each rendering has its own key, so the page must not be cached. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, files, now } = context.get(shopContext)
  const { search, searchParams } = new URL(request.url)
  const drop = await requireDrop(db, params, now(), `/reserve${search}`)
  const requested = parseNumber(searchParams.get('number') ?? searchParams.get('slot'))
  const number = requested ?? lowestOpen(drop.units) ?? null
  const variants = await withPhotos({ db, files }, drop)
  const life = { ...drop, remaining: drop.counts.remaining }
  const isEarly = isEarlyAccess(life, now())
  const verdict = isEarly ? allowed : mayHold(life, now())
  const unavailable = verdict.ok ? findUnavailability(drop.units, number) : refusalWords[verdict.why]
  return data(
    {
      theme: drop.theme,
      ownColors: ownColorStyle(ownColorsOf(drop)),
      drop,
      number,
      variants,
      chosen: chosenVariant(variants, parseVariant(searchParams.get('variant'))),
      unavailable,
      isOnSale: verdict.ok,
      isEarly,
      nearest: verdict.ok && unavailable && !isEarly ? nearestOpen(drop.units, number ?? 1) : [],
      startKey: secretToken(),
    },
    // Without a form the page is the same for every visitor.
    { headers: unavailable === refusalWords.none_open || !verdict.ok ? sharedPage : {} },
  )
}

function findUnavailability(units: readonly UnitState[], number: number | null): RefusalText | undefined {
  if (number === null) return refusalWords.none_open
  const state = units[number - 1]
  if (state === undefined) return refusalWords.no_such_unit
  if (state === 'open') return undefined
  return lowestOpen(units) === undefined ? refusalWords.none_open : unavailableWords[state]
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const at = await requireAddress(shop.db, params, shop.now())
  const submitted = await readForm(request)
  const fields = submittedFields(submitted)
  const form = parseForm(reserveInput, submitted)
  // The page of a drop is the same for everybody: without script its form has no key, and leads to the page that has one.
  if (submitted.get('key') === '')
    return toNumber(at, parseNumber(typedIn(fields, 'number')), typedIn(fields, 'variant'))
  if (!form.ok) {
    const { number: wrongNumber, variant: wrongVariant } = form.fieldErrors
    const why = wrongNumber ? 'no_such_unit' : wrongVariant ? 'variant_gone' : 'key_reused'
    return refused(422, { refusal: refusalWords[why] })
  }
  const { number, key, code, variant } = form.value
  const { address } = context.get(visitContext)

  // Only wrong codes count. Where many came from one address, a right one needs more proof, too.
  const isSuspect = code !== '' && !(await shop.limits.mayTake('codeMiss', address)).ok
  const what = `drop:${at.slug}`
  const ref = {
    slug: at.slug,
    number,
    ...(variant && { variant }),
    ...(code && { earlyCode: hashEarlyCode(code) }),
  }
  const held = await refuseUsedCode(() =>
    holdFor(
      { context, request },
      { what, key, proof: submitted.get(holdProofField), isSuspect, lines: [{ kind: 'drop_unit', ref }] },
    ),
  )
  if (held.ok) return held.response
  const { why } = held
  // `site/proof.ts` makes more proof and sends the form again.
  if (why === 'more_proof')
    return refused(409, { refusal: moreProofWords, number }, { [siteHeaders.needsProof]: what })
  if (why === 'code_unknown') await shop.limits.take('codeMiss', address)
  if (held.limited) return refused(409, { refusal: held.limited, number, isLimit: true })
  if (why === 'drop_not_found') throw notFound(dropWords.notFound.title, dropWords.notFound)
  if (!hasRefusalWords(why)) throw new Error(`There are no words for the refusal ${why}`)
  // What the form says of itself is shown by its page, beside what was typed and chosen.
  if (/^(code|variant)_/.test(why) || why === 'key_reused')
    return refused(409, { refusal: refusalWords[why], number, code: normalizeCode(code) })
  return toNumber(at, number, variant, held.isGone && !code ? refusedToAll : {})
}

function toNumber(
  at: Addressed,
  number: number | null,
  variant: string,
  headers: Record<string, string> = {},
) {
  return redirect(reserveAddress(at, number, variant), { status: 303, headers })
}

type HoldRefusal = {
  refusal: RefusalText
  number?: number | null
  /** The buyer has as many as one buyer can have: no other number is offered. */
  isLimit?: boolean
  code?: string
}

function refused(status: 409 | 422, refusal: HoldRefusal, headers: Record<string, string> = {}) {
  return data(refusal, { status, headers })
}

/** Two simultaneous reservations with one code: the unique index lets one through and refuses the other. */
async function refuseUsedCode(hold: () => ReturnType<typeof holdFor>) {
  try {
    return await hold()
  } catch (error) {
    if (sqlState(error) === '23505') return { ...refuse('code_used'), limited: undefined, isGone: false }
    throw error
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData
    ? siteTitle(`Reserve a number of ${loaderData.drop.name}`)
    : siteTitle(dropWords.notFound.title)
  return [{ title }, { name: 'robots', content: 'noindex' }]
}

export default function Reserve({ loaderData, actionData }: Route.ComponentProps) {
  const { drop, unavailable, isOnSale, isEarly } = loaderData
  const number = actionData?.number ?? loaderData.number
  const notice = actionData?.refusal ?? unavailable
  const isOpen = number !== null && drop.units[number - 1] === 'open'
  return (
    <section className="section border-t-0" aria-labelledby="reserve">
      <div className="wrap">
        <p>
          <a className="link inline-flex min-h-11 items-center gap-2" href={`${dropPath(drop)}#units`}>
            <ArrowLeft aria-hidden /> {drop.name}, all numbers
          </a>
        </p>
        <div className="mt-8 grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <div>
            {number !== null && number <= drop.totalUnits && (
              <DataPlate
                dropName={drop.name}
                dropNumber={drop.dropNumber}
                unitNumber={number}
                total={drop.totalUnits}
                isEngraving
              />
            )}
          </div>
          <div className="grid justify-items-start gap-4">
            <h1 className="h1" id="reserve">
              {number !== null && isOnSale && !isEarly ? `Number ${number}` : drop.name}
            </h1>
            <p className="lead">
              {isEarly
                ? 'With a code from a patch you can reserve a number now, before launch.'
                : isOnSale
                  ? `Hold ${isOpen ? 'it' : 'a number'} for ten minutes while you give your details and pay the deposit. Nothing is charged before that.`
                  : drop.tagline}
            </p>
            {notice && (
              <div role="alert">
                <RefusalNotice {...notice} />
                {actionData?.isLimit && (
                  <a className="link inline-flex min-h-11 items-center" href="/cart#held">
                    Your held numbers
                  </a>
                )}
              </div>
            )}
            {isOnSale && number !== null && !actionData?.isLimit && (
              <HoldForm {...loaderData} number={number} isOpen={isOpen} code={actionData?.code} />
            )}
            {isOnSale ? (
              <>
                <p className="text-sm text-muted">
                  <CountSentence units={drop.units} house={drop.house.length} />
                </p>
                <Deposit cents={drop.depositPrice} />
              </>
            ) : (
              <ButtonLink href={dropPath(drop)}>See the drop</ButtonLink>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

type FormProps = Pick<
  Route.ComponentProps['loaderData'],
  'drop' | 'variants' | 'chosen' | 'isEarly' | 'nearest' | 'startKey'
> & { number: number; isOpen: boolean; code: string | undefined }

/** One key for the form: sent again, it starts the same order. Its buttons say which number; before the launch that is typed. */
function HoldForm(props: FormProps) {
  const { drop, variants, chosen, isEarly, nearest, startKey, number, isOpen, code } = props
  if (!isEarly && !isOpen && nearest.length === 0) return null
  return (
    <Form
      className="grid w-[min(100%,420px)] gap-4"
      method="post"
      action={reserveAddress(drop, number)}
      {...heldProof(`drop:${drop.slug}`)}
    >
      <input type="hidden" name="key" value={startKey} />
      {isEarly && (
        <TextField
          label={`Your number, 1 to ${drop.totalUnits}`}
          name="number"
          type="number"
          inputMode="numeric"
          min={1}
          max={drop.totalUnits}
          required
          defaultValue={number}
        />
      )}
      <VariantChoice variants={variants} chosen={chosen} />
      {isEarly ? (
        <>
          <TextField
            label="Early-access code"
            hint="It's in the email for your patch. Upper or lower case, with or without dashes."
            name="code"
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={code}
          />
          <Button variant="primary" block busyLabel="Holding">
            Hold this number
          </Button>
        </>
      ) : isOpen ? (
        <>
          <Button variant="primary" block busyLabel="Holding" name="number" value={number}>
            Hold № {number}
          </Button>
          <input type="hidden" name="kind" value="drop_unit" />
          <input type="hidden" name="id" value={cartIdOf(drop.slug, number)} />
          <Button block formAction="/cart/lines">
            {addLabel}
          </Button>
          <p className="text-sm text-faint">
            In the cart you can pay for it with other items. It is held once you check out.
          </p>
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          {nearest.map((offer) => (
            <Button key={offer} busyLabel="Holding" name="number" value={offer}>
              Hold № {offer}
            </Button>
          ))}
        </div>
      )}
    </Form>
  )
}
