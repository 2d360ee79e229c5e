import { z } from 'zod'
import { clearCookie, readCookie, writeCookie } from './cookies.server.ts'

/** Kept only in this browser, hidden from scripts, until it closes. No rule reads it, and a page that is the same for everyone never shows it. */
const cookieName = 'paco-details'

const fields = [
  'name',
  'email',
  'phone',
  'state',
  'zip',
  'shipStreet',
  'shipLine2',
  'shipCity',
  'shipState',
  'shipZip',
  'shipCounty',
] as const

type Fields = Partial<Record<(typeof fields)[number], string>>

const stored = z.partialRecord(z.enum(fields), z.string().max(254)).catch({})

export function readTypedDetails(request: Request): Fields {
  try {
    return stored.parse(JSON.parse(readCookie(request, cookieName) ?? '{}'))
  } catch {
    return {}
  }
}

export function keepTypedDetails(
  request: Request,
  typed: Readonly<Record<string, unknown>>,
  { https }: { https: boolean },
): string {
  const own = fields.flatMap((name) => {
    const value = typed[name]
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
  })
  const details = { ...readTypedDetails(request), ...Object.fromEntries(own) }
  return writeCookie(cookieName, JSON.stringify(details), { https })
}

export function clearTypedDetails({ https }: { https: boolean }): string {
  return clearCookie(cookieName, { https })
}
