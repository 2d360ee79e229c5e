import { timestamp } from 'drizzle-orm/pg-core'

/** A timestamp column, with time zone. */
export const moment = () => timestamp({ withTimezone: true })
