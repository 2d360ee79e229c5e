import { Form } from 'react-router'
import { type CatalogState, catalogStates, stockReasons, type StockReason } from '#app/catalog/rules.ts'
import { EmptyList, Section } from '#app/features/console/components/section.tsx'
import { Figure, type StatusKind, useStamp, Status } from '#app/features/console/components/status.tsx'
import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Verb, VerbForm } from '#app/features/console/components/verb.tsx'
import type { Route } from '../routes/+types/item'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { type Build, type PartStep, type PlatformId, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { steps } from '#app/features/builds/rules.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { parseItem, type TypedItem } from '../rules/item-form.ts'
import type { FieldContext } from '../rules/kind.ts'
import { type CatalogKind, isOfBuilder } from '../rules/kinds.ts'

type View = Route.ComponentProps['loaderData']

const verbs: Record<CatalogState, string> = { visible: 'Show', hidden: 'Hide', retired: 'Retire' }

export function StatePanel({ state, revision }: Pick<View, 'state' | 'revision'>) {
  return (
    <Section title="On the pages" note={stateWords[state]}>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="verb" value="state" />
        <input type="hidden" name="revision" value={revision} />
        {catalogStates
          .filter((each) => each !== state)
          .map((each) => (
            <Verb
              key={each}
              small
              name="state"
              value={each}
              {...(each === 'retired' && { look: 'stop' as const })}
            >
              {verbs[each]}
            </Verb>
          ))}
      </Form>
      <p className="con-hint mt-2">
        Nothing is deleted: orders keep what they bought. Hidden and retired items are neither shown nor sold.
      </p>
    </Section>
  )
}

type PriceProps = {
  item: number
  prices: NonNullable<View['prices']>
  formKey: string
  refused: Refused | undefined
}

const shapes: Record<PriceProps['prices'][number]['when'], StatusKind> = {
  past: 'void',
  now: 'live',
  scheduled: 'sched',
}

export function PricePanel({ item, prices, formKey, refused }: PriceProps) {
  const stamp = useStamp()
  return (
    <Section item={item} title="Price" note="USD, before tax">
      <table className="con-ledger mb-3">
        <caption className="sr-only">Prices in US dollars</caption>
        <tbody>
          {prices.map(({ id, cents, from, to, when, by }) => {
            const amount = formatAmount(cents)
            const period = periodWords(when, from && stamp(from), to && stamp(to))
            return (
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
                    <VerbForm
                      sends={{ verb: 'withdraw', id: id ?? '' }}
                      small
                      look="quiet"
                      aria-label={`Withdraw the price ${amount} ${period}`}
                    >
                      Withdraw
                    </VerbForm>
                  )}
                </td>
                <td className={when === 'now' ? 'con-number' : 'con-number text-faint'}>{amount}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <RecordForm
        label="Enter a price"
        fields={[
          [
            { label: 'New price', name: 'cents', inputMode: 'decimal', autoComplete: 'off' },
            {
              label: 'Begins',
              name: 'startsAt',
              type: 'datetime-local',
              hint: 'Empty: now. The shop’s time.',
            },
          ],
        ]}
        refused={refused}
        hidden={{ key: formKey }}
        sends={{ name: 'verb', value: 'price' }}
        submit="Enter price"
        isSmall
      >
        <p className="con-hint">
          Orders keep the price they were made with; carts show the new one at their next look.
        </p>
      </RecordForm>
    </Section>
  )
}

export const formatAmount = (cents: number) => (cents / 100).toFixed(2)

function periodWords(when: 'past' | 'now' | 'scheduled', from: string | null, to: string | null): string {
  if (when === 'past') return from ? `${from} to ${to}` : `until ${to}`
  if (when === 'now') return from ? `since ${from}` : 'from the beginning'
  return `from ${from}`
}

type StockProps = {
  /** Of the ledger; the form that adds to it has the next. */
  item: number
  stock: NonNullable<View['stock']>
  entries: View['entries']
  refused: Refused | undefined
}

const enteredReasons = stockReasons.filter((reason) => reason !== 'opening')

export function StockPanel({ item, stock, entries, refused }: StockProps) {
  const stamp = useStamp()
  return (
    <>
      <Section item={item} title="Stock ledger" note={`${stock.stock} put up in all`}>
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
              {entries.map(({ id, quantity, reason, note, enteredAt, enteredBy, after }) => (
                <tr key={id}>
                  <td className="con-code whitespace-nowrap text-faint">{stamp(enteredAt)}</td>
                  <td className="w-full">
                    {[reasonWords[reason], note, enteredBy].filter(Boolean).join(', ')}
                  </td>
                  <td className="con-number">
                    {quantity > 0 ? `+${quantity}` : String(quantity).replace('-', '−')}
                  </td>
                  <td className="con-number text-faint">{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      <Section item={item + 1} title="Add to the ledger">
        <RecordForm
          label="Add to the stock ledger"
          fields={[
            [
              {
                label: 'Reason',
                name: 'reason',
                options: enteredReasons.map((reason) => [reason, reasonWords[reason]]),
              },
              {
                label: 'Quantity',
                name: 'typed',
                inputMode: 'numeric',
                autoComplete: 'off',
                hint: 'For a count: what is on the shelf',
              },
            ],
            { label: 'Paper or note', name: 'note', maxLength: 200, autoComplete: 'off' },
          ]}
          values={{ reason: 'received' }}
          refused={refused}
          hidden={{ seen: entries[0]?.id ?? 0 }}
          sends={{ name: 'verb', value: 'stock' }}
          submit="Enter"
          isSmall
        />
      </Section>
    </>
  )
}

export const stateWords: Record<CatalogState, string> = {
  visible: 'Visible',
  hidden: 'Hidden',
  retired: 'Retired',
}

export const stateShapes: Record<CatalogState, StatusKind> = {
  visible: 'live',
  hidden: 'pause',
  retired: 'void',
}

const reasonWords: Record<StockReason, string> = {
  opening: 'First stock',
  received: 'Received',
  counted: 'Counted',
  damaged: 'Damaged',
  returned: 'Returned, good',
  shop: 'Sold by the shop',
  correction: 'Correction',
}

type Props = { kind: CatalogKind; typed: TypedItem; context: FieldContext; formId: string }

export function hasPreview(kind: CatalogKind): boolean {
  return kind === 'accessories' || isOfBuilder(kind)
}

export function ItemPreview({ kind, typed, context, formId }: Props) {
  if (kind === 'accessories')
    return typed.id ? (
      <img
        className="mx-auto h-auto w-full max-w-[360px] p-4"
        src={`/art/accessories/${typed.id}/480.webp?v=${typed.image}`}
        alt={`${typed.name}, drawn`}
        width={480}
        height={480}
      />
    ) : null
  const drawn = drawnBuild(kind, typed, context)
  const again = (
    <Verb small form={formId} name="preview" value="yes" busyWords="Drawing...">
      Draw what is typed
    </Verb>
  )
  if (!drawn)
    return (
      <div className="con-region grid justify-items-start gap-2">
        <p className="text-muted">What is typed cannot be drawn yet.</p>
        {again}
      </div>
    )
  const { build, inked } = drawn
  const { barrelIn, overallIn } = measure(build)
  const sheet = renderBlueprint(build, { pxPerInch: 18, chosen: inked, terse: true, limits: false })
  return (
    <figure className="p-3">
      <BlueprintDrawing
        sheet={sheet}
        label={`${typed.name || 'The item'} in the builder’s drawing: barrel ${barrelIn.toFixed(1)} in, overall ${overallIn.toFixed(1)} in`}
        small
      />
      <figcaption className="con-hint flex flex-wrap items-center justify-between gap-2">
        As the builder draws it: barrel {barrelIn.toFixed(1)} in, overall {overallIn.toFixed(1)} in.
        {again}
      </figcaption>
    </figure>
  )
}

type Outline = Partial<Build>

function drawnBuild(
  kind: CatalogKind,
  typed: TypedItem,
  context: FieldContext,
): { build: Build; inked: readonly PartStep[] } | undefined {
  const complete = { ...typed, name: typed.name || 'x', description: typed.description || 'x' }
  if (kind === 'platforms')
    return isDrawn(typed.id) ? { build: STARTING_BUILDS[typed.id], inked: [] } : undefined
  const parsed = parseItem(kind, complete, context)
  const row = parsed.ok ? parsed.row : undefined
  if (!row) return undefined
  if (kind === 'parts') {
    const platform = isDrawn(typed.platformId) ? typed.platformId : 'ar15'
    return {
      build: { ...STARTING_BUILDS[platform], ...(row.outline as Outline) },
      inked: [row.step as PartStep],
    }
  }
  const {
    platform,
    outline = {},
    inked,
  } = row.drawing as { platform: PlatformId; outline?: Outline; inked?: PartStep[] }
  return { build: { ...STARTING_BUILDS[platform], ...outline }, inked: inked ?? steps }
}

function isDrawn(id: string | undefined): id is PlatformId {
  return id !== undefined && Object.hasOwn(STARTING_BUILDS, id)
}
