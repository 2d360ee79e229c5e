import { createContext } from 'react'

/**
 * Whether the visitor has passed the age gate. Said by the two entries and not by a loader: after an action that failed,
 * the router runs no loader any more. Only a verified visitor's document carries scripts.
 */
export const Verified = createContext(false)
