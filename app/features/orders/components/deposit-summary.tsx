import { formatCents } from '#app/kit/money.ts'
import { DefinitionList } from '#app/ui/definition-list.tsx'
import type { Plate } from '../sellable.ts'
import { depositWords, nounOf } from '../words.ts'

type Props = { plate: Plate | null; title: string; detail: string; totalCents: number }

/** What is paid now, and what that means. */
export function DepositSummary({ plate, title, detail, totalCents }: Props) {
  const amount = formatCents(totalCents)
  return (
    <div className="deposit">
      <DefinitionList
        items={[
          ...(plate ? [] : [{ term: title, value: detail }]),
          { term: depositWords.short, value: amount },
          { term: depositWords.beyond, value: depositWords.nothing },
        ]}
      />
      <p className="small">{depositWords.means(nounOf(plate))}</p>
    </div>
  )
}
