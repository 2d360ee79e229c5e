import { createContext, type ReactNode, use } from 'react'
import { faces, ground, ink, palettes } from './palette.ts'

export const PaletteContext = createContext(palettes.noir)

const tableReset = { role: 'presentation', border: 0, cellPadding: 0, cellSpacing: 0 } as const
const engraved = { fontFamily: faces.engraved, textTransform: 'uppercase' } as const
const reading = { fontFamily: faces.reading, fontSize: '16px', lineHeight: '26px' } as const

export function MailHeading({ children }: { children: ReactNode }) {
  return (
    <h1
      style={{
        ...engraved,
        margin: '0 0 20px',
        color: ink.first,
        fontSize: '30px',
        lineHeight: '36px',
        fontWeight: 300,
        letterSpacing: '0.5px',
      }}
    >
      {children}
    </h1>
  )
}

export function MailText({ children }: { children: ReactNode }) {
  return <p style={{ ...reading, margin: '0 0 16px', color: ink.second }}>{children}</p>
}

export function MailNote({ children }: { children: ReactNode }) {
  return (
    <p style={{ ...reading, margin: '0 0 16px', color: ink.third, fontSize: '14px', lineHeight: '22px' }}>
      {children}
    </p>
  )
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} style={{ color: ink.first, textDecoration: 'underline' }}>
      {children}
    </a>
  )
}

/** The mail's call to action. The whole plate is the link; the cell keeps its color where the link's own is dropped. */
export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  const { accent, onAccent } = use(PaletteContext)
  return (
    <table {...tableReset} style={{ margin: '8px 0 24px' }}>
      <tbody>
        <tr>
          <td {...ground(accent)} style={{ backgroundColor: accent, borderRadius: '2px' }}>
            <a
              href={href}
              style={{
                ...engraved,
                display: 'inline-block',
                padding: '15px 24px',
                border: `1px solid ${accent}`,
                borderRadius: '2px',
                color: onAccent,
                fontSize: '15px',
                lineHeight: '18px',
                fontWeight: 600,
                letterSpacing: '0.9px',
                textDecoration: 'none',
              }}
            >
              {children}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  )
}

export function MailFacts({ rows }: { rows: readonly { label: string; value: ReactNode }[] }) {
  const { line } = use(PaletteContext)
  const cell = { borderTop: `1px solid ${line}`, padding: '11px 0', verticalAlign: 'top' } as const
  return (
    <table
      width="100%"
      border={0}
      cellPadding={0}
      cellSpacing={0}
      style={{ margin: '0 0 24px', borderBottom: `1px solid ${line}` }}
    >
      <tbody>
        {rows.map(({ label, value }) => (
          <tr key={label}>
            <th
              scope="row"
              align="left"
              style={{
                ...cell,
                ...engraved,
                width: '38%',
                paddingRight: '16px',
                color: ink.third,
                fontSize: '13px',
                lineHeight: '24px',
                fontWeight: 400,
                letterSpacing: '0.8px',
              }}
            >
              {label}
            </th>
            <td align="right" style={{ ...cell, ...reading, lineHeight: '24px', color: ink.first }}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function MailPlate({
  number,
  of,
  title,
  caption,
}: {
  number: number
  of: number
  title: string
  caption: string
}) {
  const { plate, edge, accent } = use(PaletteContext)
  const small = {
    ...engraved,
    margin: 0,
    color: ink.second,
    fontSize: '13px',
    lineHeight: '18px',
    letterSpacing: '1.2px',
  }
  return (
    <table {...tableReset} width="100%" style={{ margin: '0 0 24px' }}>
      <tbody>
        <tr>
          <td
            {...ground(plate)}
            align="center"
            style={{
              backgroundColor: plate,
              border: `1px solid ${edge}`,
              borderRadius: '4px',
              padding: '20px 16px',
            }}
          >
            <p style={small}>{title}</p>
            <p
              style={{
                ...engraved,
                margin: '8px 0',
                color: accent,
                fontSize: '64px',
                lineHeight: '68px',
                fontWeight: 300,
                letterSpacing: '2px',
              }}
            >
              {number}/{of}
            </p>
            <p style={small}>{caption}</p>
          </td>
        </tr>
      </tbody>
    </table>
  )
}
