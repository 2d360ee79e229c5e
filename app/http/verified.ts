import { createContext } from 'react'

/**
 * Whether the visitor has passed the age gate. Provided by the two entries instead of a loader: after a failed action
 * the router runs no loader. Only a verified visitor's document has scripts.
 */
export const Verified = createContext(false)
