import { Link } from 'react-router'
import { formatCents } from '#app/kit/money.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import { OfferedFacts } from '#app/features/orders/components/offered-facts.tsx'
import type { LinePage } from '#app/features/orders/sellable.ts'
import type { OfferedRow } from '#app/features/orders/words/offered.ts'
import { depositWords } from '../words.ts'
import { subjectNounOf, type OrderSubject } from '#app/features/orders/words/order-subject.ts'

type Props = OrderSubject & {
  detail: string
  totalCents: number
  offered: readonly OfferedRow[]
  choice?: LinePage | null | undefined
}

/** What the deposit reserves, its amount, and its terms. */
export function DepositSummary({ detail, totalCents, offered, choice, ...what }: Props) {
  const { plate, title } = what
  const amount = formatCents(totalCents)
  return (
    <div className="grid gap-4 lg:[&_.kvl>:first-child]:border-t-0 lg:[&_.kvl>:first-child]:pt-0">
      <OfferedFacts rows={offered} />
      {choice && (
        <Link className="link inline-flex min-h-11 items-center justify-self-start" to={choice.to}>
          {choice.label}
        </Link>
      )}
      <DefinitionList
        items={[
          ...(plate ? [] : [{ term: title, value: detail }]),
          { term: depositWords.short, value: amount },
          { term: depositWords.beyond, value: depositWords.nothing },
        ]}
      />
      <p className="text-sm text-muted">{depositWords.means(subjectNounOf(what))}</p>
    </div>
  )
}
