import { data, Form, redirect } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { listAllShippingMethods } from '#app/features/delivery/store.server.ts'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { saveShippingPrices, type TypedPrice } from '../flows.server.ts'
import { shippingInput } from '../input.ts'
import type { Route } from './+types/shipping'
import { pathAfter, setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Shipping prices') }]

export async function loader({ context }: Route.LoaderArgs) {
  const { shop } = setupOf(context)
  const [progress, methods] = await Promise.all([
    showProgress(shop),
    listAllShippingMethods(shop.db, shop.now()),
  ])
  return {
    shown: progress.shipping,
    methods: methods.map(({ code, name, text, priceCents, state, revision }) => ({
      code,
      revision,
      name,
      text,
      price: formatCentsExact(priceCents).replace('$', ''),
      isOffered: state === 'visible',
    })),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  await requireRecentSignIn(context, request)
  const setup = setupOf(context)
  const form = await readForm(request)
  const methods = await listAllShippingMethods(setup.shop.db, setup.shop.now())
  const given: Record<string, string> = {}
  const errors: Record<string, string[]> = {}
  const changed: TypedPrice[] = []
  for (const { code, priceCents } of methods) {
    const [price, revision] = [form.get(priceField(code)), form.get(revisionField(code))]
    if (typeof price !== 'string') continue
    given[code] = price
    const parsed = shippingInput.safeParse({ price, revision })
    if (!parsed.success) errors[code] = parsed.error.issues.map(({ message }) => message)
    else if (parsed.data.price !== priceCents)
      changed.push({ code, cents: parsed.data.price, seen: parsed.data.revision })
  }
  if (Object.keys(errors).length > 0) return data({ given, errors }, 422)
  const saved = await saveShippingPrices(setup, changed)
  if (saved.ok) return redirect(await pathAfter(setup.shop, 'shipping'), 303)
  const now = methods.find(({ code }) => code === saved.code)?.priceCents ?? 0
  const words =
    saved.why === 'changed'
      ? `Somebody else changed it in the meantime: the price is ${formatCentsExact(now)}. Save again to set yours.`
      : 'This way of shipping is gone.'
  return data({ given, errors: { [saved.code]: [words] } }, 409)
}

const priceField = (code: string) => `price-${code}`
const revisionField = (code: string) => `revision-${code}`

export default function ShippingStep({ loaderData: { shown, methods }, actionData }: Route.ComponentProps) {
  return (
    <StepSheet step="shipping" shown={shown}>
      {methods.length === 0 && <EmptyList>There is no way of shipping: parcels cannot be ordered.</EmptyList>}
      <Form method="post" className="grid max-w-[620px] gap-5" aria-label="Shipping prices" noValidate>
        {methods.map(({ code, revision, name, text, price, isOffered }) => (
          <div key={code}>
            <input type="hidden" name={revisionField(code)} value={revision} />
            <TextField
              label={`${name}, in dollars`}
              name={priceField(code)}
              inputMode="decimal"
              defaultValue={actionData?.given[code] ?? price}
              errors={actionData?.errors[code]}
              hint={isOffered ? text : `${text} Not offered now; another price offers it.`}
            />
          </div>
        ))}
        {methods.length > 0 && (
          <span>
            <Verb look="primary" shortcut="⌘S" busyWords="Saving...">
              Save and continue
            </Verb>
          </span>
        )}
      </Form>
    </StepSheet>
  )
}
