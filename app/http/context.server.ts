import type { Logger } from 'pino'
import { createContext } from 'react-router'
import type { ArtCache } from '#app/art/art-cache.server.ts'
import type { AppContext } from '#app/db/work.server.ts'
import type { KeyedHash } from '#app/kit/ids.ts'
import type { Limits } from './limits.server.ts'
import type { ReportSecurity } from './security-log.server.ts'
import type { LiveHub } from '#app/live/hub.server.ts'
import type { Mailer } from '#app/mail/mailer.ts'
import type { PaymentGateway } from '#app/gateway/gateway.ts'

/** Everything the shop runs on, opened once at start and handed to every request and every job. */
export type Shop = AppContext & {
  gateway: PaymentGateway
  mailer: Mailer
  live: LiveHub
  limits: Limits
  /** Hashes what identifies a visitor (an address, a cookie, a card) with the shop's own secret, before it is stored. */
  keyedHash: KeyedHash
  log: Logger
  /** The address people reach the shop at, without a closing slash. */
  publicUrl: string
  /** The shop's own time zone, in which hours and class times are meant. */
  timeZone: string
  /** The operator's external scheduling calendar, shown in the second step of a registration; `null` where there is none. */
  schedulingWidgetUrl: string | null
  /** Where files the shop makes (drawn artwork, the local mailbox) are kept. */
  dataDir: string
  /** The drawn artwork that this process keeps, in memory and in `dataDir`. */
  artwork: ArtCache
  /** The code on the certificate of one numbered unit, signed with the shop's own key. */
  certify: (dropSlug: string, unitNumber: number) => string
  /** Signs the codes that let buyers of a patch into a drop early. */
  earlyAccessKey: string
  /** The local mailbox, where mails are kept as files; `null` when they are sent. */
  mailboxFolder: string | null
}

/** What is known of the request at hand. */
export type Visit = {
  requestId: string
  /** The visitor's network address, for rate limits only. */
  address: string
  /** Has passed the age gate, as the mirrored cookie says. */
  isVerified: boolean
  /** Whether it comes from this machine itself, to a shop that nobody else reaches. */
  isLocal: boolean
  /** Writes an event of this request into the security log. */
  report: ReportSecurity
  /** `Set-Cookie` headers that the answer carries beside those of its route. */
  cookies: string[]
}

export const shopContext = createContext<Shop>()
export const visitContext = createContext<Visit>()
