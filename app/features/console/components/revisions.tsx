import type { ReactNode } from 'react'

export type Revision = {
  key: string
  number?: number | undefined
  date: ReactNode
  change: ReactNode
  by?: ReactNode
}

export function Revisions({ rows, caption = 'Revisions' }: { rows: readonly Revision[]; caption?: string }) {
  const hasNumbers = rows.some(({ number }) => number !== undefined)
  return (
    <table className="con-revisions">
      <caption className="sr-only">{caption}</caption>
      <tbody>
        {rows.map(({ key, number, date, change, by }) => (
          <tr key={key}>
            {hasNumbers && <td className="con-code">{number}</td>}
            <td className="con-code text-faint">{date}</td>
            <td className="w-full">{change}</td>
            <td className="text-faint whitespace-nowrap">{by}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Redline({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <>
      <del className="text-stop [text-decoration:line-through_1.5px]">{before}</del>{' '}
      <ins className="con-added">{after}</ins>
    </>
  )
}
