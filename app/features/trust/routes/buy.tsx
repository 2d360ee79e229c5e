import { Form } from 'react-router'
import { siteTitle } from '#app/kit/brand.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { type FieldErrors, type SubmittedFields, parseForm } from '#app/http/form.ts'
import { formError } from '#app/http/refused.ts'
import { secretToken } from '#app/kit/ids.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { buyInput, packAlone } from '../rules.ts'
import { listTrustPackages } from '../packs.server.ts'
import type { Route } from './+types/buy'
import { heldProof } from '#app/http/proof-marks.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'

/** Every rendering has its own idempotency key, so the page is never cached. */
export const meta = () => [{ title: siteTitle('Trust pack') }]

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, closedPages } = context.get(shopContext)
  const isSold = isOpenPage(await closedPages(), '/trust')
  const alone = isSold ? packAlone(await listTrustPackages(db, now())) : undefined
  return { priceCents: alone?.priceCents ?? null, startKey: secretToken() }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const { address } = context.get(visitContext)
  const sent = await readForm(request)
  const parsed = parseForm(buyInput, sent)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  // The cached trust page has no key in its form.
  const { key = secretToken(), code } = parsed.value
  const given: SubmittedFields = code === undefined ? {} : { code }
  // A code is redeemed also while no pack is sold: it came with something that was bought.
  if (code === undefined && !isOpenPage(await shop.closedPages(), '/trust'))
    return refuse({ form: [notSold] }, given)
  // Only wrong codes count. Where many came from one address, a right one needs more proof, too.
  const isSuspect = code !== undefined && !(await shop.limits.mayTake('codeMiss', address)).ok
  const held = await holdFor(
    { context, request },
    {
      what: 'trust',
      key,
      proof: sent.get(holdProofField),
      isSuspect,
      lines: [
        {
          kind: 'trust_pack',
          ref: code === undefined ? { package: 'trust-only' } : { package: 'free', code },
        },
      ],
    },
  )
  if (held.ok) return held.response
  if (held.why === 'code_unknown') await shop.limits.take('codeMiss', address)
  const words = packRefusalWords[held.why] ?? held.limited?.text
  if (!words) throw new Error(`There are no words for the refusal ${held.why}`)
  return refuse({ [held.why.startsWith('code_') ? 'code' : 'form']: [words] }, given, held.headers)
}

function refuse(fieldErrors: FieldErrors, given: SubmittedFields, headers: Record<string, string> = {}) {
  return formError(409, fieldErrors, given, headers)
}

const notSold = 'The pack is not for sale right now.'

const packRefusalWords: Record<string, string> = {
  pack_not_sold: notSold,
  code_unknown: 'We don’t recognize this code. It’s in the email that says your Form 3 is filed.',
  code_used: 'This code has been used. Its pack is on the order page that your email links to.',
  code_void: 'This code is no longer valid because its reservation was refunded.',
  code_early: 'This code works once the transfer form of its reservation is filed.',
  code_held: 'This code is in an open order. Finish that order, or try again in ten minutes.',
  try_again: 'Someone else got there first. Please try again.',
  key_reused: 'This form was already used. Please try again.',
}

export default function Buy({ loaderData, actionData }: Route.ComponentProps) {
  const { priceCents, startKey } = loaderData
  const errors = actionData?.fieldErrors ?? {}
  const typed = actionData?.given.code
  const key = <input type="hidden" name="key" value={startKey} autoComplete="off" />
  return (
    <section className="wrap grid max-w-[860px] gap-8 pt-8 pb-24" aria-labelledby="buy-title">
      <header>
        <h1 className="h1" id="buy-title">
          Trust pack
        </h1>
        <p className="lead mt-4">
          A digital download. The worksheet opens on your order’s page as soon as you pay. Fully refundable
          until the first download.
        </p>
      </header>
      <div className="panel p-panel grid gap-4">
        <h2 className="h3">Have a code?</h2>
        <ErrorSummary errors={{ form: errors.form }} />
        <Form
          method="post"
          action="/trust/buy"
          className="grid max-w-[620px] grid-cols-[minmax(0,1fr)_auto] items-start gap-3 max-sm:grid-cols-1 [&_.input]:font-display [&_.input]:tracking-wider [&_.input]:uppercase"
          {...heldProof('trust')}
        >
          {key}
          <TextField
            name="code"
            label="Code from your reservation"
            hint="Every NFA firearm reserved here comes with one free pack. We email the code once your transfer form is filed."
            error={errors.code}
            defaultValue={typeof typed === 'string' ? typed : ''}
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="A000-XXXX-XXXX-XXXX"
          />
          <Button className="mt-6 max-sm:mt-0" busyLabel="One moment">
            Redeem Code
          </Button>
        </Form>
      </div>
      {priceCents === null ? (
        <p>{notSold}</p>
      ) : (
        <Form method="post" action="/trust/buy" className="panel p-panel grid gap-4" {...heldProof('trust')}>
          <h2 className="h3">Or buy the pack</h2>
          {key}
          <div className="btns">
            <Button variant="primary" busyLabel="One moment">
              Buy for {formatCents(priceCents)}
            </Button>
            <ButtonLink to="/trust">See what’s included</ButtonLink>
          </div>
        </Form>
      )}
    </section>
  )
}
