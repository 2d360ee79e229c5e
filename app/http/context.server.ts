import type { Logger } from 'pino'
import { createContext } from 'react-router'
import type { ArtCache } from '#app/art/art-cache.server.ts'
import type { ShopFacts } from '#app/facts/facts.ts'
import type { ClosedPages } from '#app/facts/sections.ts'
import type { AppContext } from '#app/db/db.server.ts'
import type { Files } from '#app/files/open-files.server.ts'
import type { KeyedHash } from '#app/kit/ids.ts'
import type { SearchEntry } from '#app/kit/search-entry.ts'
import type { Limits, ReportSecurity } from './limits.server.ts'
import type { LiveHub } from '#app/live/hub.server.ts'
import type { Mailer } from '#app/mail/mailer.server.ts'
import type { PaymentGateway } from '#app/gateway/gateway.ts'

export type Shop = AppContext & {
  gateway: PaymentGateway
  mailer: Mailer
  live: LiveHub
  limits: Limits
  /** Hashes identifiers of a visitor (an address, a cookie, a card) with the shop's own secret before they are stored. */
  keyedHash: KeyedHash
  log: Logger
  /** Without a trailing slash. */
  publicUrl: string
  facts: () => ShopFacts
  closedPages: () => Promise<ClosedPages>
  /** The shop's time zone, for opening hours and class times. It is one of its facts, and may change while it runs. */
  readonly timeZone: string
  /** The operator's external scheduling calendar; `null` if there is none. */
  schedulingWidgetUrl: string | null
  dataDir: string
  files: Files
  searchEntries: () => Promise<readonly SearchEntry[]>
  artwork: ArtCache
  certify: (dropSlug: string, unitNumber: number) => string
  earlyAccessKey: string
  /** `null` when emails are sent. */
  mailboxFolder: string | null
}

/** The shop with its queue. Its time zone goes on being read from the facts, which a copy of its value would not. */
export function withQueue(foundation: Omit<Shop, 'enqueueIn'>, enqueueIn: Shop['enqueueIn']): Shop {
  const own = Object.getOwnPropertyDescriptors(foundation)
  return Object.defineProperties({} as Shop, { ...own, enqueueIn: { value: enqueueIn, enumerable: true } })
}

export type Visit = {
  requestId: string
  /** For rate limits only. */
  address: string
  isVerified: boolean
  /** Whether the request comes from this machine, to a shop that only this machine can reach. */
  isLocal: boolean
  report: ReportSecurity
  cookies: string[]
}

export const shopContext = createContext<Shop>()
export const visitContext = createContext<Visit>()
