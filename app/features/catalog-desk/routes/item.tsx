import { data, Form, redirect } from 'react-router'
import { Revisions } from '#app/features/console/components/revisions.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Sheet, SheetNotice } from '#app/features/console/components/sheet.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb, VerbLink } from '#app/features/console/components/verb.tsx'
import { PhotoPanel } from '#app/features/photo-desk/components/photo-panel.tsx'
import { requireRecentSignIn, requireRight } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { consoleTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { ItemFields } from '../components/item-fields.tsx'
import { hasPreview, ItemPreview } from '../components/item-preview.tsx'
import { PricePanel } from '../components/price-panel.tsx'
import { StatePanel } from '../components/state-panel.tsx'
import { StockPanel } from '../components/stock-panel.tsx'
import { numberSections } from '../rules/item-sections.ts'
import type { KindPlan } from '../rules/kind.ts'
import { kindPlans } from '../rules/kinds.ts'
import { textOf, typedFields } from '../rules/typed-fields.ts'
import { findFieldContext } from '../store/items.server.ts'
import { stateShapes, stateWords } from '../words.ts'
import { viewItem } from './item-view.server.ts'
import { actOnItem, drawnForm } from './item-verbs.server.ts'
import { requireKind } from './require-kind.server.ts'
import type { Route } from './+types/item'

export const handle: StaffHandle = { right: 'catalog.write' }

export const meta = ({ params }: Route.MetaArgs) => [{ title: consoleTitle(params.key) }]

export async function loader({ context, params }: Route.LoaderArgs) {
  const view = await viewItem(context.get(shopContext), requireKind(params.kind), params.key)
  return { ...view, formKey: secretToken() }
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const member = requireRight(context, 'catalog.write')
  const kind = requireKind(params.kind)
  const form = await readForm(request.clone())
  const verb = textOf(form, 'verb')
  if (verb === 'price' || verb === 'withdraw' || kind === 'tax') await requireRecentSignIn(context, request)
  if (form.has('preview')) return drawnForm(typedFields(kind, form))
  const desk = { ctx: shop, by: member.name, actor: actorOf(member) }
  const fields = await findFieldContext(shop.db, shop.timeZone)
  const refused = await actOnItem({ desk, kind, key: params.key, fields }, verb, form)
  return refused ? data(refused, refused.status) : redirect(`/staff/catalog/${kind}/${params.key}`, 303)
}

const formId = 'item'

export default function Item({ loaderData: view, actionData: refused }: Route.ComponentProps) {
  const { kind, key, name, state, prices, stock } = view
  const plan: KindPlan = kindPlans[kind]
  const isSave = refused?.verb === 'save'
  const typed = isSave ? { ...view.typed, ...refused.typed } : view.typed
  const errorsOf = (verb: string) => (refused?.verb === verb ? refused.errors : {})
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
            <a className="con-verb" data-small="" data-shortcut="V" href={plan.page}>
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
      next={refused?.form}
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
      {refused?.form && <SheetNotice kind="no">{refused.form}</SheetNotice>}
      <Columns columns={stock ? 'minmax(0,1fr) 372px 352px' : 'minmax(0,1fr) 372px'}>
        <Form method="post" id={formId} aria-label={`Edit ${name}`} noValidate>
          <input type="hidden" name="verb" value="save" />
          <input type="hidden" name="revision" value={view.revision} />
          <ItemFields
            plan={plan}
            typed={typed}
            options={view.fields.options}
            isNew={false}
            faults={isSave ? refused.faults : {}}
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
              scale={view.scale}
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
