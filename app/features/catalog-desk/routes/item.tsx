import { Form } from 'react-router'
import { Revisions } from '#app/features/console/components/revisions.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { PhotoPanel } from '#app/features/photo-desk/components/photo-panel.tsx'
import { changedErrors, staffAction, staffVerbs } from '#app/features/staff/action.server.ts'
import { type StaffHandle, actorName } from '#app/features/staff/rules.ts'
import { shopContext, type Shop } from '#app/http/context.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { ItemFields } from '../components/item-fields.tsx'
import { hasPreview, ItemPreview } from '../components/item-preview.tsx'
import { numberSections, type KindPlan, type CatalogKind } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { typedFields, formatItem } from '../rules/item-form.ts'
import { findFieldContext, findItem, requireKind } from '../store/items.server.ts'
import { faultErrors, reasonWords, refusalWords, refusedWords, stateShapes, stateWords } from '../words.ts'
import {
  changeItem,
  priceItem,
  setItemState,
  stockItem,
  withdrawItemPrice,
  subjectOf,
} from '../flows.server.ts'
import { priceInput, savedInput, stateInput, stockInput, withdrawInput } from '../input.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import type { Route } from './+types/item'
import { type CatalogState, catalogStates, stockReasons } from '#app/catalog/rules.ts'
import { TextField, SelectField } from '#app/features/console/components/fields.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import type { FieldErrors } from '#app/http/form.ts'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Figure } from '#app/features/console/components/marks.tsx'
import { listAuditEntriesOf } from '#app/access/audit.server.ts'
import { notFound } from '#app/http/not-found.ts'
import { listPanelPhotos } from '#app/features/photo-desk/store.server.ts'
import { formatStamp } from '#app/kit/date-format.ts'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(params.key) }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const view = await viewItem(context.get(shopContext), requireKind(params.kind), params.key)
  return { ...view, formKey: secretToken() }
}

const right = 'catalog.write'
const itemPath = ({ params: { kind, key } }: { params: Readonly<Record<string, string>> }) =>
  `/staff/catalog/${kind}/${key}`
const itemOf = ({ kind = '', key = '' }: Readonly<Record<string, string>>) => ({
  kind: requireKind(kind),
  key,
})
const isTax = ({ params }: { params: Readonly<Record<string, string>> }) => params.kind === 'tax'

const forms = staffVerbs({
  save: staffAction({
    right,
    recent: isTax,
    input: savedInput,
    async run({ desk, params, input: { revision: seen, ...sent } }) {
      const { kind, key } = itemOf(params)
      const fields = await findFieldContext(desk.ctx.db, desk.timeZone)
      return changeItem(desk, kind, key, { seen, typed: typedFields(kind, sent) }, fields)
    },
    to: itemPath,
    refusal: (done, sent) =>
      done.why === 'changed' && 'now' in done
        ? changedErrors(done.now, sent)
        : { form: [refusalWords[done.why]], ...faultErrors(done) },
  }),
  state: staffAction({
    right,
    recent: isTax,
    input: stateInput,
    async run({ desk, params, input: { revision: seen, state } }) {
      const { kind, key } = itemOf(params)
      const fields = await findFieldContext(desk.ctx.db, desk.timeZone)
      return setItemState(desk, kind, key, { seen, state }, fields)
    },
    to: itemPath,
    refusal: ({ why }) => refusalWords[why],
  }),
  price: staffAction({
    right,
    recent: true,
    input: ({ desk }) => priceInput(desk.timeZone),
    run({ desk, params, input: { key: formKey, cents, startsAt } }) {
      const { kind, key } = itemOf(params)
      return priceItem(desk, kind, key, { formKey, cents, startsAt })
    },
    to: itemPath,
    refusal: ({ why }) => {
      const words = refusalWords[why]
      return { form: [words], [why === 'starts_in_past' ? 'startsAt' : 'cents']: [words] }
    },
  }),
  withdraw: staffAction({
    right,
    recent: true,
    input: withdrawInput,
    run({ desk, params, input }) {
      const { kind, key } = itemOf(params)
      return withdrawItemPrice(desk, kind, key, input.id)
    },
    to: itemPath,
    refusal: ({ why }) => refusalWords[why],
  }),
  stock: staffAction({
    right,
    recent: isTax,
    input: stockInput,
    run({ desk, params, input }) {
      const { kind, key } = itemOf(params)
      return stockItem(desk, kind, key, input)
    },
    to: itemPath,
    refusal: ({ why }) => ({ form: [refusalWords[why]], typed: [refusalWords[why]] }),
  }),
})

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  // Only drawn again, from what is typed.
  return form.has('preview') ? { fieldErrors: none, given: submittedFields(form) } : forms(args)
}

const none: FieldErrors = {}

const formId = 'item'

export default function Item({ loaderData: view, actionData: refused }: Route.ComponentProps) {
  const { kind, key, name, state, prices, stock } = view
  const plan: KindPlan = kindPlans[kind]
  const { given = {}, fieldErrors = none } = refused ?? {}
  const refusedVerb = typedIn(given, 'verb')
  const typed = refusedVerb === 'save' ? { ...view.typed, ...typedFields(kind, given) } : view.typed
  const errorsOf = (verb: string) => (refusedVerb === verb ? fieldErrors : none)
  const words = refused && Object.keys(fieldErrors).length > 0 ? refusedWords(fieldErrors) : undefined
  const numbers = numberSections(plan.groups.length, Boolean(prices))
  return (
    <Sheet
      title={`${plan.title}, ${key}`}
      heading={name}
      head={
        <span className="ml-auto flex flex-wrap gap-2">
          <VerbLink small to={`/staff/catalog/${kind}`} data-back="">
            {plan.title}
          </VerbLink>
          {plan.page && state === 'visible' && (
            <a className="con-verb" data-small="" href={plan.page}>
              See on the site
            </a>
          )}
        </span>
      }
      state={
        plan.hasState ? (
          <Status kind={stateShapes[state]}>{stateWords[state]}</Status>
        ) : (
          <Status kind="live">Entered</Status>
        )
      }
      next={words}
      cells={[
        ...(prices
          ? [{ label: 'Price', value: prices.find(({ when }) => when === 'now')?.amount, wide: false }]
          : []),
        { label: 'Rev', value: view.revision },
      ]}
      action={
        <Verb look="primary" form={formId} shortcut="⌘S" busyWords="Saving...">
          Save
        </Verb>
      }
    >
      {words && <SheetNotice kind="no">{words}</SheetNotice>}
      <Columns columns={stock ? 'minmax(0,1fr) 372px 352px' : 'minmax(0,1fr) 372px'}>
        <Form method="post" id={formId} aria-label={`Edit ${name}`} noValidate>
          <input type="hidden" name="verb" value="save" />
          <input type="hidden" name="revision" value={view.revision} />
          <ItemFields
            plan={plan}
            typed={typed}
            options={view.fields.options}
            isNew={false}
            errors={errorsOf('save')}
          />
        </Form>
        <div>
          {hasPreview(kind) && (
            <Section title={kind === 'accessories' ? 'Drawing' : 'In the builder’s drawing'}>
              <ItemPreview kind={kind} typed={typed} context={view.fields} formId={formId} />
            </Section>
          )}
          {plan.photos && (
            <PhotoPanel
              subject={{ kind: plan.photos, key }}
              photos={view.photos}
              here={`/staff/catalog/${kind}/${key}`}
            />
          )}
          {prices && (
            <PricePanel
              item={numbers.price}
              prices={prices}
              formKey={view.formKey}
              errors={errorsOf('price')}
            />
          )}
          {plan.hasState && <StatePanel state={state} revision={view.revision} />}
          <Section title="Changes">
            {view.changes.length === 0 ? (
              <p className="text-muted">No change in the log yet.</p>
            ) : (
              <Revisions rows={view.changes} caption={`Changes of ${name}`} />
            )}
          </Section>
        </div>
        {stock && (
          <div>
            <StockPanel
              items={numbers.stock}
              stock={stock}
              entries={view.entries}
              errors={errorsOf('stock')}
            />
          </div>
        )}
      </Columns>
    </Sheet>
  )
}

const verbs: Record<CatalogState, string> = { visible: 'Show', hidden: 'Hide', retired: 'Retire' }

function StatePanel({ state, revision }: { state: CatalogState; revision: number }) {
  return (
    <Section title="On the pages" note={stateWords[state]}>
      <div className="flex flex-wrap gap-2">
        {catalogStates
          .filter((each) => each !== state)
          .map((each) => (
            <Form method="post" key={each}>
              <input type="hidden" name="verb" value="state" />
              <input type="hidden" name="revision" value={revision} />
              <input type="hidden" name="state" value={each} />
              <Verb small {...(each === 'retired' && { look: 'stop' as const })}>
                {verbs[each]}
              </Verb>
            </Form>
          ))}
      </div>
      <p className="con-hint mt-2">
        Nothing is deleted: orders keep what they bought. Hidden and retired items are neither shown nor sold.
      </p>
    </Section>
  )
}

type ShownPrice = {
  id: number | null
  amount: string
  /** `since Sep 1, 2026`, `from Jan 1, 2027 12:00 AM`. */
  period: string
  when: 'past' | 'now' | 'scheduled'
  by: string
}

type Props = {
  item: number
  prices: readonly ShownPrice[]
  formKey: string
  errors: FieldErrors
}

const shapes: Record<ShownPrice['when'], StatusKind> = { past: 'void', now: 'live', scheduled: 'sched' }

function PricePanel({ item, prices, formKey, errors }: Props) {
  return (
    <Section item={item} title="Price" note="USD, before tax">
      <table className="con-ledger">
        <caption className="sr-only">Prices in US dollars</caption>
        <tbody>
          {prices.map(({ id, amount, period, when, by }) => (
            <tr key={id ?? 'first'}>
              <td className="w-full">
                <Status
                  kind={shapes[when]}
                  tone={when === 'now' ? 'accent' : undefined}
                  quiet={when === 'past'}
                >
                  {period}
                </Status>
                {by && <span className="text-faint"> {by}</span>}
                {when === 'scheduled' && (
                  <Form method="post" className="mt-1">
                    <input type="hidden" name="verb" value="withdraw" />
                    <input type="hidden" name="id" value={id ?? ''} />
                    <Verb small look="quiet" aria-label={`Withdraw the price ${amount} ${period}`}>
                      Withdraw
                    </Verb>
                  </Form>
                )}
              </td>
              <td className={when === 'now' ? 'con-number' : 'con-number text-faint'}>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Form method="post" className="mt-3 grid gap-2" aria-label="Enter a price" noValidate>
        <input type="hidden" name="verb" value="price" />
        <input type="hidden" name="key" value={formKey} autoComplete="off" />
        <div className="grid grid-cols-[minmax(0,1fr)_212px] gap-2 max-lg:grid-cols-1">
          <TextField
            label="New price"
            name="cents"
            inputMode="decimal"
            autoComplete="off"
            errors={errors.cents}
          />
          <TextField
            label="Begins"
            name="startsAt"
            type="datetime-local"
            hint="Empty: now. The shop’s time."
            errors={errors.startsAt}
          />
        </div>
        <span>
          <Verb small busyWords="Entering...">
            Enter price
          </Verb>
        </span>
        <p className="con-hint">
          Orders keep the price they were made with; carts show the new one at their next look.
        </p>
      </Form>
    </Section>
  )
}

type ShownEntry = { id: number; when: string; words: string; quantity: string; after: number }

type ShownEntryProps = {
  items: readonly [ledger: number, entry: number]
  stock: { left: number; onShelf: number; stock: number }
  entries: readonly ShownEntry[]
  errors: FieldErrors
}

function StockPanel({ items: [ledger, entry], stock, entries, errors }: ShownEntryProps) {
  return (
    <>
      <Section item={ledger} title="Stock ledger" note={`${stock.stock} put up in all`}>
        <div className="mb-3 flex flex-wrap gap-6">
          <Figure label="On the shelf" value={stock.onShelf} />
          <Figure label="In orders" value={stock.onShelf - stock.left} />
          <Figure label="For sale" value={stock.left} />
        </div>
        {entries.length === 0 ? (
          <EmptyList>No pieces yet. Enter the first delivery below.</EmptyList>
        ) : (
          <table className="con-ledger">
            <caption className="sr-only">Entries of the stock ledger, newest first</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">What</th>
                <th scope="col" className="text-right">
                  Qty
                </th>
                <th scope="col" className="text-right">
                  All
                </th>
              </tr>
            </thead>
            <tbody>
              {entries.map(({ id, when, words, quantity, after }) => (
                <tr key={id}>
                  <td className="con-code whitespace-nowrap text-faint">{when}</td>
                  <td className="w-full">{words}</td>
                  <td className="con-number">{quantity}</td>
                  <td className="con-number text-faint">{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section item={entry} title="Add to the ledger">
        <Form method="post" className="grid gap-2" aria-label="Add to the stock ledger" noValidate>
          <input type="hidden" name="verb" value="stock" />
          <input type="hidden" name="seen" value={entries[0]?.id ?? 0} />
          <div className="grid grid-cols-2 gap-2">
            <SelectField
              label="Reason"
              name="reason"
              options={stockReasons
                .filter((reason) => reason !== 'opening')
                .map((reason) => [reason, reasonWords[reason]] as const)}
              errors={errors.reason}
            />
            <TextField
              label="Quantity"
              name="typed"
              inputMode="numeric"
              autoComplete="off"
              hint="For a count: what is on the shelf"
              errors={errors.typed}
            />
          </div>
          <TextField
            label="Paper or note"
            name="note"
            maxLength={200}
            autoComplete="off"
            errors={errors.note}
          />
          <span>
            <Verb small busyWords="Entering...">
              Enter
            </Verb>
          </span>
        </Form>
      </Section>
    </>
  )
}

/** An item as its sheet shows it. @throws The 404 page for one that is not there. */
async function viewItem(
  shop: Pick<Shop, 'db' | 'now' | 'timeZone' | 'files'>,
  kind: CatalogKind,
  key: string,
) {
  const { db, now, timeZone } = shop
  const moment = now()
  const plan: KindPlan = kindPlans[kind]
  const [found, fields, changes, photos] = await Promise.all([
    findItem(db, kind, key, moment),
    findFieldContext(db, timeZone),
    listAuditEntriesOf(db, subjectOf(kind, key)),
    plan.photos ? listPanelPhotos(shop, { kind: plan.photos, key }) : [],
  ])
  if (!found)
    throw notFound('No Such Item', {
      text: `There is no ${plan.one} ${key.slice(0, 60)}.`,
      link: { to: `/staff/catalog/${kind}`, label: plan.title },
    })
  const stamp = (at: Date) => formatStamp(at, timeZone, moment)
  return {
    kind,
    key,
    name: String(found.row[plan.name]),
    revision: found.row.revision,
    state: (found.row.state ?? 'visible') as CatalogState,
    typed: formatItem(kind, found.row, { timeZone }),
    fields,
    photos,
    prices: found.prices?.map(({ id, cents, from, to, when, by }) => ({
      id,
      amount: (cents / 100).toFixed(2),
      period: periodWords(when, from && stamp(from), to && stamp(to)),
      when,
      by,
    })),
    stock: found.stock,
    entries: (found.entries ?? []).map(({ id, quantity, reason, note, enteredAt, enteredBy, after }) => ({
      id,
      when: stamp(enteredAt),
      words: [reasonWords[reason], note, enteredBy].filter(Boolean).join(', '),
      quantity: quantity > 0 ? `+${quantity}` : String(quantity).replace('-', '−'),
      after,
    })),
    changes: changes.map(({ id, at, actor, verb, data }) => ({
      key: String(id),
      date: stamp(at),
      change: changeWords(verb, data),
      by: actorName(actor),
    })),
  }
}

function periodWords(when: 'past' | 'now' | 'scheduled', from: string | null, to: string | null): string {
  if (when === 'past') return from ? `${from} to ${to}` : `until ${to}`
  if (when === 'now') return from ? `since ${from}` : 'from the beginning'
  return `from ${from}`
}

const verbWords: Record<string, string> = {
  'catalog-create': 'Made',
  'catalog-change': 'Changed',
  'catalog-state': 'State',
  'catalog-price': 'Price entered',
  'catalog-price-withdraw': 'Price withdrawn',
  'catalog-stock': 'Stock entered',
  'catalog-import': 'Changed by a file',
}

function changeWords(verb: string, data: object): string {
  const words = verbWords[verb] ?? verb
  const after = 'after' in data && typeof data.after === 'object' && data.after !== null ? data.after : {}
  const fields = Object.keys(after).filter((name) => name !== 'revision')
  return verb === 'catalog-create' || fields.length === 0 ? words : `${words}: ${fields.join(', ')}`
}
