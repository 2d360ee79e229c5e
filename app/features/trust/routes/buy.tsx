import { Form } from 'react-router'
import { z } from 'zod'
import { siteTitle } from '#app/kit/brand.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import { shopContext } from '#app/http/context.server.ts'
import { heldProof, holdProofField } from '#app/http/proofs.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { formError } from '#app/http/errors.ts'
import { secretToken } from '#app/kit/ids.ts'
import { holdFor } from '#app/features/checkout/access.server.ts'
import { packAlone } from '../rules.ts'
import { listTrustPackages } from '../packs.server.ts'
import type { Route } from './+types/buy'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'

/** Every rendering has its own idempotency key, so the page is never cached. */
export const meta = () => [{ title: siteTitle('Trust pack') }]

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, closedPages } = context.get(shopContext)
  const isSold = isOpenPage(await closedPages(), '/trust')
  const alone = isSold ? packAlone(await listTrustPackages(db, now())) : undefined
  return { priceCents: alone?.priceCents ?? null, startKey: secretToken() }
}

const input = z.object({
  key: z
    .string()
    .regex(/^[\w-]{16,64}$/)
    .optional(),
})

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const sent = await readForm(request)
  const parsed = parseForm(input, sent)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, {})
  if (!isOpenPage(await shop.closedPages(), '/trust')) return formError(409, { form: [notSold] }, {})
  // The cached trust page has no key in its form.
  const { key = secretToken() } = parsed.value
  const held = await holdFor(
    { context, request },
    {
      what: 'trust',
      key,
      proof: sent.get(holdProofField),
      lines: [{ kind: 'trust_pack', ref: {} }],
    },
  )
  if (held.ok) return held.response
  const words = refusalWords[held.why] ?? held.limited?.text
  if (!words) throw new Error(`There are no words for the refusal ${held.why}`)
  return formError(409, { form: [words] }, {}, held.headers)
}

const notSold = 'The pack is not for sale right now.'

const refusalWords: Record<string, string> = {
  pack_not_sold: notSold,
  try_again: 'Someone else got there first. Please try again.',
  key_reused: 'This form was already used. Please try again.',
}

export default function Buy({ loaderData, actionData }: Route.ComponentProps) {
  const { priceCents, startKey } = loaderData
  return (
    <section className="wrap grid max-w-[860px] gap-8 pt-8 pb-24" aria-labelledby="buy-title">
      <header>
        <h1 className="h1" id="buy-title">
          Trust pack
        </h1>
        <p className="lead mt-4">
          A digital download. The worksheet opens on your order’s page as soon as you pay. Fully refundable
          until the first download. With a reserved NFA firearm it is free, and opens on that order’s page.
        </p>
      </header>
      <ErrorSummary errors={actionData?.fieldErrors ?? {}} />
      {priceCents === null ? (
        <p>{notSold}</p>
      ) : (
        <Form method="post" action="/trust/buy" className="btns" {...heldProof('trust')}>
          <input type="hidden" name="key" value={startKey} autoComplete="off" />
          <Button variant="primary" busyLabel="One moment">
            Buy for {formatCents(priceCents)}
          </Button>
          <ButtonLink href="/trust">See what’s included</ButtonLink>
        </Form>
      )}
    </section>
  )
}
