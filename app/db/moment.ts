import { timestamp } from 'drizzle-orm/pg-core'

/** A column that holds an instant, with its time zone. */
export const moment = () => timestamp({ withTimezone: true })
