import { Form } from 'react-router'
import { listAuditEntriesOf } from '#app/access/audit.server.ts'
import type { CatalogState } from '#app/catalog/rules.ts'
import { EmptyList, Columns, Section } from '#app/features/console/components/section.tsx'
import { Revisions } from '#app/features/console/components/revisions.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { useStamp, Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { PhotoPanel } from '#app/features/photo-desk/components/photo-panel.tsx'
import { listPanelPhotos } from '#app/features/photo-desk/store.server.ts'
import { changedWords, staffVerbs } from '#app/features/staff/action.server.ts'
import { type StaffHandle, actorName } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, readForm } from '#app/http/form.ts'
import { notFound } from '#app/http/errors.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { secretToken } from '#app/kit/ids.ts'
import { ItemFields } from '../components/item-fields.tsx'
import {
  hasPreview,
  ItemPreview,
  formatAmount,
  PricePanel,
  StatePanel,
  StockPanel,
  stateShapes,
  stateWords,
} from '../components/item-panels.tsx'
import { findFieldContext, findItem, requireKind, rowsOf } from '../items.server.ts'
import { formatItem, typedFields } from '../rules/item-form.ts'
import { missingFor, numberFields } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import type { Route } from './+types/item'
import { forms, refusalWords, subjectOf } from '../item-forms.server.ts'

export const handle: StaffHandle = { right: 'catalog.write' }

/** No item has this name: under it a new one is made. */
const newKey = 'new'

/** An item as its sheet shows it, or the form of a new one. @throws The 404 page for one that is not there. */
export async function loader({ context, params: { kind: named, key } }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { db, timeZone } = shop
  const kind = requireKind(named)
  const plan = kindPlans[kind]
  const isNew = key === newKey
  const [item, others, fields, changes, photos] = await Promise.all([
    isNew ? undefined : findItem(db, kind, key, shop.now()),
    isNew ? rowsOf[kind].list(db) : [],
    findFieldContext(db, timeZone),
    listAuditEntriesOf(db, subjectOf(kind, key)),
    isNew || !plan.photos ? [] : listPanelPhotos(shop, { kind: plan.photos, key }),
  ])
  const row = item?.row
  if (!row && !isNew)
    throw notFound('No Such Item', {
      text: `There is no ${plan.one} ${key.slice(0, 60)}.`,
      link: { to: `/staff/catalog/${kind}`, label: plan.title },
    })
  const last = Math.max(0, ...others.map(({ position }) => Number(position ?? 0)))
  return {
    isNew,
    kind,
    key,
    title: row ? `${plan.title}, ${key}` : `New ${plan.one}`,
    name: row ? String(row[plan.name]) : `New ${plan.one}`,
    revision: row?.revision ?? 0,
    state: (row?.state ?? 'visible') as CatalogState,
    typed: row ? formatItem(kind, row, fields) : { ...plan.usual, position: String(last + 1) },
    fields,
    photos,
    prices: item?.prices,
    stock: item?.stock,
    entries: item?.entries ?? [],
    changes,
    formKey: secretToken(),
  }
}

const verbs = staffVerbs(forms)

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request)
  // Only drawn again, from what is typed.
  return form.has('preview') ? { fieldErrors: none, given: submittedFields(form) } : verbs(args)
}

const none: FieldErrors = {}

const formId = 'item'

export default function Item({ loaderData: view, actionData }: Route.ComponentProps) {
  const { kind, key, title, name, isNew, state, prices, stock } = view
  const stamp = useStamp()
  const price = prices?.find(({ when }) => when === 'now')
  const plan = kindPlans[kind]
  const verb = typedIn(actionData?.given ?? {}, 'verb')
  const refusedAs = (...verbs: string[]) => (verbs.includes(verb) ? actionData : undefined)
  const formVerb = isNew ? 'make' : 'save'
  const refused = refusedAs(formVerb)
  const typed: Record<string, string> = { ...view.typed, ...(refused && typedFields(kind, refused.given)) }
  const errors = actionData?.fieldErrors ?? none
  const words =
    Object.keys(errors).length > 0 && !refusedAs('price', 'stock')
      ? (errors.form?.join(' ') ?? refusalWords.invalid)
      : undefined
  // Refused for its fields alone, it shows nothing that others stored meanwhile: it stays on what it was made from.
  const isHeld = refused && errors.form?.[0] !== changedWords
  const seen = isHeld ? typedIn(refused.given, 'revision') : view.revision
  const waits = isNew && plan.hasState
  const at = plan.groups.length + 1
  const missing = isNew ? missingFor(plan, view.fields) : undefined
  const groups = [
    ...plan.groups,
    ...(isNew && (plan.price || plan.stock)
      ? [
          {
            title: plan.stock ? 'Price and stock' : 'Price',
            note: 'USD, before tax',
            fields: numberFields(plan),
          },
        ]
      : []),
  ]
  return (
    <Sheet
      title={title}
      heading={name}
      head={
        <span className="ml-auto flex flex-wrap gap-2">
          <VerbLink small to={`/staff/catalog/${kind}`} data-back="">
            {plan.title}
          </VerbLink>
          {plan.next && !isNew && state === 'visible' && (
            <VerbLink small to={plan.next.path + key}>
              {plan.next.label}
            </VerbLink>
          )}
          {plan.page && !isNew && state === 'visible' && (
            <a className="con-verb" data-small="" href={plan.page}>
              See on the site
            </a>
          )}
        </span>
      }
      state={
        isNew ? (
          <Status kind="todo">Not saved yet</Status>
        ) : plan.hasState ? (
          <Status kind={stateShapes[state]}>{stateWords[state]}</Status>
        ) : (
          <Status kind="live">Entered</Status>
        )
      }
      next={
        words ??
        (waits ? 'It is on its page as soon as it is made; hide it there if it should wait' : undefined)
      }
      cells={[
        ...(price ? [{ label: 'Price', value: formatAmount(price.cents), wide: false }] : []),
        ...(isNew ? [] : [{ label: 'Rev', value: view.revision }]),
      ]}
      action={
        <Verb look="primary" form={formId} shortcut="⌘S" busyWords={isNew ? 'Making...' : 'Saving...'}>
          {isNew ? `Make ${plan.one}` : 'Save'}
        </Verb>
      }
    >
      {missing && (
        <EmptyList action={<VerbLink to={missing.path}>{`New ${missing.one}`}</VerbLink>}>
          {`${plan.empty} There is no ${missing.one} yet: make it first.`}
        </EmptyList>
      )}
      {words && <SheetNotice kind="no">{words}</SheetNotice>}
      <Columns columns={stock ? 'minmax(0,1fr) 372px 352px' : 'minmax(0,1fr) 372px'}>
        <Form method="post" id={formId} aria-label={isNew ? name : `Edit ${name}`} noValidate>
          <input type="hidden" name="verb" value={formVerb} />
          {isNew ? (
            <input type="hidden" name="key" value={view.formKey} autoComplete="off" />
          ) : (
            <input type="hidden" name="revision" value={seen} />
          )}
          <ItemFields
            groups={groups}
            typed={typed}
            options={view.fields.options}
            isNew={isNew}
            errors={refused?.fieldErrors ?? none}
          />
        </Form>
        <div>
          {hasPreview(kind) && !(isNew && kind === 'accessories') && (
            <Section title={kind === 'accessories' ? 'Drawing' : 'In the builder’s drawing'}>
              <ItemPreview kind={kind} typed={typed} context={view.fields} formId={formId} />
            </Section>
          )}
          {plan.photos && !isNew && (
            <PhotoPanel
              subject={{ kind: plan.photos, key }}
              photos={view.photos}
              here={`/staff/catalog/${kind}/${key}`}
            />
          )}
          {prices && (
            <PricePanel item={at} prices={prices} formKey={view.formKey} refused={refusedAs('price')} />
          )}
          {plan.hasState && !isNew && <StatePanel state={state} revision={view.revision} />}
          {!isNew && (
            <Section title="Changes">
              {view.changes.length === 0 ? (
                <p className="text-muted">No change in the log yet.</p>
              ) : (
                <Revisions
                  rows={view.changes.map(({ id, at: changedAt, actor, verb: done, data }) => ({
                    key: String(id),
                    date: stamp(changedAt),
                    change: changeWords(done, data),
                    by: actorName(actor),
                  }))}
                  caption={`Changes of ${name}`}
                />
              )}
            </Section>
          )}
        </div>
        {stock && (
          <div>
            <StockPanel
              item={prices ? at + 1 : at}
              stock={stock}
              entries={view.entries}
              refused={refusedAs('stock')}
            />
          </div>
        )}
      </Columns>
    </Sheet>
  )
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
