import { addressFields } from '../rules/build-address.ts'
import type { BuildClass } from '../rules/checks.ts'
import type { BuildPrice, Selection } from '../rules.ts'
import { buildLines, classSentence, classWords, configuratorWords, priceWords } from '../words.ts'

/** A build as hidden fields: ids only, because the server prices from its own catalog. */
export function BuildFields({ selection }: { selection: Selection }) {
  return addressFields(selection).map(([name, value], index) => (
    <input key={`${index}${name}`} type="hidden" name={name} value={value} />
  ))
}

export function ClassStatement({ buildClass: { code, asDrawn } }: { buildClass: BuildClass }) {
  return (
    <>
      <b className="font-medium text-ink">{classSentence(code, asDrawn.class)}</b> {classWords[code].means}
    </>
  )
}

type Props = { platformName: string; price: BuildPrice; selection: Selection; caption: string }

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
          <tr className="border-t border-hairline align-baseline" key={`${line.term} ${line.name}`}>
            <td className="w-[116px] py-3 text-sm text-faint wrap-anywhere hyphens-auto">{line.term}</td>
            <td className="py-3 wrap-anywhere hyphens-auto">{line.name}</td>
            <td className="py-3 pl-2 text-right font-display leading-snug">{line.price}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t-2 border-ink align-baseline">
          <th className="py-3 font-normal text-muted" scope="row" colSpan={2}>
            {configuratorWords.total}
          </th>
          <td className="py-3 pl-2 text-right font-display text-2xl font-book whitespace-nowrap sm:text-3xl">
            {priceWords(price.totalCents)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
