/** The themes of the shop in colors that mail programs support: sRGB, converted from the interface's OKLCH tokens. */
export const palettes = {
  noir: {
    page: '#0f0e0c',
    sheet: '#151412',
    plate: '#1e1c19',
    line: '#363430',
    edge: '#6f6d69',
    accent: '#f0debb',
    onAccent: '#0e0d0b',
  },
  guerrilla: {
    page: '#0a100a',
    sheet: '#101610',
    plate: '#181f18',
    line: '#2e372e',
    edge: '#677067',
    accent: '#c8e181',
    onAccent: '#0a0f0a',
  },
  outlaw: {
    page: '#130c09',
    sheet: '#1a120f',
    plate: '#231a16',
    line: '#3c312c',
    edge: '#776a65',
    accent: '#f39f65',
    onAccent: '#120b08',
  },
  cyber: {
    page: '#080e18',
    sheet: '#0e1420',
    plate: '#151d2a',
    line: '#2b3444',
    edge: '#636e80',
    accent: '#7fe4e9',
    onAccent: '#080d18',
  },
} satisfies Record<string, Record<string, string>>

export type MailTheme = keyof typeof palettes

export function mailTheme(name: string | undefined): MailTheme {
  return name !== undefined && Object.hasOwn(palettes, name) ? (name as MailTheme) : 'noir'
}

/** Text colors for every ground: primary, secondary and tertiary. At least 5.4 : 1. */
export const ink = { first: '#f0ece5', second: '#c1bdb6', third: '#9f9b93' }

/** Fonts every mail program has. The first family replaces the engraved capitals, the second is for reading. */
export const faces = {
  engraved: "'DIN Alternate','Bahnschrift','Roboto Condensed','Helvetica Neue',Arial,sans-serif",
  reading: "'Helvetica Neue',Helvetica,Arial,sans-serif",
}
