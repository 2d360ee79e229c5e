import type { Logger } from 'pino'
import { createContext } from 'react-router'
import type { ArtCache } from '#app/art/art-cache.server.ts'
import type { ShopFacts } from '#app/facts/facts.ts'
import type { ClosedPages } from '#app/facts/sections.ts'
import type { AppContext } from '#app/db/work.server.ts'
import type { Files } from '#app/files/file-store.ts'
import type { KeyedHash } from '#app/kit/ids.ts'
import type { SearchEntry } from '#app/kit/search-entry.ts'
import type { Limits } from './limits.server.ts'
import type { ReportSecurity } from './security-log.server.ts'
import type { LiveHub } from '#app/live/hub.server.ts'
import type { Mailer } from '#app/mail/mailer.ts'
import type { PaymentGateway } from '#app/gateway/gateway.ts'

/** Everything the shop runs on, opened once at startup and passed to every request and job. */
export type Shop = AppContext & {
  gateway: PaymentGateway
  mailer: Mailer
  live: LiveHub
  limits: Limits
  /**
   * Hashes identifiers of a visitor (an address, a cookie, a card) with the shop's own secret before they are stored.
   */
  keyedHash: KeyedHash
  log: Logger
  /** The public URL of the shop, without a trailing slash. */
  publicUrl: string
  /** What the shop says of itself today: name, license, address, hours. */
  facts: () => ShopFacts
  /** The sections and pages of the public site that are off or have nothing in them. */
  closedPages: () => Promise<ClosedPages>
  /** The shop's time zone, for opening hours and class times. It is one of its facts, and may change while it runs. */
  readonly timeZone: string
  /**
   * The operator's external scheduling calendar, shown in the second step of a registration; `null` if there is none.
   */
  schedulingWidgetUrl: string | null
  /** The folder for generated files (drawn artwork, the local mailbox). */
  dataDir: string
  /** Files that people sent: what everybody may see, and what only staff and its owner may. */
  files: Files
  /** Everything on the site that can be found by words. */
  searchEntries: () => Promise<readonly SearchEntry[]>
  /** The cache of drawn artwork of this process, in memory and in `dataDir`. */
  artwork: ArtCache
  /** The code on the certificate of one numbered unit, signed with the shop's key. */
  certify: (dropSlug: string, unitNumber: number) => string
  /** Signs the codes that let buyers of a patch into a drop early. */
  earlyAccessKey: string
  /** The local mailbox, where emails are stored as files; `null` when they are sent. */
  mailboxFolder: string | null
}

/** The shop with its queue. Its time zone goes on being read from the facts, which a copy of its value would not. */
export function withQueue(foundation: Omit<Shop, 'enqueueIn'>, enqueueIn: Shop['enqueueIn']): Shop {
  const own = Object.getOwnPropertyDescriptors(foundation)
  return Object.defineProperties({} as Shop, { ...own, enqueueIn: { value: enqueueIn, enumerable: true } })
}

/** What is known of the current request. */
export type Visit = {
  requestId: string
  /** The visitor's network address, for rate limits only. */
  address: string
  /** Whether the visitor has passed the age gate, according to the mirrored cookie. */
  isVerified: boolean
  /** Whether the request comes from this machine, to a shop that only this machine can reach. */
  isLocal: boolean
  /** Writes an event of this request to the security log. */
  report: ReportSecurity
  /** `Set-Cookie` headers of the response besides those of its route. */
  cookies: string[]
}

export const shopContext = createContext<Shop>()
export const visitContext = createContext<Visit>()
