/** A script file, as the build of the browser's script lists it. */
type BuiltScript = { file: string; imports?: readonly string[] }

/** By source, or by a name of the build's own. That build comes before the server's; in development there is none. */
const [built = {}] = Object.values(
  import.meta.glob<Readonly<Record<string, BuiltScript>>>('/build/client/.vite/manifest.json', {
    eager: true,
    exhaustive: true,
    import: 'default',
  }),
)

/** The addresses of a source's script and of all that it imports. */
export function scriptsOf(source: string): string[] {
  const names = new Set([source])
  for (const name of names) for (const imported of built[name]?.imports ?? []) names.add(imported)
  return [...names].flatMap((name) => (built[name] ? `/${built[name].file}` : []))
}
