import type { BuildPrice } from '../rules.ts'
import { benchWords, priceWords, stepWords } from '../words.ts'

type Props = { platformName: string; price: BuildPrice; caption: string }

/** Every part of a build with its price, and what they come to. */
export function BuildParts({ platformName, price, caption }: Props) {
  return (
    <table className="parts">
      <caption className="vh">{caption}</caption>
      <thead className="vh">
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Part</th>
          <th scope="col">Price</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>Platform</td>
          <td>{platformName}</td>
          <td>{priceWords(price.baseCents)}</td>
        </tr>
        {price.lines.map(({ step, id, name, cents }, place) => (
          <tr key={`${place}${id}`}>
            <td>{stepWords[step].short}</td>
            <td>{name}</td>
            <td>{priceWords(cents)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {benchWords.total}
          </th>
          <td>{priceWords(price.totalCents)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
