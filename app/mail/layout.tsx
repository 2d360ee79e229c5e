import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { brand } from '#app/kit/brand.ts'
import { PaletteContext } from './blocks.tsx'
import { postalMark } from './sender.ts'
import { faces, ground, ink, type MailTheme, palettes } from './palette.ts'

export type MailContent = {
  subject: string
  preview: string
  body: ReactNode
  text: string
  theme?: MailTheme
  why?: string
  /** The sender's postal address, on one line. Commercial mail must carry it (CAN-SPAM, 15 U.S.C. 7704(a)(5)). */
  postalLine?: string
  /** The one-click unsubscribe link. Required for commercial mail. */
  unsubscribeUrl?: string
}

export function renderMail(content: MailContent): { html: string; text: string } {
  const { text, why = defaultReason, postalLine = postalMark, unsubscribeUrl } = content
  const footer = [why, postalLine, ...(unsubscribeUrl ? [`Unsubscribe: ${unsubscribeUrl}`] : [])]
  return {
    html: `<!doctype html>${renderToStaticMarkup(<MailDocument {...content} why={why} postalLine={postalLine} />)}`,
    text: `${text.trim()}\n\n-- \n${brand}\n${footer.join('\n')}\n`, // "-- " is the standard signature delimiter
  }
}

const defaultReason = `You’re getting this email because this address was used at the ${brand} shop.`

/**
 * Dark in every mail program: colors are given twice, as attributes and as styles, and the page declares itself dark,
 * so that programs with a dark mode leave it alone. No picture, no font, no style sheet.
 */
function MailDocument({
  subject,
  preview,
  body,
  theme = 'noir',
  why,
  postalLine,
  unsubscribeUrl,
}: MailContent) {
  const { page, sheet, line } = palettes[theme]
  return (
    <html lang="en" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="dark" />
        <meta name="supported-color-schemes" content="dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <title>{subject}</title>
      </head>
      <body {...ground(page)} style={{ margin: 0, padding: 0, backgroundColor: page, colorScheme: 'dark' }}>
        <div style={preheaderStyle}>
          {preview}
          {filler}
        </div>
        <table {...whole} {...ground(page)} style={{ backgroundColor: page }}>
          <tbody>
            <tr>
              <td align="center" style={{ padding: '24px 12px 40px' }}>
                <table {...whole} width="600" style={sixHundred}>
                  <tbody>
                    <tr>
                      <td align="left" style={{ padding: '8px 0 20px' }}>
                        <Wordmark />
                      </td>
                    </tr>
                    <tr>
                      <td
                        {...ground(sheet)}
                        align="left"
                        style={{
                          backgroundColor: sheet,
                          border: `1px solid ${line}`,
                          borderRadius: '4px',
                          padding: '32px 28px 16px',
                        }}
                      >
                        <PaletteContext value={palettes[theme]}>{body}</PaletteContext>
                      </td>
                    </tr>
                    <tr>
                      <td align="left" style={{ padding: '20px 0 0' }}>
                        <p style={footerLine}>{why}</p>
                        <p style={footerLine}>{postalLine}</p>
                        {unsubscribeUrl && (
                          <p style={footerLine}>
                            <a
                              href={unsubscribeUrl}
                              style={{ color: ink.second, textDecoration: 'underline' }}
                            >
                              Unsubscribe
                            </a>
                          </p>
                        )}
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html>
  )
}

/** PACº in plain letters: the logo uses the shop's own font, which no mail program has. */
function Wordmark() {
  return (
    <span
      aria-label={brand}
      style={{
        fontFamily: faces.engraved,
        color: ink.first,
        fontSize: '28px',
        lineHeight: '32px',
        fontWeight: 300,
        letterSpacing: '1.5px',
      }}
    >
      PACº
    </span>
  )
}

const whole = { role: 'presentation', width: '100%', border: 0, cellPadding: 0, cellSpacing: 0 } as const

/** Outlook uses the attribute, everything else the style, which lets narrow screens narrow it. */
const sixHundred = { width: '100%', maxWidth: '600px' } as const

/** Outlook shows hidden elements unless told otherwise in its own property. */
const preheaderStyle = {
  display: 'none',
  maxHeight: 0,
  overflow: 'hidden',
  msoHide: 'all',
} as const

const footerLine = {
  margin: '0 0 4px',
  color: ink.third,
  fontFamily: faces.reading,
  fontSize: '13px',
  lineHeight: '20px',
} as const

/** Keeps the start of the body out of the inbox preview. */
const filler = '\u200c\u00a0'.repeat(60)
