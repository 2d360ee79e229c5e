import { Form } from 'react-router'
import { TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { staffAction } from '#app/features/staff/action.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { ItemFields } from '../components/item-fields.tsx'
import { hasPreview, ItemPreview } from '../components/item-preview.tsx'
import { createItem } from '../flows.server.ts'
import { newItemInput } from '../input.ts'
import { type KindPlan, missingFor } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { typedFields } from '../rules/item-form.ts'
import { findFieldContext, rowsOf, requireKind } from '../store/items.server.ts'
import { faultErrors, refusalWords, refusedWords } from '../words.ts'
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

const make = staffAction({
  right: 'catalog.write',
  recent: ({ params }) => {
    const kind = requireKind(params.kind ?? '')
    return kind === 'tax' || 'price' in kindPlans[kind]
  },
  input: ({ params }) => newItemInput(kindPlans[requireKind(params.kind ?? '')]),
  async run({ desk, params, input: { key: formKey, price, stock, ...sent } }) {
    const kind = requireKind(params.kind ?? '')
    const fields = await findFieldContext(desk.ctx.db, desk.timeZone)
    return createItem(desk, kind, { formKey, typed: typedFields(kind, sent), price, stock }, fields)
  },
  to: ({ params }, { key }) => `/staff/catalog/${params.kind}/${key}`,
  refusal: (done) => ({ form: [refusalWords[done.why]], ...faultErrors(done) }),
})

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  // Only drawn again, from what is typed.
  return form.has('preview') ? { fieldErrors: none, given: submittedFields(form) } : make(args)
}

const none: FieldErrors = {}
const formId = 'item'

export default function NewItem({
  loaderData: { kind, fields, formKey, typed: first },
  actionData: refused,
}: Route.ComponentProps) {
  const plan: KindPlan = kindPlans[kind]
  const { given, fieldErrors = none } = refused ?? {}
  const typed: Record<string, string> = given
    ? { ...typedFields(kind, given), price: typedIn(given, 'price'), stock: typedIn(given, 'stock') }
    : first
  const words = Object.keys(fieldErrors).length > 0 ? refusedWords(fieldErrors) : undefined
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
        words ??
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
      {words && <SheetNotice kind="no">{words}</SheetNotice>}
      <Form method="post" id={formId} aria-label={`New ${plan.one}`} noValidate>
        <input type="hidden" name="key" value={formKey} autoComplete="off" />
        <Columns columns="minmax(0,1fr) 372px">
          <div>
            <ItemFields plan={plan} typed={typed} options={fields.options} isNew errors={fieldErrors} />
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
                      errors={fieldErrors.price}
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
                      errors={fieldErrors.stock}
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
