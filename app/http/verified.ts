import { createContext } from 'react'

/** From the entry instead of a loader: after a failed action the router runs no loader. */
export const Verified = createContext(false)
