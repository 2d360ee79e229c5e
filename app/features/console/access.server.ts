import { createContext } from 'react-router'
import type { CountDue } from './rules.ts'

/** Counts what is due at the desks, filled by the composition: the console knows no desk. */
export const dueContext = createContext<CountDue>(async () => ({}))
