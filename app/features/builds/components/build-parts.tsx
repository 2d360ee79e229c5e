import type { BuildPrice } from '../rules.ts'
import type { Finish } from '../rules/finishes.ts'
import { configuratorWords, priceWords, stepWords } from '../words.ts'
import { finishPriceWords, finishWords } from '../words/finish.ts'

type Props = { platformName: string; price: BuildPrice; finish: Finish; caption: string }

const row = 'border-t border-hairline align-baseline'
const stepName = 'w-[116px] py-3 text-sm text-faint wrap-anywhere hyphens-auto'
const part = 'py-3 wrap-anywhere hyphens-auto'
const amount = 'py-3 pl-2 text-right font-display leading-snug'

/** Every part of a build with its price, and the total. */
export function BuildParts({ platformName, price, finish, caption }: Props) {
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
        <tr className={row}>
          <td className={stepName}>Platform</td>
          <td className={part}>{platformName}</td>
          <td className={amount}>{priceWords(price.baseCents)}</td>
        </tr>
        {price.lines.map(({ step, id, name, cents }, index) => (
          <tr className={row} key={`${index}${id}`}>
            <td className={stepName}>{stepWords[step].short}</td>
            <td className={part}>{name}</td>
            <td className={amount}>{priceWords(cents)}</td>
          </tr>
        ))}
        <tr className={row}>
          <td className={stepName}>{finishWords.title}</td>
          <td className={part}>{finish.name}</td>
          <td className={amount}>{finishPriceWords(finish)}</td>
        </tr>
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
