import { data, Form, redirect } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { ItemFields } from '../components/item-fields.tsx'
import { hasPreview, ItemPreview } from '../components/item-preview.tsx'
import { createItem } from '../flows.server.ts'
import { firstPriceInput, firstStockInput, newItemInput } from '../input.ts'
import { type KindPlan, missingFor } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { textOf, typedFields } from '../rules/typed-fields.ts'
import { findFieldContext, rowsOf } from '../store/items.server.ts'
import { refusalWords } from '../words.ts'
import { requireKind } from './require-kind.server.ts'
import type { Route } from './+types/new-item'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: consoleTitle(`New ${loaderData ? kindPlans[loaderData.kind].one : 'item'}`) },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, timeZone } = context.get(shopContext)
  const kind = requireKind(params.kind)
  const [fields, rows] = await Promise.all([findFieldContext(db, timeZone), rowsOf[kind].list(db)])
  const last = Math.max(0, ...rows.map(({ position }) => Number(position ?? 0)))
  return { kind, fields, formKey: secretToken(), typed: { position: String(last + 1) } }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'catalog.write')
  const kind = requireKind(params.kind)
  const plan: KindPlan = kindPlans[kind]
  if (plan.price || kind === 'tax') await requireRecentSignIn(context, request)
  const form = await readForm(request)
  const sent = parseForm(newItemInput, form)
  const typed = typedFields(kind, form)
  const price = plan.price ? parseForm(firstPriceInput, form) : undefined
  const stock = plan.stock ? parseForm(firstStockInput, form) : undefined
  const given = { ...typed, price: textOf(form, 'price'), stock: textOf(form, 'stock') }
  const errors: FieldErrors = {
    ...(price?.ok === false && price.fieldErrors),
    ...(stock?.ok === false && stock.fieldErrors),
    ...(price?.ok &&
      plan.price &&
      price.value.price < plan.price.minCents && { price: [refusalWords.price_out_of_range] }),
  }
  if (form.has('preview')) return data({ form: undefined, faults: {}, errors: none, typed: given }, 200)
  const fields = await findFieldContext(shop.db, shop.timeZone)
  if (!sent.ok || Object.keys(errors).length > 0)
    return data({ form: refusalWords.invalid, faults: {}, errors, typed: given }, 422)
  const desk = { ctx: shop, by: member.name, actor: actorOf(member) }
  const made = await createItem(
    desk,
    kind,
    {
      formKey: sent.value.key,
      typed,
      ...(price?.ok && { price: price.value.price }),
      ...(stock?.ok && { stock: stock.value.stock }),
    },
    fields,
  )
  if (made.ok) return redirect(`/staff/catalog/${kind}/${made.key}`, 303)
  const faults = made.why === 'invalid' ? made.faults : {}
  return data(
    { form: refusalWords[made.why], faults, errors: none, typed: given },
    made.why === 'invalid' ? 422 : 409,
  )
}

const none: FieldErrors = {}
const formId = 'item'

export default function NewItem({
  loaderData: { kind, fields, formKey, typed: first },
  actionData: refused,
}: Route.ComponentProps) {
  const plan: KindPlan = kindPlans[kind]
  const typed: Record<string, string> = refused?.typed ?? first
  const at = plan.groups.length
  const missing = missingFor(plan, fields)
  return (
    <Sheet
      title={`New ${plan.one}`}
      heading={`New ${plan.one}`}
      head={
        <span className="ml-auto">
          <VerbLink small to={`/staff/catalog/${kind}`} data-back="">
            {plan.title}
          </VerbLink>
        </span>
      }
      state={<Status kind="todo">Not saved yet</Status>}
      next={
        refused?.form ??
        (plan.hasState
          ? 'It is on its page as soon as it is made; hide it there if it should wait'
          : undefined)
      }
      action={
        <Verb look="primary" form={formId} shortcut="⌘S" busyWords="Making...">
          {`Make ${plan.one}`}
        </Verb>
      }
    >
      {missing && (
        <EmptyList action={<VerbLink to={missing.path}>{`New ${missing.one}`}</VerbLink>}>
          {`${plan.empty} There is no ${missing.one} yet: make it first.`}
        </EmptyList>
      )}
      {refused?.form && <SheetNotice kind="no">{refused.form}</SheetNotice>}
      <Form method="post" id={formId} aria-label={`New ${plan.one}`} noValidate>
        <input type="hidden" name="key" value={formKey} autoComplete="off" />
        <Columns columns="minmax(0,1fr) 372px">
          <div>
            <ItemFields
              plan={plan}
              typed={typed}
              options={fields.options}
              isNew
              faults={refused?.faults ?? {}}
            />
          </div>
          <div>
            {(plan.price || plan.stock) && (
              <Section item={at + 1} title={plan.stock ? 'Price and stock' : 'Price'} note="USD, before tax">
                <div className="grid gap-2">
                  {plan.price && (
                    <TextField
                      label="Price"
                      name="price"
                      inputMode="decimal"
                      autoComplete="off"
                      defaultValue={typed.price ?? ''}
                      errors={refused?.errors.price}
                    />
                  )}
                  {plan.stock && (
                    <TextField
                      label="Pieces on the shelf"
                      name="stock"
                      inputMode="numeric"
                      autoComplete="off"
                      hint="The first entry of its stock ledger"
                      defaultValue={typed.stock ?? ''}
                      errors={refused?.errors.stock}
                    />
                  )}
                </div>
              </Section>
            )}
            {hasPreview(kind) && kind !== 'accessories' && (
              <Section title="In the builder’s drawing">
                <ItemPreview kind={kind} typed={typed} context={fields} formId={formId} />
              </Section>
            )}
          </div>
        </Columns>
      </Form>
    </Sheet>
  )
}
