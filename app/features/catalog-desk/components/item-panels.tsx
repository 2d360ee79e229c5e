import { Form } from 'react-router'
import { type CatalogState, catalogStates, stockReasons } from '#app/catalog/rules.ts'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Figure } from '#app/features/console/components/marks.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import type { StatusKind } from '#app/features/console/components/shape.tsx'
import { Status } from '#app/features/console/components/status.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors } from '#app/http/form.ts'
import type { KindPlan } from '../rules/kind.ts'
import { reasonWords, stateWords } from '../words.ts'

type NewNumbersProps = {
  plan: KindPlan
  item: number
  formId: string
  typed: Record<string, string>
  errors: FieldErrors
}

/** The price and stock of an item that is being made. They belong to its form. */
export function NewNumbers({ plan, item, formId, typed, errors }: NewNumbersProps) {
  return (
    <Section item={item} title={plan.stock ? 'Price and stock' : 'Price'} note="USD, before tax">
      <div className="grid gap-2">
        {plan.price && (
          <TextField
            form={formId}
            label="Price"
            name="price"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed.price ?? ''}
            errors={errors.price}
          />
        )}
        {plan.stock && (
          <TextField
            form={formId}
            label="Pieces on the shelf"
            name="stock"
            inputMode="numeric"
            autoComplete="off"
            hint="The first entry of its stock ledger"
            defaultValue={typed.stock ?? ''}
            errors={errors.stock}
          />
        )}
      </div>
    </Section>
  )
}

const verbs: Record<CatalogState, string> = { visible: 'Show', hidden: 'Hide', retired: 'Retire' }

export function StatePanel({ state, revision }: { state: CatalogState; revision: number }) {
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

type PriceProps = {
  item: number
  prices: readonly ShownPrice[]
  formKey: string
  errors: FieldErrors
}

const shapes: Record<ShownPrice['when'], StatusKind> = { past: 'void', now: 'live', scheduled: 'sched' }

export function PricePanel({ item, prices, formKey, errors }: PriceProps) {
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

type StockProps = {
  /** Of the ledger; the form that adds to it has the next. */
  item: number
  stock: { left: number; onShelf: number; stock: number }
  entries: readonly ShownEntry[]
  errors: FieldErrors
}

export function StockPanel({ item, stock, entries, errors }: StockProps) {
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
      <Section item={item + 1} title="Add to the ledger">
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
