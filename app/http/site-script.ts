import { createContext } from 'react'

/** The address of the script of every page. */
export const SiteScript = createContext('')
