export function deviceOf(userAgent: string | null): string {
  const agent = userAgent ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(agent))?.[0] ?? 'A browser'
  const system = systems.find(([, pattern]) => pattern.test(agent))?.[0]
  return system ? `${browser} on ${system}` : browser
}

// The first that matches: most browsers also claim to be others.
const browsers = [
  ['Edge', /\bEdg(A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Linux', /Linux|X11/],
] as const
