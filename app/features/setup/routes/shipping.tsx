import { data, Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { listAllShippingMethods } from '#app/features/delivery/store.server.ts'
import { requireRecentSignIn } from '#app/features/staff/access.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { parseForm } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { StepSheet } from '../components/step-sheet.tsx'
import { saveShippingPrice } from '../flows.server.ts'
import { shippingInput } from '../input.ts'
import { stepPath } from '../rules.ts'
import type { Route } from './+types/shipping'
import { setupOf, showProgress } from './shown-setup.server.ts'

export const handle: StaffHandle = { right: 'rules.write' }

export const meta = () => [{ title: consoleTitle('Shipping prices') }]

/** The form is sent again on what is in force now. */
export const shouldRevalidate = () => true

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
  const parsed = parseForm(shippingInput, form)
  const { given } = parsed
  if (!parsed.ok)
    return data(
      {
        code: typedIn(given, 'code'),
        given,
        errors: Object.values(parsed.fieldErrors).flatMap((words) => words ?? []),
      },
      422,
    )
  const { code, price, revision } = parsed.value
  const saved = await saveShippingPrice(setup, code, price, revision)
  if (!saved.ok && saved.why === 'changed') {
    const methods = await listAllShippingMethods(setup.shop.db, setup.shop.now())
    const now = formatCentsExact(methods.find((method) => method.code === code)?.priceCents ?? 0)
    const words = `Somebody else changed it in the meantime: the price is ${now}. Save again to set yours.`
    return data({ code, given, errors: [words] }, 409)
  }
  if (!saved.ok) return data({ code, given, errors: ['This way of shipping is gone.'] }, 409)
  return { saved: code }
}

export default function ShippingStep({ loaderData: { shown, methods }, actionData }: Route.ComponentProps) {
  const failed = actionData && 'errors' in actionData ? actionData : undefined
  const saved = actionData && 'saved' in actionData ? actionData.saved : undefined
  return (
    <StepSheet step="shipping" shown={shown}>
      {methods.length === 0 && <EmptyList>There is no way of shipping: parcels cannot be ordered.</EmptyList>}
      <div className="grid max-w-[620px] gap-5">
        {methods.map(({ code, revision, name, text, price, isOffered }) => (
          <Form key={code} method="post" className="grid gap-2" aria-label={name} noValidate>
            <input type="hidden" name="code" value={code} />
            <input type="hidden" name="revision" value={revision} />
            <TextField
              label={`${name}, in dollars`}
              name="price"
              inputMode="decimal"
              defaultValue={failed?.code === code ? failed.given.price : price}
              errors={failed?.code === code ? failed.errors : undefined}
              hint={isOffered ? text : `${text} Not offered now; saving a price offers it.`}
            />
            <span className="flex items-center gap-4">
              <Verb small>Save price</Verb>
              {saved === code && <span role="status">Saved.</span>}
            </span>
          </Form>
        ))}
        {methods.length > 0 && (
          <Form method="post" action={`${stepPath('shipping')}/confirm`}>
            <Verb look="primary">These prices are right</Verb>
          </Form>
        )}
      </div>
    </StepSheet>
  )
}
