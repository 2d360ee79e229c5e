import { Form } from 'react-router'
import { stockReasons } from '#app/catalog/rules.ts'
import { SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { EmptyList } from '#app/features/console/components/list-states.tsx'
import { Figure } from '#app/features/console/components/marks.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors } from '#app/http/form.ts'
import { reasonWords } from '../words.ts'

/** An entry of the ledger, as the page writes it. */
type ShownEntry = { id: number; when: string; words: string; quantity: string; after: number }

type Props = {
  items: readonly [ledger: number, entry: number]
  stock: { left: number; onShelf: number; stock: number }
  entries: readonly ShownEntry[]
  errors: FieldErrors
}

/** The stock, its entries, and the form that adds one. Staff change stock in no other way. */
export function StockPanel({ items: [ledger, entry], stock, entries, errors }: Props) {
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
