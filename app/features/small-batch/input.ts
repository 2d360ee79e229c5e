import { z } from 'zod'
import { type Line, lines } from './rules.ts'

/** Reads the line an address names, or undefined. */
export function parseLine(text: string | undefined): Line | undefined {
  return z.enum(lines).safeParse(text).data
}
