import { createContext } from 'react'

/**
 * Whether the visitor has passed the age gate. Provided by the entry instead of a loader: after a failed action the router runs no
 * loader. Only a verified visitor's document has the site's script.
 */
export const Verified = createContext(false)
