// Lists the imports of a source file. Patterns are enough: Biome puts every import statement at the start of a line.
import { dirname, join } from 'node:path'

/** One import of a file. */
export type Import = {
  /** As written: `#app/kit/money.ts`, `./rules.ts`, `node:fs`. */
  specifier: string
  /** The path inside the project; `undefined` for a library. */
  target: string | undefined
  /** Erased when the code runs. */
  isTypeOnly: boolean
}

const statement = /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]/g

/** All imports of `file` (a path from the project's root). */
export function readImports(file: string, source: string): Import[] {
  const seen = (specifier: string, isTypeOnly: boolean) => ({
    specifier,
    isTypeOnly,
    target: resolve(file, specifier),
  })
  return [
    ...[...source.matchAll(statement)].map(([, type, specifier = '']) => seen(specifier, Boolean(type))),
    ...[...source.matchAll(dynamic)].map(([, specifier = '']) => seen(specifier, false)),
  ]
}

function resolve(file: string, specifier: string): string | undefined {
  if (/^#(app|server|db|test)\//.test(specifier)) return specifier.slice(1)
  return specifier.startsWith('.') ? join(dirname(file), specifier) : undefined
}
