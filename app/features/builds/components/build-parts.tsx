import type { BuildPrice, Selection } from '../rules.ts'
import { configuratorWords, priceWords } from '../words.ts'
import { buildLines } from '../words/build-lines.ts'

type Props = { platformName: string; price: BuildPrice; selection: Selection; caption: string }

const row = 'border-t border-hairline align-baseline'
const stepName = 'w-[116px] py-3 text-sm text-faint wrap-anywhere hyphens-auto'
const part = 'py-3 wrap-anywhere hyphens-auto'
const amount = 'py-3 pl-2 text-right font-display leading-snug'

/** Every line of a build with its price, and the total. */
export function BuildParts({ platformName, price, selection, caption }: Props) {
  return (
    <table className="w-full text-left align-baseline">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Part</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        {buildLines({ platformName, price, selection }).map((line) => (
          <tr className={row} key={`${line.term} ${line.name}`}>
            <td className={stepName}>{line.term}</td>
            <td className={part}>{line.name}</td>
            <td className={amount}>{line.price}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t-2 border-ink align-baseline">
          <th className="py-3 font-normal text-muted" scope="row" colSpan={2}>
            {configuratorWords.total}
          </th>
          <td className="py-3 text-right font-display text-3xl font-book wrap-anywhere">
            {priceWords(price.totalCents)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
