import { formatCents } from '#app/kit/money.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Section } from '#app/ui/section.tsx'
import type { OfferedVariant } from '#app/features/orders/sellable.ts'
import { balanceRange, offeredWords as words, priceRange } from '#app/features/orders/words/offered.ts'

/** An execution of the drop's rifle. */
export type VariantView = OfferedVariant & { id: string; description: string | null }

type Props = { variants: readonly VariantView[]; basePriceCents: number; depositCents: number }

/** What is sold under a number: each variant with caliber, barrel, finish and price, what is paid now, and what later. */
export function RifleFacts({ variants, basePriceCents, depositCents }: Props) {
  const prices = variants.length > 0 ? variants.map(({ priceCents }) => priceCents) : [basePriceCents]
  return (
    <Section title={words.title} lead={variants.length > 1 ? words.lead : undefined}>
      {variants.length > 0 && (
        <div className="table-scroll mb-10" role="region" aria-label={words.variants} tabIndex={0}>
          <table className="data-table min-w-[640px]">
            <thead>
              <tr>
                <th scope="col">{words.columns.variant}</th>
                <th scope="col">{words.columns.caliber}</th>
                <th scope="col">{words.columns.barrel}</th>
                <th scope="col">{words.columns.finish}</th>
                <th scope="col" className="r">
                  {words.columns.price}
                </th>
              </tr>
            </thead>
            <tbody>
              {variants.map(({ name, description, caliber, barrel, finish, priceCents }) => (
                <tr key={name}>
                  <th scope="row">
                    {name}
                    {description && (
                      <span className="block text-sm font-normal text-muted">{description}</span>
                    )}
                  </th>
                  <td>{caliber || words.unset}</td>
                  <td>{barrel || words.unset}</td>
                  <td>{finish || words.unset}</td>
                  <td className="r numeral">{formatCents(priceCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <DefinitionList
        look="stats"
        items={[
          { term: words.price, value: priceRange(prices), note: words.priceNote },
          { term: words.deposit, value: formatCents(depositCents), note: words.depositNote },
          {
            term: words.balance,
            value: balanceRange(prices, depositCents),
            note: words.balanceNote,
          },
        ]}
      />
    </Section>
  )
}
